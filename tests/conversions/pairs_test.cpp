// Every ordered pair of formats over the golden corpus, compared with docs/conversions.md.
//
// With DOTWIRE_WRITE_DOCS=FILE the tables of the page are written there.
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "dotwire/dotwire.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::test {
namespace {

// Documents beyond this size take long and show nothing that smaller ones do not.
constexpr std::size_t kLargest = 40'000;

// What became of the documents of one pair, and why.
struct Pair {
  std::size_t exact = 0;
  std::size_t lossy = 0;
  std::size_t refused = 0;
  std::set<std::string> losses;
  std::set<std::string> refusals;
};

using Pairs = std::map<std::pair<std::string, std::string>, Pair>;

// What a loss or refusal is about, without the names and numbers of one document.
std::string kind_of(const std::string& text) { return general_loss({"", text}).what; }

std::string difference(const Document& a, const Document& b) {
  if (a.kind() == DocumentKind::Graph || b.kind() == DocumentKind::Graph) {
    if (a.kind() != b.kind()) return "another kind of content";
    Buffer one;
    Buffer other;
    const Format& json = *find_format("json");
    if (!write_document(a, json, one).ok() || !write_document(b, json, other).ok()) return "no JSON";
    return one.text() == other.text() ? "" : "the graph";
  }
  if (a.kind() == DocumentKind::Table && b.kind() == DocumentKind::Table) {
    return model::first_difference(a.table(), b.table());
  }
  if (a.kind() == DocumentKind::TableSet && b.kind() == DocumentKind::TableSet) {
    return model::first_difference(a.table_set(), b.table_set());
  }
  const std::vector<const model::Table*> left = a.tables();
  const std::vector<const model::Table*> right = b.tables();
  if (left.size() != 1 || right.size() != 1) return "another kind of content";
  return model::first_difference(*left[0], *right[0]);
}

// A payload must name a culture: the one around the table or the invariant one, where none was set. Either way the
// culture is the same.
template <class Named>
void forget_usual_culture(const Named& source, const Named& again) {
  const bool usual = source.locale_set != again.locale_set && source.locale == again.locale;
  if (usual) const_cast<Named&>(again).locale_set = source.locale_set;
}

void forget_usual_culture(const Document& source, const Document& again) {
  const std::vector<const model::Table*> left = source.tables();
  const std::vector<const model::Table*> right = again.tables();
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) forget_usual_culture(*left[i], *right[i]);
  if (source.kind() == DocumentKind::TableSet && again.kind() == DocumentKind::TableSet) {
    forget_usual_culture(source.table_set(), again.table_set());
  }
}

Options deep() {
  Options options;
  options.limits.depth = 100'000;
  return options;
}

class Observer {
 public:
  explicit Observer(Pairs& pairs) : pairs_(pairs) {}

  // A document of that format: of the corpus, or what a writer made of one.
  void document(const Format& from, const Document& source) {
    for (const Format& to : builtin_formats()) convert(from, source, to);
  }

 private:
  void convert(const Format& from, const Document& source, const Format& to) {
    Pair& pair = pairs_[{std::string(from.name), std::string(to.name)}];
    Buffer out;
    const Status written = write_document(source, to, out, deep());
    if (!written.ok()) {
      ++pair.refused;
      pair.refusals.insert(kind_of(written.error().message()));
      return;
    }
    std::set<std::string> losses;
    for (const Loss& loss : find_losses(source, to, deep())) losses.insert(kind_of(loss.what));
    if (to.read == nullptr) {
      losses.insert(to.name == "dump" ? "no command reads it again" : "what kind of value a text stands for");
    }
    // No command names these: all CSV and NDJSON would be refused.
    if (to.name == "csv" || to.name == "ndjson")
      losses.insert("what kind of value a text stands for, and the table's name");
    if (losses.empty()) check(source, to, out);
    ++(losses.empty() ? pair.exact : pair.lossy);
    pair.losses.merge(losses);
  }

  // No loss was named: then the target says all that the source did.
  static void check(const Document& source, const Format& to, const Buffer& out) {
    Options options = deep();
    Buffer schema;
    if (to.name == "datatable-diffgram" || to.name == "datatable-xml-data") {
      if (!write_document(source, *find_format("datatable-xsd"), schema).ok()) return;
      options.schema = schema;
    }
    const Result<Document> again = read_document(out, to, options);
    ASSERT_TRUE(again.ok()) << "as " << to.name << ": " << again.error().to_string();
    forget_usual_culture(source, *again);
    EXPECT_EQ(difference(source, *again), "") << "as " << to.name << " this is lost, and no loss names it";
  }

