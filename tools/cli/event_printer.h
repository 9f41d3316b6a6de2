// Records and values of a document as lines, with their bytes if wanted.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cli/output.h"
#include "dotwire/event.h"

namespace dotwire::cli {

class EventPrinter final : public EventVisitor {
 public:
  // `layered`: offsets count in a content that is not `input`, so there are no bytes to show.
  EventPrinter(const std::string& file, std::span<const std::uint8_t> input, bool hex, bool json, bool layered,
               Output& out);

  bool visit(const Event& event) override;
  // The bytes from an offset to the end, which no event covers.
  void rest(std::uint64_t offset);

 private:
  bool write_json(const Event& event);
  bool write_text(const Event& event);
  bool write_bytes(std::uint64_t offset, std::uint64_t length);

  const std::string& file_;
  std::span<const std::uint8_t> input_;
  bool hex_;
  bool json_;
  bool color_;
  Output& out_;
};

}  // namespace dotwire::cli
