// Each thing that a format is said to lose is really lost, and nothing else.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/loss_probes.h"
#include "dotwire/convert.h"

namespace dotwire {
namespace {

std::string difference(const Document& a, const Document& b) {
  if (a.kind() == DocumentKind::TableSet && b.kind() == DocumentKind::TableSet) {
    return model::first_difference(a.table_set(), b.table_set());
  }
  const std::vector<const model::Table*> left = a.tables();
  const std::vector<const model::Table*> right = b.tables();
  if (left.size() != 1 || right.size() != 1) return "another kind of content";
  return model::first_difference(*left[0], *right[0]);
}

// What a table has from its set it has itself where it is read alone. A payload must name a culture: that of the table,
// or the invariant one where none was set.
template <class Named>
void forget_usual_culture(const Named& probe, const Named& read) {
  if (probe.locale == read.locale) const_cast<Named&>(read).locale_set = probe.locale_set;
}

void forget_usual_culture(const Document& probe, const Document& read) {
  const std::vector<const model::Table*> left = probe.tables();
  const std::vector<const model::Table*> right = read.tables();
  const bool in_set = probe.kind() == DocumentKind::TableSet;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    forget_usual_culture(*left[i], *right[i]);
    if (!in_set) continue;
    // Or that of the set, which the table has then itself; a table alone so with the namespace.
    auto& read_table = const_cast<model::Table&>(*right[i]);
    if (!left[i]->locale_set && right[i]->locale == probe.table_set().locale) {
      read_table.locale = left[i]->locale;
      read_table.locale_set = false;
    }
    if (!left[i]->case_sensitive_set && right[i]->case_sensitive == probe.table_set().case_sensitive) {
      read_table.case_sensitive = left[i]->case_sensitive;
    }
    const bool inherits = !left[i]->namespace_set && left[i]->namespace_uri.empty();
    if (inherits && right[i]->namespace_uri == probe.table_set().namespace_uri) read_table.namespace_uri.clear();
  }
  const bool sets = probe.kind() == DocumentKind::TableSet && read.kind() == DocumentKind::TableSet;
  if (sets) forget_usual_culture(probe.table_set(), read.table_set());
}

std::string in_json(const Document& probe) {
  Buffer out;
  if (!write_document(probe, *find_format("json"), out).ok()) return "no JSON";
  return std::string(out.text());
}

// Rows alone, which are read with the schema that they lack.
bool takes_other_schema(const Format& format) {
  return format.name == "datatable-diffgram" || format.name == "datatable-xml-data";
}

// Written and read again; without a value where it cannot be written, or not be read without what was lost.
Result<Document> again(const Document& probe, const Format& format, Options options, Buffer& out, Buffer& schema) {
  if (const Status written = write_document(probe, format, out, options); !written.ok()) {
    return Error(ErrorCode::NotRepresentable, "not written: " + written.error().message());
  }
  if (takes_other_schema(format)) {
    const Status written = write_document(probe, *find_format("datatable-xsd"), schema);
    if (!written.ok()) return Error(ErrorCode::NotRepresentable, "no schema");
    options.schema = schema;
  }
  return read_document(out, format, options);
}

struct Answer {
  std::vector<FormatLoss> losses;
  bool written = false;
  std::string difference;
};

Answer ask(const Document& probe, const Format& format, const Options& options = {}) {
  Answer answer;
  for (const Loss& loss : find_losses(probe, format, options)) answer.losses.push_back(general_loss(loss));
  if (takes_other_schema(format)) {
    for (const Loss& loss : find_losses(probe, *find_format("datatable-xsd")))
      answer.losses.push_back(general_loss(loss));
  }
  Buffer out;
  Buffer schema;
  const Result<Document> read = again(probe, format, options, out, schema);
  answer.written = read.ok();
  if (read.ok()) forget_usual_culture(probe, *read);
  answer.difference = read.ok() ? difference(probe, *read) : read.error().to_string();
  return answer;
}

// CSV and NDJSON tell types by the look of values. DiffGrams and rows alone are read with the schema that they lack.
bool is_compared(const Format& format) {
  return format.read != nullptr && format.write != nullptr && format.holds(DocumentKind::Table) &&
         format.name != "csv" && format.name != "ndjson";
}
bool has_schema(const Format& format) { return !takes_other_schema(format) && format.name != "datatable-xsd"; }

// "tables/T/columns/C/defaultValue of System.Decimal" without the names.
std::string general_difference(const Document& probe, std::string path) {
  for (const auto& [name, general] :
       {std::pair("tables/T/", ""), std::pair("tables/P/", ""), std::pair("tables/Q/", ""),
        std::pair("columns/C", "columns/*"), std::pair("columns/Id", "columns/*"), std::pair("current/C", "current/*"),
        std::pair("[0]", "*"), std::pair("Key", "*")}) {
    const std::size_t at = path.find(name);
    if (at != std::string::npos) path.replace(at, std::string_view(name).size(), general);
  }
  const model::Column* column = probe.tables().empty() ? nullptr : probe.tables()[0]->find_column("C");
  if (column != nullptr && path.find('*') != std::string::npos) path += " of " + column->type_name;
  return path;
}

TEST(FormatLosses, NothingElseIsLost) {
  std::map<std::string, std::set<std::string>> found;
  std::map<std::string, std::string> first;  // that loses it
  for (const Format& format : builtin_formats()) {
    if (!is_compared(format)) continue;
    for (const DocumentKind kind : {DocumentKind::Table, DocumentKind::TableSet}) {
      for (const Document& probe : loss_probes(kind)) {
        const Answer answer = ask(probe, format);
        if (!answer.losses.empty() || answer.difference.empty() || !answer.written) continue;
        const std::string where = general_difference(probe, answer.difference);
        found[where].insert(std::string(format.name));
        first.try_emplace(where, in_json(probe));
      }
    }
  }
  std::map<std::string, std::string> texts;
  for (const auto& [path, formats] : found) {
    std::string& text = texts[path];
    for (const std::string& format : formats) text += (text.empty() ? "" : " ") + format;
  }
  for (const auto& [path, text] : texts) {
    ADD_FAILURE() << path << " is lost without a word by " << text << ": " << first[path];
  }
}

// The models are compared as .NET's users see them: some of what is lost is not seen so.
bool is_seen(const FormatLoss& loss) {
  return loss.path != "TypeName" && loss.path != "Class" && loss.path != "columns/*/DataType" &&
         loss.path != "SchemaSerializationMode" && loss.what != "the schema says that of the DataSet alone" &&
         loss.what != "becomes that of the DataSet" && !loss.what.ends_with(".NET does not read the payload");
}

TEST(FormatLosses, WhatIsNamedIsLost) {
  for (const Format& format : builtin_formats()) {
    if (!is_compared(format) || !has_schema(format)) continue;
    std::set<std::string> lost;
    for (const DocumentKind kind : {DocumentKind::Table, DocumentKind::TableSet}) {
      for (const Document& probe : loss_probes(kind)) {
        Options one;
        if (kind == DocumentKind::TableSet && !probe.tables().empty()) one.table = probe.tables().back()->name;
        for (const Options& options : {Options(), one}) {
          const Answer answer = ask(probe, format, options);
          for (const FormatLoss& loss : answer.losses) {
            if (!answer.difference.empty()) lost.insert(loss.path + ": " + loss.what);
          }
        }
      }
    }
    for (const FormatLoss& loss : format_losses(format)) {
      const bool of_set = loss.path == "relations/*" || loss.path == "tables/*" || loss.path == "DataSetName" ||
                          loss.what.ends_with("DataSet");
      if (loss.refused || !is_seen(loss) || of_set) continue;
      EXPECT_TRUE(lost.contains(loss.path + ": " + loss.what)) << format.name << ": " << loss.path << ": " << loss.what;
    }
  }
}

}  // namespace
}  // namespace dotwire
