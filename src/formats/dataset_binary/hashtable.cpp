#include "formats/dataset_binary/hashtable.h"

namespace dotwire::dataset_binary {
namespace {

constexpr std::int32_t kPrimes[] = {
    3,      7,       11,      17,      23,      29,      37,      47,      59,      71,      89,      107,
    131,    163,     197,     239,     293,     353,     431,     521,     631,     761,     919,     1103,
    1327,   1597,    1931,    2333,    2801,    3371,    4049,    4861,    5839,    7013,    8419,    10103,
    12143,  14591,   17519,   21023,   25229,   30293,   36353,   43627,   52361,   62851,   75431,   90523,
    108631, 130363,  156437,  187751,  225307,  270371,  324449,  389357,  467237,  560689,  672827,  807403,
    968897, 1162687, 1395263, 1674319, 2009191, 2411033, 2893249, 3471899, 4166287, 4999559, 5999471, 7199369};

// The step of double hashing is taken modulo size - 1, so sizes with size % 101 == 1 are left out beyond the list.
constexpr std::int32_t kHashPrime = 101;

bool is_prime(std::int32_t odd) {
  for (std::int32_t divisor = 3; divisor <= odd / divisor; divisor += 2) {
    if (odd % divisor == 0) return false;
  }
  return true;
}

std::int32_t prime_from(std::int32_t least) {
  for (const std::int32_t prime : kPrimes) {
    if (prime >= least) return prime;
  }
  for (std::int32_t candidate = least | 1; candidate < INT32_MAX - 1; candidate += 2) {
    if ((candidate - 1) % kHashPrime != 0 && is_prime(candidate)) return candidate;
  }
  return least;
}

std::size_t load_size(std::int32_t hash_size) {
  return static_cast<std::size_t>(0.72F * static_cast<float>(hash_size));
}

struct Bucket {
  std::uint32_t entry = 0;  // index + 1; 0 where the bucket is empty
};

class Buckets {
 public:
  explicit Buckets(std::size_t size) : buckets_(size) {}

  void put(std::uint32_t entry, std::int32_t key) {
    const auto seed = static_cast<std::uint32_t>(key) & 0x7FFFFFFF;
    const auto size = static_cast<std::uint32_t>(buckets_.size());
    const std::uint32_t step = 1 + seed * kHashPrime % (size - 1);
    std::uint32_t at = seed % size;
    while (buckets_[at].entry != 0) at = static_cast<std::uint32_t>((std::uint64_t{at} + step) % size);
    buckets_[at].entry = entry;
  }

  std::size_t size() const { return buckets_.size(); }
  std::uint32_t entry(std::size_t i) const { return buckets_[i].entry; }

 private:
  std::vector<Bucket> buckets_;
};

Buckets grown(const Buckets& old, std::span<const std::int32_t> keys) {
  Buckets larger(static_cast<std::size_t>(prime_from(static_cast<std::int32_t>(old.size() * 2))));
  for (std::size_t i = 0; i < old.size(); ++i) {
    if (old.entry(i) != 0) larger.put(old.entry(i), keys[old.entry(i) - 1]);
  }
  return larger;
}

}  // namespace

HashtableShape shape_of_hashtable(std::size_t count) {
  HashtableShape shape;
  for (std::size_t added = 0; added < count; ++added) {
    if (added >= load_size(shape.hash_size)) {
      shape.hash_size = prime_from(shape.hash_size * 2);
      ++shape.version;
    }
    ++shape.version;
  }
  return shape;
}

std::vector<std::uint32_t> hashtable_order(std::span<const std::int32_t> keys) {
  Buckets buckets(3);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i >= load_size(static_cast<std::int32_t>(buckets.size()))) buckets = grown(buckets, keys);
    buckets.put(static_cast<std::uint32_t>(i + 1), keys[i]);
  }
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (std::size_t i = buckets.size(); i-- > 0;) {
    if (buckets.entry(i) != 0) order.push_back(buckets.entry(i) - 1);
  }
  return order;
}

}  // namespace dotwire::dataset_binary
