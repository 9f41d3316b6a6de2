// Looking into documents: records with their offsets, and the content as a tree of lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/format.h"

namespace dotwire {

// Calls the visitor for each record of the input, up to the damage if there is one. `summary` says how far that was.
// Unsupported for formats without records.
Status walk(std::span<const std::uint8_t> input, const Format& format, EventVisitor& visitor, WalkSummary& summary,
            const Options& options = {});

// The record that a byte of the input belongs to.
struct Location {
  bool found = false;
  std::uint64_t record = 0;  // from 0
  std::string kind;          // of the record, or of the value in it
  std::string path;
};

// Looks among the records up to the damage, which counts as part of the record it stands in. Not found for formats
// without records and for bytes inside a compressed layer.
Location locate(std::span<const std::uint8_t> input, const Format& format, std::uint64_t offset,
                const Options& options = {});

struct TreeOptions {
  std::uint32_t depth = 16;       // levels below the root that are shown
  std::uint64_t max_items = 100;  // members, elements, rows shown of one parent
  std::uint32_t max_text = 120;   // bytes of one text
  bool raw_names = false;         // "<Name>k__BackingField" as it is, and framework types as their records
};

// One line of the tree: a value, or what its children follow. Views live until line() returns.
struct TreeLine {
  std::uint32_t depth = 0;
  std::string_view path;  // "/Lines/[3]"; "/" for the root. Of more than 256 steps the middle is "/..."
  std::string_view name;  // the last step of it; empty for the root
  std::string_view type;  // for people: "List<Order>", "String"; empty for null and references
  std::int32_t id = 0;    // object id as recorded; 0: none
  // Text of a value, "-> #5" for an object shown elsewhere, "null"; of a framework object with children what it is in a
  // few words (an exception's message), or empty. Control characters are escaped.
  std::string_view value;
  bool has_children = false;
  std::uint64_t children = 0;  // members, items, entries or rows
  std::uint64_t left_out = 0;  // not 0: this line only says that so many children of its parent are not shown
};

class TreeVisitor {
 public:
  virtual ~TreeVisitor() = default;
  // False stops.
  virtual bool line(const TreeLine& line) = 0;
};

// Each object once, with its content where it is met first and as a reference elsewhere. No recursion.
void walk_tree(const Document& document, const TreeOptions& options, TreeVisitor& visitor);

}  // namespace dotwire
