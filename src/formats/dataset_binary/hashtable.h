// The order of a System.Collections.Hashtable, which a payload shows: entries come bucket by bucket, the last first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dotwire::dataset_binary {

// What a Hashtable that was filled by Add alone says of itself.
struct HashtableShape {
  std::int32_t hash_size = 3;
  std::int32_t version = 0;
};

HashtableShape shape_of_hashtable(std::size_t count);

// Indexes of `keys` (Int32, all different, in the order of adding) in the order in which they are written.
std::vector<std::uint32_t> hashtable_order(std::span<const std::int32_t> keys);

}  // namespace dotwire::dataset_binary
