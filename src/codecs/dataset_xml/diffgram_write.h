// <diffgr:diffgram> (xml-json-formats.md F.3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/prefixes.h"

namespace dotwire::dataset_xml {

// The element around the rows.
struct Container {
  std::string local;
  std::string_view prefix;
  std::string_view uri;
};

// What is written: tables of a scope, in this order. Borrows all that it names.
struct Selection {
  Scope scope;
  std::vector<std::uint32_t> tables;
  std::vector<std::string_view> namespaces;  // of all tables of the scope
  Container container;
  bool whole_set = false;
};

// Fails if rows of a whole set were not written: those that stand inside one another in a circle stand nowhere.
Status check_all_written(const Selection& selection, std::uint64_t written);

Markup markup_of(const WriteOptions& options);

// At a depth and place: the element, without what stands before it.
Status append_diffgram(Buffer& out, const Selection& selection, const WriteOptions& options, Prefixes& prefixes,
                       Prefixes::Place around);

}  // namespace dotwire::dataset_xml
