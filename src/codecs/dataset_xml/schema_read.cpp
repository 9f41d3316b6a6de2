#include "codecs/dataset_xml/schema_read.h"

#include <algorithm>
#include <optional>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/string_table.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::DateTimeMode;
using model::MappingType;
using model::Table;
using model::TableSet;
using model::ValueKind;

constexpr std::int64_t kNoOrdinal = std::numeric_limits<std::int64_t>::max();

// A column as declared, before it has its place in the table.
struct Declared {
  std::unique_ptr<Column> column;
  std::int64_t ordinal = kNoOrdinal;
  const char* at = nullptr;  // in the document
};

// What a type attribute or a simpleType element says.
struct SimpleType {
  std::optional<ValueKind> kind;
  std::int32_t length = -1;
  std::int32_t max_length = -1;
};

class SchemaReader {
 public:
  SchemaReader(xml::Reader& reader, const ReadOptions& options, Table& table, TableSet* set)
      : reader_(reader),
        options_(options),
        cells_{options.dialect, options.zone},
        table_(table),
        set_(set),
        xsd_(reader.intern(kXsd)),
        msdata_(reader.intern(kMsdata)),
        msprop_(reader.intern(kMsprop)) {}

  bool has_main_table() const { return has_main_table_; }

  Status read() {
    if (attribute("targetNamespace").value_or("") != "") return unsupported("a schema of a namespace");
    DOTWIRE_TRY(children([&]() -> Status {
      if (!is("element")) return reader_.skip();
      if (msdata("IsDataSet").value_or("") == "true") return read_set();
      return read_table();
    }));
    if (!has_table_) return unsupported("a schema without a table");
    for (std::uint32_t i = 0; i < table_.unique_constraints.size(); ++i) table_.constraint_order.push_back({false, i});
    return {};
  }

 private:
  bool is(std::string_view local) { return reader_.name_space() == xsd_ && reader_.local_name() == local; }
  std::optional<std::string_view> attribute(std::string_view local) {
    return value_of(reader_.find_attribute(xml::kEmptyString, reader_.intern(local)));
  }
  std::optional<std::string_view> msdata(std::string_view local) {
    return value_of(reader_.find_attribute(msdata_, reader_.intern(local)));
  }
  static std::optional<std::string_view> value_of(const xml::Attribute* found) {
    if (found == nullptr) return std::nullopt;
    return found->value;
  }
  Error malformed(std::string message) { return reader_.error(ErrorCode::Malformed, std::move(message)); }
  Error unsupported(std::string message) { return reader_.error(ErrorCode::Unsupported, std::move(message)); }

  // Calls visit() at each child's start tag; it reads the child to its end.
  template <class Visit>
  Status children(Visit visit) {
    while (true) {
      DOTWIRE_TRY(const xml::NodeKind node, reader_.next());
      if (node == xml::NodeKind::End) return {};
      if (node != xml::NodeKind::Start) continue;
      DOTWIRE_TRY(visit());
    }
  }

  Result<std::int64_t> integer(std::string_view text) {
    Result<std::int64_t> value = parse_integer<std::int64_t>(text);
    if (!value.ok()) return malformed("not a number: " + std::string(text.substr(0, 40)));
    return value;
  }

  void read_properties(model::Graph& graph, model::PropertyCollection& properties) {
    for (const xml::Attribute& found : reader_.attributes()) {
      if (found.name_space != msprop_) continue;
      properties.entries.push_back(
          {graph.make_string(decode_name(reader_.string(found.local))), graph.make_string(found.value)});
    }
  }

  Status read_set() {
    TableSet ignored;
    TableSet& set = set_ != nullptr ? *set_ : ignored;
    set.name = decode_name(attribute("name").value_or(""));
    has_main_table_ = msdata("MainDataTable").has_value();
    set.case_sensitive = msdata("CaseSensitive").value_or("") == "true";
    set.locale_set = msdata("Locale").has_value();
    set.locale = msdata("Locale").value_or("");
    const std::string_view enforce = msdata("EnforceConstraints").value_or("");
    set.enforce_constraints = enforce != "False" && enforce != "false";
    read_properties(*set.graph, set.extended_properties);
    set_locale_ = set.locale;
    return children([&]() -> Status {
      if (is("complexType")) return read_tables();
      if (is("unique") || is("key")) return read_unique();
      if (is("keyref")) return unsupported("a schema with relations");
      return reader_.skip();
    });
  }

  // complexType, then choice (or sequence), then the tables.
  Status read_tables() {
    return children([&]() -> Status {
      if (!is("choice") && !is("sequence") && !is("all")) return reader_.skip();
      return children([&]() -> Status {
        if (!is("element")) return reader_.skip();
        if (attribute("ref").has_value()) return unsupported("a schema of tables that are nested in one another");
        return read_table();
      });
    });
  }

