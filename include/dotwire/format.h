// The formats that dotwire knows, as one table of plain rows, and the documents that go between them.
//
// Rows are constant and may be used by all threads. A Document is used by one thread at a time, or read by several
// while nobody changes it. A host program passes rows of its own in Options::more_formats.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/event.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/sink.h"
#include "dotwire/table.h"

namespace dotwire {

// Whose writer to follow where the runtimes differ.
enum class Dialect : std::uint8_t {
  Recorded,   // what the document was read as; Framework if nothing says
  Framework,  // .NET Framework 2.0 to 4.8
  Core2,      // .NET Core 1 and 2
  Core3,      // .NET Core 3.0 to .NET 9
  Net10,      // .NET 10
  Mono,       // 4 and later, and Unity from 2017 on
  OldMono,    // Mono 2 and 3, and Unity 5: its own BinaryFormatter
};
// "framework", "core2", "core3", "net10", "mono", "oldmono"; empty for Recorded.
std::string_view to_string(Dialect dialect);

enum class Newline : std::uint8_t { Recorded, Lf, CrLf };

// Numbers that many JSON readers round: 64-bit integers and decimals.
enum class JsonNumbers : std::uint8_t {
  Text,  // as text
  Json,  // as JSON numbers
};

// What XML writers do with characters that XML has no place for (U+0000 to U+001F but tab, LF and CR; U+FFFE, U+FFFF;
// lone surrogates).
enum class XmlChars : std::uint8_t {
  Recorded,  // as .NET's writer does: character references that only lenient readers take, or an error
  Error,     // NotRepresentable
  Escape,    // "_x0001_", as XmlConvert.EncodeName does, and "_x005F_" for a "_" that would look like that
  Replace,   // U+FFFD
};

enum class DocumentKind : std::uint8_t { None = 0, Graph = 1, Table = 2, TableSet = 4 };

struct Format;

// A choice that only some formats know: "version" "4.1" of protobuf-net-data. Format::settings lists them.
struct Setting {
  std::string_view name;
  std::string_view value;
};

// One struct for reading and writing: a conversion takes both. Views must live as long as the call.
struct Options {
  Limits limits;
  Dialect dialect = Dialect::Recorded;
  Newline newline = Newline::Recorded;
  // Where local times are: "UTC", "+01:00", a POSIX rule, or a TZif file's name. Empty: UTC.
  std::string_view zone;
  // XML schema of a document without one.
  std::span<const std::uint8_t> schema;
  std::string_view schema_name;  // for messages
  // contract.json: what a payload does not say of its types.
  std::span<const std::uint8_t> contract;
  std::string_view contract_name;
  // Stop reading after so many objects, at the next place where no object is open; 0: read all.
  std::uint64_t first_objects = 0;
  // Lines "OLD => NEW" of type names: what to write instead of which.
  std::span<const std::uint8_t> renames;
  std::string_view renames_name;
  // The table of a set, for formats that hold one. Empty: the only one.
  std::string_view table;
  // CSV: what stands for null. By default nothing does, and an empty text is "".
  std::string_view null_text;
  // CSV, NDJSON, SQL: a column RowState behind the others, and deleted rows too, with the values that they had.
  bool row_state = false;
  // JSON of graphs: members as they were recorded, "<Name>k__BackingField".
  bool raw_names = false;
  JsonNumbers numbers = JsonNumbers::Text;
  XmlChars xml_chars = XmlChars::Recorded;
  // Choices of single formats; of two with the same name the last counts.
  std::span<const Setting> settings;
  // Rows beside those of builtin_formats(), which are asked first.
  std::span<const Format> more_formats;
};

// The value given for it, or empty.
std::string_view find_setting(const Options& options, std::string_view name);

// Content of one kind, with what its reader recorded. Nodes and text may borrow from the input, which must outlive it.
class Document {
 public:
  DocumentKind kind() const {
    return graph_   ? DocumentKind::Graph
           : table_ ? DocumentKind::Table
           : set_   ? DocumentKind::TableSet
                    : DocumentKind::None;
  }
  // Of that kind only.
  const model::Graph& graph() const { return *graph_; }
  const model::Table& table() const { return *table_; }
  const model::TableSet& table_set() const { return *set_; }
  // The one table, or those of the set; empty for graphs.
  std::vector<const model::Table*> tables() const {
    std::vector<const model::Table*> all;
    if (table_) all.push_back(table_.get());
    if (set_) {
      for (const auto& table : set_->tables) all.push_back(table.get());
    }
    return all;
  }

