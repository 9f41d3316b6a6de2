#include "cli/event_printer.h"

#include <unistd.h>

#include <algorithm>

#include "cli/json_line.h"

namespace dotwire::cli {
namespace {

constexpr std::string_view kDim = "\x1B[2m";
constexpr std::string_view kBold = "\x1B[1m";
constexpr std::string_view kPlain = "\x1B[0m";
constexpr std::size_t kBytesPerLine = 16;

std::string padded(std::uint64_t value, std::size_t width) {
  std::string text = std::to_string(value);
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string hex_offset(std::uint64_t offset) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (int shift = offset > 0xFFFFFFFF ? 60 : 28; shift >= 0; shift -= 4) text += kDigits[offset >> shift & 15];
  return text;
}

}  // namespace

EventPrinter::EventPrinter(const std::string& file, std::span<const std::uint8_t> input, const EventLayout& layout,
                           Output& out)
    : file_(file),
      input_(layout.layered ? std::span<const std::uint8_t>() : input),
      layout_(layout),
      color_(!layout.json && is_terminal(STDOUT_FILENO)),
      out_(out) {}

bool EventPrinter::visit(const Event& event) {
  if (layout_.json) return layout_.like_tree ? write_json_like_tree(event) : write_json(event);
  return write_text(event) && (!layout_.hex || write_bytes(event.offset, event.length));
}

bool EventPrinter::write_json(const Event& event) {
  JsonLine line;
  line.number("version", 1).text("file", file_).unsigned_number("offset", layout_.start + event.offset);
  line.unsigned_number("length", event.length).unsigned_number("record", event.index);
  line.boolean("value", !event.is_record).number("depth", event.depth).text("kind", event.kind);
  if (event.has_id) {
    line.number("id", event.id);
  } else {
    line.null("id");
  }
  line.text_or_null("path", event.path()).text_or_null("detail", event.detail(200));
  return out_.write(line.take());
}

bool EventPrinter::write_json_like_tree(const Event& event) {
  JsonLine line;
  line.number("version", 1).text("file", file_).number("depth", event.depth).text("path", event.path());
  line.null("name").text("type", event.kind);
  if (event.has_id) {
    line.number("id", event.id);
  } else {
    line.null("id");
  }
  line.text_or_null("value", event.detail(200)).null("children").unsigned_number("left_out", 0);
  return out_.write(line.take());
}

// OFFSET LENGTH KIND #ID DETAIL  PATH
bool EventPrinter::write_text(const Event& event) {
  constexpr std::uint32_t kDeepest = 20;
  std::string line;
  if (color_) line += kDim;
  line += padded(layout_.start + event.offset, 8) + padded(event.length, 7) + "  ";
  if (color_) line += kPlain;
  line.append(std::min(event.depth, kDeepest) * 2, ' ');
  if (color_ && event.is_record) line += kBold;
  line += event.kind;
  if (color_ && event.is_record) line += kPlain;
  if (event.has_id) line += " #" + std::to_string(event.id);
  const std::string detail = event.detail();
  if (!detail.empty()) line += (event.is_record ? " " : " = ") + detail;
  if (event.depth != 0) line += "  at " + event.path();
  return out_.write(line + '\n');
}

bool EventPrinter::write_bytes(std::uint64_t offset, std::uint64_t length) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (offset > input_.size()) return true;
  const std::uint64_t end = offset + std::min<std::uint64_t>(length, input_.size() - offset);
  while (offset < end) {
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(kBytesPerLine, end - offset));
    std::string line = "    " + hex_offset(layout_.start + offset) + " ";
    for (std::size_t i = 0; i < kBytesPerLine; ++i) {
      line += ' ';
      line += i < count ? kDigits[input_[offset + i] >> 4] : ' ';
      line += i < count ? kDigits[input_[offset + i] & 15] : ' ';
    }
    line += "  ";
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint8_t byte = input_[offset + i];
      line += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
    }
    if (!out_.write(line + '\n')) return false;
    offset += count;
  }
  return true;
}

void EventPrinter::rest(std::uint64_t offset) {
  if (offset >= input_.size()) return;
  out_.write(padded(layout_.start + offset, 8) + padded(input_.size() - offset, 7) + "  (no record)\n");
  write_bytes(offset, input_.size() - offset);
}

}  // namespace dotwire::cli
