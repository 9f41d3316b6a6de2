#include "api/sample_trip.h"

#include <algorithm>
#include <string>

#include "dotwire/convert.h"
#include "model/table_sample.h"

namespace dotwire {
namespace {

Document sample_of(const Document& document) {
  Document sample;
  sample.format = document.format;
  sample.dialect = document.dialect;
  if (document.kind() == DocumentKind::Table) {
    model::take_sample(document.table(), sample.make_table());
  } else {
    model::take_sample(document.table_set(), sample.make_table_set());
  }
  return sample;
}

// --- reading it again

// Where a format needs a schema beside the document.
Result<Document> read_with_schema(const Document& sample, const Buffer& written, const Format& target,
                                  Options reading) {
  Buffer schema;
  const Format& xsd = *find_format("datatable-xsd");
  if (Status status = write_document(sample, xsd, schema, reading); !status.ok()) return std::move(status).error();
  reading.schema = schema;
  return read_document(written, target, reading);
}

Result<Document> read_again(const Document& sample, const Buffer& written, const Format& target,
                            const Options& options) {
  Options reading = options;
  reading.schema = {};
  reading.first_objects = 0;
  Result<Document> read = read_document(written, target, reading);
  if (read.ok() || (target.options & kTakesSchema) == 0) return read;
  return read_with_schema(sample, written, target, reading);
}

// --- what differs then

// What is not set is whatever the reader has.
template <class Named>
void forget_locale(const Named& written, Named& read) {
  if (written.locale_set) return;
  read.locale_set = false;
  read.locale_id.reset();
}

void forget_unset(const model::Table& written, model::Table& read) {
  if (!written.case_sensitive_set) read.case_sensitive = written.case_sensitive;
  forget_locale(written, read);
}

std::string difference_of(const model::Table& written, model::Table& read) {
  forget_unset(written, read);
  return first_difference(written, read);
}

std::string difference_of(const model::TableSet& written, model::TableSet& read) {
  forget_locale(written, read);
  for (std::size_t i = 0; i < std::min(written.tables.size(), read.tables.size()); ++i) {
    forget_unset(*written.tables[i], *read.tables[i]);
  }
  return first_difference(written, read);
}

// Of one table or a set of it, the table counts. What was read is ours.
std::string difference_of(const Document& sample, std::string_view table, const Document& read) {
  const bool whole = table.empty() && sample.kind() == DocumentKind::TableSet;
  if (whole && read.kind() == DocumentKind::TableSet) {
    return difference_of(sample.table_set(), const_cast<model::TableSet&>(read.table_set()));  // NOLINT
  }
  const std::vector<const model::Table*> written = sample.tables();
  const std::vector<const model::Table*> other = read.tables();
  const auto chosen =
      std::ranges::find_if(written, [&](const model::Table* each) { return table.empty() || each->name == table; });
  if (other.size() != 1 || chosen == written.end()) return "tables";
  return difference_of(**chosen, const_cast<model::Table&>(*other[0]));  // NOLINT
}

// "columns/A/maxLength", "rows/[3]/current/A": losses name properties as the CLR does.
std::string path_of_loss(std::string path) {
  const auto raise = [&path](std::size_t at) {
    if (path[at] >= 'a' && path[at] <= 'z') path[at] = static_cast<char>(path[at] - 'a' + 'A');
  };
  const std::size_t properties = path.find("extendedProperties");
  const std::size_t row = path.find("]/");
  const std::size_t last = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  constexpr std::string_view kLists[] = {"tables", "columns", "rows", "constraints", "relations"};
  if (properties != std::string::npos) {
    raise(properties);
  } else if (row != std::string::npos && row + 2 < path.size()) {
    raise(row + 2);
  } else if (std::ranges::find(kLists, std::string_view(path).substr(last)) == std::end(kLists)) {
    raise(last);
  }
  return path;
}

// An error without a place is said by whatever else was named. Not all writers name places as losses do.
bool is_named(const std::vector<Loss>& losses, const Error& error) {
  if (error.path().empty()) return !losses.empty();
  return std::ranges::any_of(
      losses, [&](const Loss& loss) { return loss.path == error.path() || loss.what == error.message(); });
}

}  // namespace

void add_losses_of_sample(const Document& document, const Format& target, const Options& options,
                          std::vector<Loss>& losses) {
  const Document sample = sample_of(document);
  Buffer written;
  if (const Status status = target.write(sample, options, written); !status.ok()) {
    if (!is_named(losses, status.error())) losses.push_back({status.error().path(), status.error().message()});
    return;
  }
  if (target.read == nullptr) return;
  const Result<Document> read = read_again(sample, written, target, options);
  if (!read.ok()) {
    // What a reader does not take on purpose was named where it was left out.
    if (read.error().code() == ErrorCode::Unsupported && !losses.empty()) return;
    losses.push_back({"", std::string(kNotReadAgain) + ": " + read.error().to_string()});
    return;
  }
  // Formats that tell no types give what values look like. Who has texts changed knows it.
  const bool changes_texts = options.xml_chars == XmlChars::Escape || options.xml_chars == XmlChars::Replace;
  if (!losses.empty() || changes_texts || (target.options & kNamesTable) != 0) return;
  std::string difference = difference_of(sample, options.table, *read);
  if (!difference.empty() && (target.options & kTakesSchema) != 0) {
    const Result<Document> with_schema = read_with_schema(sample, written, target, options);
    if (with_schema.ok()) difference = difference_of(sample, options.table, *with_schema);
  }
  if (!difference.empty())
    losses.push_back({path_of_loss(std::move(difference)), "is something else when it is read again"});
}

}  // namespace dotwire