  // Make the content; what was there before is freed.
  model::Graph& make_graph() {
    clear();
    graph_ = std::make_unique<model::Graph>();
    return *graph_;
  }
  model::Table& make_table() {
    set(std::make_unique<model::Table>());
    return *table_;
  }
  model::TableSet& make_table_set() {
    set(std::make_unique<model::TableSet>());
    return *set_;
  }
  void set(std::unique_ptr<model::Table> table) {
    clear();
    table_ = std::move(table);
  }
  void set(std::unique_ptr<model::TableSet> table_set) {
    clear();
    set_ = std::move(table_set);
  }
  void clear() {
    graph_.reset();
    table_.reset();
    set_.reset();
  }

  // Takes over bytes that the content borrows from.
  std::span<const std::uint8_t> keep(Buffer bytes) {
    kept_.push_back(std::make_unique<Buffer>(std::move(bytes)));
    return kept_.back()->bytes();
  }

  const Format* format = nullptr;  // that it was read from
  std::string note;                // why it was read as that format, or what of the input it leaves out; often empty
  Dialect dialect = Dialect::Recorded;
  std::uint64_t size = 0;  // bytes of the input that belong to it; what follows does not
  bool partial = false;    // Options::first_objects stopped the reader: `size` is how far it came
  // What a format keeps to write the same bytes again; its own affair.
  std::shared_ptr<const void> recorded;

 private:
  std::vector<std::unique_ptr<Buffer>> kept_;  // outlives the content below
  std::unique_ptr<model::Graph> graph_;
  std::unique_ptr<model::Table> table_;
  std::unique_ptr<model::TableSet> set_;
};

// Something that a target format cannot carry.
struct Loss {
  // Names of things, then CLR names of properties: "tables/Orders/columns/Total/Expression", "rows/[3]/Original".
  std::string path;
  std::string what;
};

// What lies in the nature of a format that holds text and no types: true of nearly every document, so that
// find_losses() does not name it each time. Paths and texts are those of FormatLoss (convert.h).
struct InherentLoss {
  std::string_view path;
  std::string_view what;
};

enum class Confidence : std::uint8_t { No = 0, Perhaps = 1, Likely = 2, Certain = 3 };

// What the bytes are and where they end.
struct Measure {
  Dialect dialect = Dialect::Recorded;  // Recorded: nothing says
  std::uint64_t size = 0;
  std::vector<std::string_view> layers;  // around the content, outermost first: "quicklz"
  // What the content is, where the format does not say it: "DataSet in RemotingFormat.Xml". Often empty.
  std::string_view note;
};

using FormatOptions = std::uint32_t;
inline constexpr FormatOptions kTakesDialect = 1, kTakesNewline = 2, kTakesZone = 4, kTakesSchema = 8,
                               kTakesContract = 16, kTakesTable = 32, kTakesNull = 64, kTakesFirst = 128,
                               kTakesRenames = 256, kTakesRawNames = 512, kTakesNumbers = 1024, kTakesXmlChars = 2048,
                               kTakesRowState = 4096, kTakesSettings = 8192;
// Not an option: read() names its table by options.table.
inline constexpr FormatOptions kNamesTable = 1 << 17;
// Not an option: a set is written whole, unless options.table names one of its tables.
inline constexpr FormatOptions kWritesSets = 1 << 16;

// A setting that a format takes, for help and for checking.
struct SettingRule {
  std::string_view name;
  std::string_view values;  // "yes|no", the first one the default; or one word in capitals for a free text: "NAME"
  std::string_view what;    // for people
};

// A row of the table. Functions a format has no use for are null. They may be called by several threads.
struct Format {
  std::string_view name;   // as on the command line
  std::string_view title;  // for people
  std::uint8_t kinds = 0;  // DocumentKind bits that read() gives and write() takes
  FormatOptions options = 0;
  std::span<const SettingRule> settings = {};  // where options has kTakesSettings
  // Another format's document in a compressed layer: offsets of walk() count in the content.
  bool layered = false;
  std::span<const InherentLoss> inherent = {};

  // Looks at the start only.
  Confidence (*recognise)(std::span<const std::uint8_t> input) = nullptr;
  // Finds the end, reading as little as it can.
  Result<Measure> (*measure)(std::span<const std::uint8_t> input, const Options& options) = nullptr;
  Status (*read)(std::span<const std::uint8_t> input, const Options& options, Document& document) = nullptr;
  // Appends to `out`; on an error `out` may hold a part.
  Status (*write)(const Document& document, const Options& options, Buffer& out) = nullptr;
  // The same piece by piece, in little memory. Null where documents are written whole.
  Status (*stream)(const Document& document, const Options& options, Sink& sink) = nullptr;
  // Names what write() would leave out of this document.
  void (*losses)(const Document& document, const Options& options, std::vector<Loss>& losses) = nullptr;
  Status (*walk)(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                 WalkSummary& summary) = nullptr;

  bool holds(DocumentKind kind) const { return (kinds & static_cast<std::uint8_t>(kind)) != 0; }
};

std::span<const Format> builtin_formats();
// Null if there is none of that name.
const Format* find_format(std::string_view name, const Options& options = {});

}  // namespace dotwire
