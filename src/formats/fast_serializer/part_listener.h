// Who wants to know which bytes of a document are which part of its schema.
#pragma once

#include <cstdint>
#include <string_view>

namespace dotwire::fast_serializer {

// Parts do not overlap.
class PartListener {
 public:
  virtual void begin(std::string_view part, const std::uint8_t* at) = 0;
  // Of the part that was begun last. Texts live until it returns. False: reading ends, with an error that means
  // nothing.
  virtual bool end(const std::uint8_t* at, std::string_view name, std::string_view type) = 0;

 protected:
  ~PartListener() = default;
};

}  // namespace dotwire::fast_serializer
