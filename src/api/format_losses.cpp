#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "api/loss_probes.h"
#include "api/sample_trip.h"
#include "dotwire/convert.h"

namespace dotwire {
namespace {

// The CLR names of properties that end a path behind a name; names themselves may hold '/'.
bool is_property(std::string_view word) {
  constexpr std::array<std::string_view, 32> kProperties = {"AllowDBNull",
                                                            "AutoIncrement",
                                                            "AutoIncrementSeed",
                                                            "AutoIncrementCurrent",
                                                            "Caption",
                                                            "CaseSensitive",
                                                            "Class",
                                                            "ColumnMapping",
                                                            "Current",
                                                            "DataType",
                                                            "DateTimeMode",
                                                            "DefaultValue",
                                                            "DeleteRule",
                                                            "DisplayExpression",
                                                            "Expression",
                                                            "ExtendedProperties",
                                                            "Locale",
                                                            "MaxLength",
                                                            "MinimumCapacity",
                                                            "Namespace",
                                                            "Original",
                                                            "Prefix",
                                                            "Proposed",
                                                            "ReadOnly",
                                                            "RowError",
                                                            "RowState",
                                                            "TableName",
                                                            "TypeName",
                                                            "Unique",
                                                            "UpdateRule",
                                                            "SimpleType",
                                                            "rows"};
  return std::ranges::find(kProperties, word) != kProperties.end();
}

constexpr std::array<std::string_view, 5> kLists = {"columns", "rows", "constraints", "relations", "tables"};

// "columns/" + NAME + the rest, which begins with a '/' or is empty.
struct Named {
  std::string_view list;
  std::string_view rest;
};

Named split(std::string_view path) {
  for (const std::string_view list : kLists) {
    if (!path.starts_with(list) || path.size() <= list.size() || path[list.size()] != '/') continue;
    const std::string_view behind = path.substr(list.size() + 1);
    // Of a table's name its last lists are none.
    for (std::size_t at = behind.find('/'); at != std::string_view::npos; at = behind.find('/', at + 1)) {
      const std::string_view word = behind.substr(at + 1, behind.find('/', at + 1) - at - 1);
      const bool in_table = list == "tables" && std::ranges::find(kLists, word) != kLists.end();
      if (in_table || is_property(word)) return {list, behind.substr(at)};
    }
    return {list, {}};
  }
  return {};
}

// "ExtendedProperties/*", "Current/*": what stands behind is a name.
std::string without_last_name(std::string_view path) {
  for (const std::string_view last : {"ExtendedProperties/", "Current/"}) {
    const std::size_t at = path.rfind(last);
    const bool starts = at == 0 || (at != std::string_view::npos && path[at - 1] == '/');
    if (starts && at + last.size() < path.size()) return std::string(path.substr(0, at + last.size())) + '*';
  }
  return std::string(path);
}

std::string general_path(std::string_view path) {
  Named named = split(path);
  if (named.list == "tables" && !named.rest.empty()) {
    path = named.rest.substr(1);
    named = split(path);
  }
  if (named.list.empty()) return without_last_name(path);
  return without_last_name(std::string(named.list) + "/*" + std::string(named.rest));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Without the names and numbers of one document.
std::string general_text(std::string text) {
  if (text.starts_with(kNotReadAgain)) return std::string(kNotReadAgain);
  const std::size_t rows = text.rfind(" (");
  if (rows != std::string::npos && text.ends_with(")")) text.resize(rows);
  std::string general;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      if (!quoted) general += "...";
      quoted = !quoted;
    } else if (!quoted && is_digit(c) && (i == 0 || text[i - 1] == ' ')) {
      general += 'N';
      while (i + 1 < text.size() && is_digit(text[i + 1])) ++i;
    } else if (!quoted) {
      general += c;
    }
  }
  constexpr std::string_view kOfClass = "a value of class ";
  if (general.starts_with(kOfClass)) general.replace(kOfClass.size(), general.find(',') - kOfClass.size(), "...");
  if (general.starts_with("N value is ")) general.replace(0, 11, "N values are ");
  return general;
}

class Found {
 public:
  void add(FormatLoss loss) {
    if (std::ranges::find(losses_, loss) == losses_.end()) losses_.push_back(std::move(loss));
  }
  std::vector<FormatLoss> take() { return std::move(losses_); }

 private:
  std::vector<FormatLoss> losses_;
};

void ask(const Document& probe, const Format& target, const Options& options, Found& found) {
  Buffer out;
  const Status written = write_document(probe, target, out, options);
  FormatLoss refusal;
  if (!written.ok()) refusal = general_loss({written.error().path(), written.error().message()});
  bool is_named = written.ok();
  for (const Loss& loss : find_losses(probe, target, options)) {
    FormatLoss general = general_loss(loss);
    general.refused = !written.ok() && (general.path == refusal.path || general.what == refusal.what);
    is_named |= general.refused;
    found.add(std::move(general));
  }
  if (is_named) return;
  refusal.refused = true;
  found.add(std::move(refusal));
}

}  // namespace

FormatLoss general_loss(const Loss& loss) { return {general_path(loss.path), general_text(loss.what), false, false}; }

std::vector<FormatLoss> format_losses(const Format& target, const Options& options) {
  Found found;
  for (const InherentLoss& loss : target.inherent) {
    found.add({std::string(loss.path), std::string(loss.what), false, true});
  }
  for (const DocumentKind kind : {DocumentKind::Table, DocumentKind::TableSet, DocumentKind::Graph}) {
    for (const Document& probe : loss_probes(kind)) {
      ask(probe, target, options, found);
      if (!target.holds(kind) || target.write == nullptr) break;  // one says it of all
      // One table of a set.
      const std::vector<const model::Table*> tables = probe.tables();
      if (kind != DocumentKind::TableSet || tables.empty() || (target.options & kTakesTable) == 0) continue;
      Options one = options;
      one.table = tables.back()->name;
      if (!one.table.empty()) ask(probe, target, one, found);
    }
  }
  return found.take();
}

}  // namespace dotwire