  Pairs& pairs_;
};

// The document in another format, and what reading that gives.
void made_of(Observer& observer, const Document& document, const char* format) {
  const Format& made = *find_format(format);
  Buffer bytes;
  if (!write_document(document, made, bytes, deep()).ok()) return;
  const Result<Document> read = read_document(bytes, made, deep());
  // What was left out of JSON cannot be read again.
  if (!read.ok() && !find_losses(document, made, deep()).empty()) return;
  ASSERT_TRUE(read.ok()) << format << ": " << read.error().to_string();
  observer.document(made, *read);
}

// A service's reply: schema and DiffGram in an element.
void reply_of(Observer& observer, const Document& document) {
  Buffer schema;
  Buffer rows;
  if (!write_document(document, *find_format("datatable-xsd"), schema).ok()) return;
  if (!write_document(document, *find_format("datatable-diffgram"), rows).ok()) return;
  std::string text(schema.text());
  if (text.starts_with("<?xml")) text.erase(0, text.find("?>") + 2);
  text = "<Reply>" + text + std::string(rows.text()) + "</Reply>";
  const Format& reply = *find_format("datatable-reply");
  const Result<Document> read = read_document(Buffer(as_bytes(text)), reply, deep());
  if (read.ok()) observer.document(reply, *read);
}

void observe(const GoldenRow& row, Observer& observer) {
  Options options = deep();
  const Buffer bytes = row.bytes();
  Buffer contract;
  Buffer schema;
  if (row.kind == "graph") {
    if (row.format != "binaryformatter") return;
    contract = read_bytes(row.contract_path());
    options.contract = contract;
  }
  if (row.format.ends_with("xml-diffgram") || row.format.ends_with("xml-ignore")) {
    const GoldenRow* xsd =
        find_golden(row.runtime, row.kind, row.case_name, row.format.starts_with("dataset-") ? "dataset-xsd" : "xsd");
    if (xsd == nullptr || !xsd->stored()) return;
    schema = xsd->bytes();
    options.schema = schema;
  }
  const Format* from = recognise_format(bytes, options);
  if (from == nullptr) return;
  const Result<Document> document = read_document(bytes, *from, options);
  if (!document.ok()) return;
  SCOPED_TRACE(row.runtime + "/" + row.kind + "/" + row.case_name + "/" + row.format);
  observer.document(*from, *document);
  if (row.format == "binaryformatter") {
    for (const char* made : {"binaryformatter-quicklz", "json"}) made_of(observer, *document, made);
  }
  if (row.format == "bf-remoting-binary" || row.format == "dataset-bf-remoting-binary") {
    for (const char* made :
         {"datatable-binary-quicklz", "drew", "custom-formatter", "custom-formatter-quicklz", "fast-serializer",
          "protobuf-net-data", "protobuf-net-data-light", "json", "csv", "ndjson"}) {
      made_of(observer, *document, made);
    }
    reply_of(observer, *document);
  }
}

Pairs observe_all() {
  Pairs pairs;
  Observer observer(pairs);
  for (const GoldenRow& row : golden_rows()) {
    const bool table = row.kind != "graph" && row.format != "expected" && row.format != "contract";
    if (row.stored() && row.size <= kLargest && (table || row.format == "binaryformatter")) observe(row, observer);
  }
  for (const Format& from : builtin_formats()) {
    if (from.read != nullptr) continue;
    for (const Format& to : builtin_formats()) {
      Pair& pair = pairs[{std::string(from.name), std::string(to.name)}];
      pair.refused = 1;
      pair.refusals.insert(std::string(from.name) + " is written only");
    }
  }
  return pairs;
}

// --- the page

constexpr const char* kStart = "<!-- from here on by tests/conversions -->\n";

// Numbers for all kinds, in their order.
std::map<std::string, std::size_t> number(const Pairs& pairs, std::set<std::string> Pair::*kinds) {
  std::map<std::string, std::size_t> numbers;
  for (const auto& [names, pair] : pairs) {
    for (const std::string& kind : pair.*kinds) numbers.emplace(kind, 0);
  }
  std::size_t next = 0;
  for (auto& [kind, place] : numbers) place = ++next;
  return numbers;
}

