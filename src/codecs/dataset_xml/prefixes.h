// Which prefixes stand for which namespaces at a place of the document that is written.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/dataset_xml/markup.h"

namespace dotwire::dataset_xml {

// Places are numbers: two places with the same declarations around them are one. 0 has none.
class Prefixes {
 public:
  using Place = std::uint32_t;

  // The place inside an element that declares the prefix (empty: the default namespace).
  Place declare(Place around, std::string_view prefix, std::string_view uri);
  // Empty if it stands for none.
  std::string_view resolve(Place at, std::string_view prefix) const;
  bool stands_for(Place at, std::string_view prefix, std::string_view uri) const { return resolve(at, prefix) == uri; }
  // A prefix that is not empty and stands for the namespace here; empty if there is none.
  std::string_view prefix_for(Place at, std::string_view uri) const;

 private:
  struct Binding {
    Place around;
    std::string prefix;
    std::string uri;
  };
  std::vector<Binding> bindings_;  // place n is bindings_[n - 1]
  std::map<std::pair<Place, std::pair<std::string, std::string>>, Place> known_;
};

// ` xmlns:prefix="uri"`.
std::string declaration_text(const Markup& markup, std::string_view prefix, std::string_view uri);

// An element's name as it is written at a place, and what it has to declare.
struct ElementName {
  std::string qualified;
  std::string declarations;  // a blank before each
  Prefixes::Place inside = 0;
};
ElementName name_element(Prefixes& prefixes, const Markup& markup, Prefixes::Place at, std::string_view prefix,
                         std::string_view local, std::string_view uri);

}  // namespace dotwire::dataset_xml
