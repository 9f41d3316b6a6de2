#include "wire/xml/roots.h"

namespace dotwire::xml {

bool another_follows(const Reader& reader, std::string_view raw_name) {
  const std::string_view document = reader.document_text();
  std::string_view rest = document.substr(reader.index_of(reader.position()));
  while (true) {
    const std::size_t start = rest.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return false;
    rest.remove_prefix(start);
    if (!rest.starts_with("<!--")) break;
    const std::size_t end = rest.find("-->", 4);
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + 3);
  }
  if (!rest.starts_with('<') || !rest.substr(1).starts_with(raw_name)) return false;
  rest.remove_prefix(1 + raw_name.size());
  return !rest.empty() && std::string_view(" \t\r\n>/").find(rest[0]) != std::string_view::npos;
}

}  // namespace dotwire::xml
