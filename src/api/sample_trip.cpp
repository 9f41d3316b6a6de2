#include "api/sample_trip.h"

#include <algorithm>
#include <string>
#include <vector>

#include "dotwire/convert.h"
#include "model/table_sample.h"

namespace dotwire {
namespace {

struct Sample {
  explicit Sample(const Document& from) {
    document.format = from.format;
    document.dialect = from.dialect;
    if (from.kind() == DocumentKind::Table) {
      tables.push_back(&document.make_table());
      model::take_sample(from.table(), *tables[0]);
      return;
    }
    set = &document.make_table_set();
    model::take_sample(from.table_set(), *set);
    for (const auto& table : set->tables) tables.push_back(table.get());
  }

  Document document;
  std::vector<model::Table*> tables;  // in it
  model::TableSet* set = nullptr;     // the same
};

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

// What is not set is whatever the reader has; formats name what a table has from a set that is not there.
template <class Named>
void adopt_locale(const Named& read, Named& sample) {
  if (sample.locale_set) return;
  sample.locale = read.locale;
  sample.locale_set = read.locale_set;
  sample.locale_id = read.locale_id;
}

bool all_rows_are(model::RowState state, const model::Table& table) {
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    if (table.row(i).state != state) return false;
  }
  return true;
}

// All rows Added is what filling a table and most readers make of any content: it says nothing.
void adopt_states(const model::Table& read, model::Table& sample) {
  if (sample.row_count() != read.row_count() || !all_rows_are(model::RowState::Added, sample)) return;
  if (!all_rows_are(model::RowState::Unchanged, read)) return;
  for (std::size_t i = 0; i < sample.row_count(); ++i) {
    const std::uint64_t record = sample.row(i).current;
    sample.set_row(i, {model::RowState::Unchanged, record, record, model::kNoRecord});
  }
}

void adopt_unset(const model::Table& read, model::Table& sample) {
  adopt_locale(read, sample);
  adopt_states(read, sample);
}

// Of one table or a set of it, the table counts.
std::string difference_of(Sample& sample, std::string_view table, const Document& read) {
  if (table.empty() && sample.set != nullptr && read.kind() == DocumentKind::TableSet) {
    const model::TableSet& other = read.table_set();
    adopt_locale(other, *sample.set);
    for (std::size_t i = 0; i < std::min(sample.tables.size(), other.tables.size()); ++i) {
      adopt_unset(*other.tables[i], *sample.tables[i]);
    }
    return first_difference(*sample.set, other);
  }
  const std::vector<const model::Table*> other = read.tables();
  const auto chosen = std::ranges::find_if(
      sample.tables, [&](const model::Table* each) { return table.empty() || each->name == table; });
  if (chosen == sample.tables.end()) return "tables";
  // Beside it may stand what is nested in it.
  const auto found = std::ranges::find_if(
      other, [&](const model::Table* each) { return other.size() == 1 || each->name == (*chosen)->name; });
  if (found == other.end()) return "tables";
  adopt_unset(**found, **chosen);
  const bool inherits = sample.set != nullptr && !(*chosen)->case_sensitive_set;
  if (inherits && (*found)->case_sensitive == sample.set->case_sensitive) {
    (*chosen)->case_sensitive = sample.set->case_sensitive;
  }
  return first_difference(**chosen, **found);
}

// Whether relations that are there on both sides come in another order.
bool are_reordered(const std::vector<model::Relation>& sample, const std::vector<model::Relation>& read) {
  std::size_t last = 0;
  for (const model::Relation& relation : sample) {
    const auto found = std::ranges::find(read, relation.name, &model::Relation::name);
    if (found == read.end()) continue;
    const auto place = static_cast<std::size_t>(found - read.begin());
    if (place < last) return true;
    last = place;
  }
  return false;
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
  Sample sample(document);
  Buffer written;
  if (const Status status = target.write(sample.document, options, written); !status.ok()) {
    if (!is_named(losses, status.error())) losses.push_back({status.error().path(), status.error().message()});
    return;
  }
  if (target.read == nullptr) return;
  const Result<Document> read = read_again(sample.document, written, target, options);
  if (!read.ok()) {
    // What a reader does not take on purpose was named where it was left out.
    if (read.error().code() == ErrorCode::Unsupported && !losses.empty()) return;
    losses.push_back({"", std::string(kNotReadAgain) + ": " + read.error().to_string()});
    return;
  }
  if (sample.set != nullptr && read->kind() == DocumentKind::TableSet && options.table.empty() &&
      are_reordered(sample.set->relations, read->table_set().relations)) {
    losses.push_back({"relations", "they come in another order when it is read again"});
  }
  // Formats that tell no types give what values look like. Who has texts changed knows it.
  const bool changes_texts = options.xml_chars == XmlChars::Escape || options.xml_chars == XmlChars::Replace;
  if (!losses.empty() || changes_texts || (target.options & kNamesTable) != 0) return;
  std::string difference = difference_of(sample, options.table, *read);
  if (!difference.empty() && (target.options & kTakesSchema) != 0) {
    const Result<Document> with_schema = read_with_schema(sample.document, written, target, options);
    if (with_schema.ok()) difference = difference_of(sample, options.table, *with_schema);
  }
  if (!difference.empty())
    losses.push_back({path_of_loss(std::move(difference)), "is something else when it is read again"});
}

}  // namespace dotwire
