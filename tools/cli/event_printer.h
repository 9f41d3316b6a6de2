// Records and values of a document as lines, with their bytes if wanted.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cli/output.h"
#include "dotwire/event.h"

namespace dotwire::cli {

struct EventLayout {
  bool hex = false;
  bool json = false;
  bool like_tree = false;   // JSON with the keys of TreePrinter, for what cannot be shown as a tree
  bool layered = false;     // offsets count in a content that is not the input, so there are no bytes to show
  std::uint64_t start = 0;  // of the input in its file, where offsets are shown
};

class EventPrinter final : public EventVisitor {
 public:
  EventPrinter(const std::string& file, std::span<const std::uint8_t> input, const EventLayout& layout, Output& out);

  bool visit(const Event& event) override;
  // The bytes from an offset to the end, which no event covers.
  void rest(std::uint64_t offset);

 private:
  bool write_json(const Event& event);
  bool write_json_like_tree(const Event& event);
  bool write_text(const Event& event);
  bool write_bytes(std::uint64_t offset, std::uint64_t length);

  const std::string& file_;
  std::span<const std::uint8_t> input_;
  EventLayout layout_;
  bool color_;
  Output& out_;
};

}  // namespace dotwire::cli