std::string cite(char letter, const std::set<std::string>& kinds, const std::map<std::string, std::size_t>& numbers) {
  std::string text;
  for (const std::string& kind : kinds) text += ' ' + std::string(1, letter) + std::to_string(numbers.at(kind));
  return text;
}

std::string list(char letter, const std::map<std::string, std::size_t>& numbers) {
  std::string text = "\n| | |\n| --- | --- |\n";
  for (const auto& [kind, place] : numbers)
    text += "| " + std::string(1, letter) + std::to_string(place) + " | " + kind + " |\n";
  return text;
}

std::string page(const Pairs& pairs) {
  const auto losses = number(pairs, &Pair::losses);
  const auto refusals = number(pairs, &Pair::refusals);
  std::string text = std::string(kStart) + "\n## Pairs\n\n| from | to | |\n| --- | --- | --- |\n";
  for (const Format& from : builtin_formats()) {
    for (const Format& to : builtin_formats()) {
      const auto found = pairs.find({std::string(from.name), std::string(to.name)});
      if (found == pairs.end()) continue;
      const Pair& pair = found->second;
      std::string what = pair.lossy != 0 ? "lossy" + cite('L', pair.losses, losses) : pair.exact != 0 ? "exact" : "";
      if (pair.refused != 0) what += (what.empty() ? "refused" : " or refused") + cite('R', pair.refusals, refusals);
      text += "| " + std::string(from.name) + " | " + std::string(to.name) + " | " + what + " |\n";
    }
  }
  return text + "\n## What is lost\n" + list('L', losses) + "\n## Why it is refused\n" + list('R', refusals);
}

// What the page says of a pair: its words, with each number as the text behind it.
std::map<std::string, std::set<std::string>> read_page(const std::string& text) {
  std::map<std::string, std::string> kinds;
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.starts_with("| -")) continue;
    std::vector<std::string> cells;
    std::size_t at = 2;
    for (std::size_t end = line.find(" | ", at); end != std::string::npos; end = line.find(" | ", at)) {
      cells.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    cells.push_back(line.substr(at, line.rfind(" |") - at));
    if (cells.size() == 2) kinds[cells[0]] = cells[1];
    if (cells.size() == 3 && cells[0] != "from") rows.push_back(cells);
  }
  std::map<std::string, std::set<std::string>> pairs;
  for (const auto& cells : rows) {
    std::istringstream words(cells[2]);
    std::set<std::string>& said = pairs[cells[0] + " to " + cells[1]];
    for (std::string word; words >> word;) said.insert(kinds.contains(word) ? kinds[word] : word);
  }
  return pairs;
}

std::set<std::string> words_of(const Pair& pair, const std::set<std::string>& said) {
  std::set<std::string> words = pair.losses;
  words.insert(pair.refusals.begin(), pair.refusals.end());
  if (pair.lossy != 0) words.insert("lossy");
  // Where some documents lose something, others may not.
  if (pair.exact != 0 && !said.contains("lossy")) words.insert("exact");
  if (pair.refused != 0) words.insert("refused");
  return words;
}

TEST(Conversions, EachPairIsAsThePageSays) {
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  const Pairs pairs = observe_all();
  if (const char* file = std::getenv("DOTWIRE_WRITE_DOCS"); file != nullptr) std::ofstream(file) << page(pairs);
  const Buffer bytes = read_bytes(source_root() / "docs/conversions.md");
  const std::string text(bytes.text());
  const std::size_t start = text.find(kStart);
  ASSERT_NE(start, std::string::npos);
  const auto said = read_page(text.substr(start));

  const std::size_t formats = builtin_formats().size();
  EXPECT_EQ(said.size(), formats * formats);
  for (const auto& [names, pair] : pairs) {
    const std::string name = names.first + " to " + names.second;
    ASSERT_TRUE(said.contains(name)) << name;
    for (const std::string& word : words_of(pair, said.at(name))) {
      EXPECT_TRUE(said.at(name).contains(word)) << name << ": the page does not say: " << word;
    }
  }
  // The packed part of the corpus does not show everything.
  if (!golden_is_whole()) return;
  EXPECT_EQ(text.substr(start), page(pairs)) << "DOTWIRE_WRITE_DOCS=FILE writes what is right";
}

}  // namespace
}  // namespace dotwire::test