  Status read_table() {
    if (has_table_) return unsupported("a schema of several tables");
    has_table_ = true;
    const std::optional<std::string_view> name = attribute("name");
    if (name.value_or("").empty()) return malformed("a table without a name");
    table_.name = decode_name(*name);
    if (const auto text = msdata("CaseSensitive")) {
      table_.case_sensitive = *text == "True" || *text == "true";
      table_.case_sensitive_set = true;
    }
    table_.locale_set = msdata("Locale").has_value();
    table_.locale = msdata("Locale").value_or(set_locale_);
    table_.display_expression = msdata("DisplayExpression").value_or("");
    if (const auto text = msdata("MinimumCapacity")) {
      DOTWIRE_TRY(const std::int64_t capacity, integer(*text));
      table_.minimum_capacity = static_cast<std::int32_t>(std::clamp<std::int64_t>(capacity, 0, INT32_MAX));
    }
    read_properties(table_.graph(), table_.extended_properties);
    nillable_ = attribute("nillable").value_or("") == "true";
    DOTWIRE_TRY(children([&]() -> Status { return is("complexType") ? read_columns() : reader_.skip(); }));
    return place_columns();
  }

  Status read_columns() {
    return children([&]() -> Status {
      if (is("attribute")) return read_attribute_column();
      if (is("simpleContent")) return read_simple_content();
      if (!is("sequence") && !is("all") && !is("choice")) return reader_.skip();
      return children([&]() -> Status {
        if (!is("element")) return reader_.skip();
        return read_element_column();
      });
    });
  }

  // Attributes of the column's element that element and attribute columns share.
  Result<Declared> start_column(std::string_view name_attribute_value, const SimpleType& type) {
    ValueKind kind = type.kind.value_or(ValueKind::String);
    const std::optional<std::string_view> data_type = msdata("DataType");
    const TypeText type_text = split_type_text(data_type.value_or(""));
    if (data_type.has_value()) kind = model::value_kind_of(type_text.name);

    Declared declared;
    declared.at = reader_.node_begin();
    declared.column = std::make_unique<Column>(decode_name(name_attribute_value), kind);
    Column& column = *declared.column;
    if (data_type.has_value()) {
      column.type_name = type_text.name;
      if (kind == ValueKind::Object && !is_core_library(type_text.assembly)) column.assembly = type_text.assembly;
    }
    column.read_only = msdata("ReadOnly").value_or("") == "true";
    column.expression = msdata("Expression").value_or("");
    column.caption_set = msdata("Caption").has_value();
    column.caption = msdata("Caption").value_or("");
    DOTWIRE_TRY(read_auto_increment(column));
    DOTWIRE_TRY(read_mode(column));
    if (const auto text = msdata("Ordinal")) {
      DOTWIRE_TRY(declared.ordinal, integer(*text));
    }
    model::PropertyCollection properties;
    read_properties(table_.graph(), properties);
    if (!properties.empty()) column.extended_properties = std::move(properties);
    return declared;
  }

  Status read_auto_increment(Column& column) {
    column.auto_increment = msdata("AutoIncrement").value_or("") == "true";
    if (const auto text = msdata("AutoIncrementSeed")) {
      DOTWIRE_TRY(column.auto_increment_seed, integer(*text));
    }
    if (const auto text = msdata("AutoIncrementStep")) {
      DOTWIRE_TRY(column.auto_increment_step, integer(*text));
    }
    return {};
  }

  Status read_mode(Column& column) {
    const std::optional<std::string_view> mode = msdata("DateTimeMode");
    if (!mode.has_value()) return {};
    constexpr std::string_view kModes[] = {"Local", "Unspecified", "UnspecifiedLocal", "Utc"};
    for (int i = 0; i < 4; ++i) {
      if (kModes[i] == *mode) return column.date_time_mode = static_cast<DateTimeMode>(i + 1), Status();
    }
    return malformed("unknown DateTimeMode");
  }

  // The type attribute; nothing where a simpleType element says it.
  Result<SimpleType> stated_type(std::string_view attribute_name) {
    SimpleType type;
    const std::optional<std::string_view> text = attribute(attribute_name);
    if (!text.has_value()) return type;
    const std::size_t colon = text->find(':');
    const std::string_view prefix = colon == std::string_view::npos ? std::string_view() : text->substr(0, colon);
    const std::string_view local = colon == std::string_view::npos ? *text : text->substr(colon + 1);
    if (reader_.resolve_prefix(prefix) != xsd_) return unsupported("a type of the schema's own");
    type.kind = kind_of_xsd_type(local);
    if (!type.kind.has_value()) return unsupported("XSD type " + std::string(local.substr(0, 40)));
    return type;
  }

