#include "codecs/dataset_xml/prefixes.h"

namespace dotwire::dataset_xml {

Prefixes::Place Prefixes::declare(Place around, std::string_view prefix, std::string_view uri) {
  const auto key = std::pair(around, std::pair(std::string(prefix), std::string(uri)));
  const auto [found, fresh] = known_.try_emplace(key, static_cast<Place>(bindings_.size() + 1));
  if (fresh) bindings_.push_back({around, key.second.first, key.second.second});
  return found->second;
}

std::string_view Prefixes::resolve(Place at, std::string_view prefix) const {
  for (; at != 0; at = bindings_[at - 1].around) {
    if (bindings_[at - 1].prefix == prefix) return bindings_[at - 1].uri;
  }
  return {};
}

std::string_view Prefixes::prefix_for(Place at, std::string_view uri) const {
  for (Place place = at; place != 0; place = bindings_[place - 1].around) {
    const Binding& binding = bindings_[place - 1];
    if (binding.uri == uri && !binding.prefix.empty() && resolve(at, binding.prefix) == uri) return binding.prefix;
  }
  return {};
}

std::string declaration_text(const Markup& markup, std::string_view prefix, std::string_view uri) {
  Buffer out;
  out.append(prefix.empty() ? " xmlns" : " xmlns:");
  out.append(prefix);
  out.append("=\"");
  static_cast<void>(markup.append_name(out, uri));
  out.push_back('"');
  return std::string(out.text());
}

ElementName name_element(Prefixes& prefixes, const Markup& markup, Prefixes::Place at, std::string_view prefix,
                         std::string_view local, std::string_view uri) {
  if (uri.empty()) prefix = {};
  ElementName name;
  if (!prefix.empty()) name.qualified = std::string(prefix) + ":";
  name.qualified += local;
  name.inside = at;
  if (prefixes.stands_for(at, prefix, uri)) return name;
  name.declarations = declaration_text(markup, prefix, uri);
  name.inside = prefixes.declare(at, prefix, uri);
  return name;
}

}  // namespace dotwire::dataset_xml