  // simpleType, restriction, facets.
  Status read_simple_type(SimpleType& type) {
    return children([&]() -> Status {
      if (!is("restriction")) return reader_.skip();
      DOTWIRE_TRY(type, stated_type("base"));
      return children([&]() -> Status {
        std::int32_t* facet = is("length") ? &type.length : is("maxLength") ? &type.max_length : nullptr;
        if (facet != nullptr) {
          DOTWIRE_TRY(const std::int64_t value, integer(attribute("value").value_or("")));
          *facet = static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, INT32_MAX));
        }
        return reader_.skip();
      });
    });
  }

  // The rest of the column's element: a simpleType decides what the column is, so the column is made anew then.
  Status finish_column(Declared& declared) {
    SimpleType type;
    DOTWIRE_TRY(children([&]() -> Status {
      if (is("simpleType")) return read_simple_type(type);
      if (is("complexType")) return unsupported("tables that are nested in one another");
      return reader_.skip();
    }));
    if (!type.kind.has_value() || declared.column->kind() != ValueKind::String) return {};
    const bool is_char = *type.kind == ValueKind::String && type.length == 1;
    const ValueKind kind = is_char ? ValueKind::Char : *type.kind;
    if (kind != ValueKind::String) change_kind(declared, kind);
    if (!is_char) declared.column->max_length = type.max_length >= 0 ? type.max_length : type.length;
    return {};
  }

  static void change_kind(Declared& declared, ValueKind kind) {
    Column fresh(declared.column->name, kind);
    Column& old = *declared.column;
    fresh.caption = std::move(old.caption);
    fresh.caption_set = old.caption_set;
    fresh.date_time_mode = old.date_time_mode;
    fresh.read_only = old.read_only;
    fresh.auto_increment = old.auto_increment;
    fresh.auto_increment_seed = old.auto_increment_seed;
    fresh.auto_increment_step = old.auto_increment_step;
    fresh.expression = std::move(old.expression);
    fresh.extended_properties = std::move(old.extended_properties);
    fresh.mapping = old.mapping;
    fresh.allow_db_null = old.allow_db_null;
    *declared.column = std::move(fresh);
  }

  Status set_default(const Declared& declared, const std::optional<std::string>& text) {
    Column& column = *declared.column;
    if (!text.has_value() || column.storage() == model::Storage::Object) return {};
    Result<const model::Node*> node = node_of_text(cells_, column.kind(), column.date_time_mode, *text, table_.graph());
    if (!node.ok()) {
      return reader_.error(ErrorCode::Malformed, declared.at,
                           "the default value of column " + column.name + ": " + node.error().message());
    }
    column.default_value = *node;
    return {};
  }

  static std::optional<std::string> kept(std::optional<std::string_view> text) {
    if (!text.has_value()) return std::nullopt;
    return std::string(*text);
  }

  Status read_element_column() {
    const std::optional<std::string_view> name = attribute("name");
    if (!name.has_value()) return unsupported("a column of another namespace");
    if (attribute("maxOccurs").value_or("1") != "1")
      return unsupported("a repeated element, which is a table of its own");
    DOTWIRE_TRY(const SimpleType type, stated_type("type"));
    DOTWIRE_TRY(Declared declared, start_column(*name, type));
    declared.column->allow_db_null = attribute("minOccurs").value_or("1") == "0";
    const std::optional<std::string> default_text = kept(attribute("default"));
    DOTWIRE_TRY(finish_column(declared));
    DOTWIRE_TRY(set_default(declared, default_text));
    ordered_.push_back(std::move(declared));
    return {};
  }

  Status read_attribute_column() {
    const std::optional<std::string_view> name = attribute("name");
    if (!name.has_value()) return unsupported("a column of another namespace");
    DOTWIRE_TRY(const SimpleType type, stated_type("type"));
    DOTWIRE_TRY(Declared declared, start_column(*name, type));
    Column& column = *declared.column;
    const std::string_view use = attribute("use").value_or("");
    column.mapping = use == "prohibited" ? MappingType::Hidden : MappingType::Attribute;
    column.allow_db_null = use != "required" && msdata("AllowDBNull").value_or("") != "false";
    std::optional<std::string> default_text = kept(msdata("DefaultValue"));
    if (!default_text.has_value()) default_text = kept(attribute("default"));
    DOTWIRE_TRY(finish_column(declared));
    DOTWIRE_TRY(set_default(declared, default_text));
    attributes_.push_back(std::move(declared));
    return {};
  }

  // simpleContent with the column's facts, extension with its type and the attributes.
  Status read_simple_content() {
    DOTWIRE_TRY(Declared declared,
                start_column(msdata("ColumnName").value_or(""), SimpleType{ValueKind::String, -1, -1}));
    if (declared.column->name.empty()) declared.column->name = table_.name + "_Text";
    const bool stated = msdata("DataType").has_value();
    declared.column->mapping = MappingType::SimpleContent;
    declared.column->allow_db_null = nillable_;
    DOTWIRE_TRY(children([&]() -> Status {
      if (!is("extension") && !is("restriction")) return reader_.skip();
      DOTWIRE_TRY(const SimpleType type, stated_type("base"));
      if (!stated && type.kind.has_value()) change_kind(declared, *type.kind);
      return children([&]() -> Status { return is("attribute") ? read_attribute_column() : reader_.skip(); });
    }));
    ordered_.push_back(std::move(declared));
    return {};
  }

  // Attributes are there first; the others go to their ordinals, or behind all if they have none.
  Status place_columns() {
    std::size_t next_attribute = 0;
    std::size_t next = 0;
    const std::size_t count = attributes_.size() + ordered_.size();
    table_.columns.reserve(count);
    for (std::size_t place = 0; place < count; ++place) {
      const bool attribute_here =
          next_attribute < attributes_.size() &&
          (next == ordered_.size() || ordered_[next].ordinal > static_cast<std::int64_t>(place));
      Declared& declared = attribute_here ? attributes_[next_attribute++] : ordered_[next++];
      if (declared.column->name.empty()) {
        return reader_.error(ErrorCode::Malformed, declared.at, "a column without a name");
      }
      if (names_.intern(declared.column->name) != place) {
        return reader_.error(ErrorCode::Malformed, declared.at, "column " + declared.column->name + " is there twice");
      }
      table_.columns.push_back(std::move(declared.column));
    }
    return {};
  }

  Status read_unique() {
    model::UniqueConstraint unique;
    unique.name = decode_name(msdata("ConstraintName").value_or(attribute("name").value_or("")));
    unique.primary_key = msdata("PrimaryKey").value_or("") == "true";
    read_properties(table_.graph(), unique.extended_properties);
    DOTWIRE_TRY(children([&]() -> Status {
      if (is("field")) {
        DOTWIRE_TRY(read_field(unique));
      }
      return reader_.skip();
    }));
    if (unique.columns.size() == 1) table_.columns[unique.columns[0]]->unique = true;
    if (unique.primary_key) {
      if (!table_.primary_key().empty()) return malformed("a second primary key");
      for (const std::uint32_t column : unique.columns) table_.columns[column]->allow_db_null = false;
    }
    const bool first = unique.primary_key && options_.like_dotnet;
    table_.unique_constraints.insert(first ? table_.unique_constraints.begin() : table_.unique_constraints.end(),
                                     std::move(unique));
    return {};
  }

  Status read_field(model::UniqueConstraint& unique) {
    std::string_view path = attribute("xpath").value_or("");
    if (path.starts_with('@')) path.remove_prefix(1);
    const std::size_t colon = path.find(':');
    if (colon != std::string_view::npos) path.remove_prefix(colon + 1);
    const std::string name = decode_name(path);
    const std::uint32_t column = names_.find(name);
    if (column == xml::StringTable::kNone) return malformed("a constraint over no column: " + name);
    unique.columns.push_back(column);
    return {};
  }

  xml::Reader& reader_;
  const ReadOptions& options_;
  CellContext cells_;
  Table& table_;
  TableSet* set_;
  xml::StringId xsd_;
  xml::StringId msdata_;
  xml::StringId msprop_;
  std::string set_locale_;
  bool has_table_ = false;
  bool has_main_table_ = false;
  bool nillable_ = false;
  std::vector<Declared> attributes_;
  std::vector<Declared> ordered_;
  xml::StringTable names_;  // of the columns; their numbers are the ordinals
};

}  // namespace

bool is_schema_element(xml::Reader& reader) { return reader.is(reader.intern(kXsd), reader.intern("schema")); }

Status read_schema_element(xml::Reader& reader, const ReadOptions& options, Table& table, TableSet* set) {
  return SchemaReader(reader, options, table, set).read();
}

Status read_schema_elements(xml::Reader& reader, const ReadOptions& options, TableSet& set, SchemaFacts& facts) {
  set.tables.push_back(std::make_unique<Table>());
  SchemaReader schema(reader, options, *set.tables[0], &set);
  DOTWIRE_TRY(schema.read());
  if (schema.has_main_table()) facts.main_table = 0;
  return {};
}

}  // namespace dotwire::dataset_xml
