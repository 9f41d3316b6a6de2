#include <algorithm>

#include "base/memory_budget.h"
#include "base/try.h"
#include "formats/fast_serializer/attempts.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/row_reader.h"
#include "formats/fast_serializer/schema_reader.h"
#include "model/table_settings.h"

namespace dotwire::fast_serializer {

using model::Column;
using model::Table;
using model::TableSet;

namespace {

using Columns = std::vector<std::unique_ptr<Column>>;

// The columns and settings of a schema's table, and nothing of its rows. Nodes are copied.
void copy_schema(const Table& from, Columns& old, Table& table) {
  model::copy_settings(from, table);
  dataset_binary::NodeCopier copier(from.graph(), table.graph());
  const auto copied = [&copier](const model::PropertyCollection& properties) {
    model::PropertyCollection copies = properties;
    for (model::Property& property : copies.entries) {
      property = {copier.copy(property.key), property.value == nullptr ? nullptr : copier.copy(property.value)};
    }
    return copies;
  };
  table.extended_properties = copied(from.extended_properties);
  for (std::size_t i = 0; i < from.columns.size(); ++i) {
    const Column& column = *from.columns[i];
    Column& copy = table.add_column(column.name, column.kind());
    if (i < old.size() && old[i] != nullptr) copy.take_memory(*old[i]);
    model::copy_settings(column, copy);
    if (column.default_value != nullptr) copy.default_value = copier.copy(column.default_value);
    if (column.extended_properties) copy.extended_properties = copied(*column.extended_properties);
  }
  for (model::UniqueConstraint& constraint : table.unique_constraints) {
    constraint.extended_properties = copied(constraint.extended_properties);
  }
  for (model::ForeignKeyConstraint& key : table.foreign_keys) key.extended_properties = copied(key.extended_properties);
}

void copy_schema(const TableSet& from, TableSet& set) {
  model::copy_settings(from, set);
  dataset_binary::NodeCopier copier(*from.graph, *set.graph);
  const auto copied = [&copier](model::PropertyCollection& properties) {
    for (model::Property& property : properties.entries) {
      property = {copier.copy(property.key), property.value == nullptr ? nullptr : copier.copy(property.value)};
    }
  };
  copied(set.extended_properties);
  for (model::Relation& relation : set.relations) {
    if (relation.extended_properties) copied(*relation.extended_properties);
  }
}

// One try at a document in one dialect and shape.
class DocumentReader {
 public:
  DocumentReader(Decoder& decoder, const ReadOptions& options, const TimeZone& zone, Recorded& recorded)
      : decoder_(decoder),
        options_(options),
        recorded_(recorded),
        budget_(options.limits, 0),
        objects_(decoder, budget_, zone, options.limits, recorded),
        schema_(objects_),
        rows_(objects_) {}

  // `types` must outlive the reader.
  Status open(Bytes in, Dialect dialect, Shape shape, const EnumTypes& types) {
    objects_.know(types, options_.enums.size());
    budget_ = Budget(options_.limits, in.size());
    recorded_ = Recorded();
    recorded_.dialect = dialect;
    recorded_.shape = shape;
    recorded_.enums = types;
    DOTWIRE_TRY(decoder_.open(in, dialect, options_.limits));
    recorded_.open_ended = decoder_.is_open_ended();
    return read_tokenized_objects();
  }

  const std::string& unknown_enum() const { return objects_.unknown_enum(); }

  Status read(Table& table, Columns& old) {
    const std::uint8_t* at = decoder_.payload();
    if (is_typed(recorded_.shape)) {
      if (options_.schema == nullptr || options_.schema->tables.size() != 1) {
        return Error(ErrorCode::InvalidArgument, "rows alone need a schema of one table");
      }
      DOTWIRE_TRY(read_typed(at, *options_.schema->tables[0], old, table));
    } else {
      DOTWIRE_TRY(read_table(at, nullptr, old, table));
    }
    return finish(at);
  }

  Status read(TableSet& set, std::vector<Columns>& old) {
    const std::uint8_t* at = decoder_.payload();
    const bool typed = is_typed(recorded_.shape);
    std::uint32_t flags = set_flag::kTables;
    if (typed) {
      if (options_.schema == nullptr) return Error(ErrorCode::InvalidArgument, "rows alone need a schema");
      copy_schema(*options_.schema, set);
    } else {
      DOTWIRE_TRY(flags, schema_.read_set_head(at, set));
    }
    if ((flags & set_flag::kTables) != 0) {
      const std::uint8_t* const start = at;
      DOTWIRE_TRY(const std::uint32_t count, schema_.read_item_count(at, "tables"));
      if (typed && count != options_.schema->tables.size()) {
        return Error(ErrorCode::Malformed, decoder_.offset_of(start),
                     "the document has " + std::to_string(count) + " tables, the schema " +
                         std::to_string(options_.schema->tables.size()));
      }
      for (std::uint32_t i = 0; i < count; ++i) {
        constexpr std::uint64_t kBytes = sizeof(Table) + kTableSize;
        if (!Budget::take(budget_.memory, kBytes)) return memory_error(decoder_.offset_of(at));
        if (!Budget::take(budget_.expansion, kBytes)) {
          return Error(ErrorCode::LimitExceeded, decoder_.offset_of(at),
                       "more tables than Limits::expansion allows for so short a document");
        }
        Table& table = *set.tables.emplace_back(std::make_unique<Table>());
        if (old.size() <= i) old.resize(std::size_t{i} + 1);
        Status status =
            typed ? read_typed(at, *options_.schema->tables[i], old[i], table) : read_table(at, &set, old[i], table);
        if (!status.ok()) {
          status.error().prepend_path("tables/" +
                                      (table.name.empty() ? "[" + std::to_string(i) + "]" : std::string(table.name)));
          return status;
        }
      }
    }
    if (!typed) {
      DOTWIRE_TRY(schema_.read_set_tail(at, flags, set));
    }
    return finish(at);
  }

 private:
  static constexpr std::uint64_t kTableSize = 4096;  // its graph, and what else it keeps

  Status read_table(const std::uint8_t*& at, const TableSet* set, Columns& old, Table& table) {
    TableNote note;
    DOTWIRE_TRY(const std::uint32_t flags, schema_.read_table_head(at, set, old, table, note));
    if ((flags & table_flag::kRows) != 0) {
      DOTWIRE_TRY(rows_.read(at, table, false));
    }
    if ((flags & table_flag::kNoUnique) == 0) {
      DOTWIRE_TRY(schema_.read_unique_constraints(at, table, note));
    }
    recorded_.tables.push_back(std::move(note));
    return {};
  }

  Status read_typed(const std::uint8_t*& at, const Table& schema, Columns& old, Table& table) {
    copy_schema(schema, old, table);
    return rows_.read(at, table, recorded_.shape == Shape::SimpleTyped);
  }

  // They follow one another, and refer to nothing but strings.
  Status read_tokenized_objects() {
    if (decoder_.object_count() == 0) return {};
    const std::uint8_t* at = decoder_.begin_objects();
    model::Graph graph;
    for (std::uint32_t i = 0; i < decoder_.object_count(); ++i) {
      DOTWIRE_TRY(objects_.read(at, graph));
    }
    decoder_.end_objects(at);
    recorded_.forms.clear();
    recorded_.tokenized_objects = decoder_.object_count();
    return {};
  }

  Status finish(const std::uint8_t* at) {
    if (!decoder_.is_open_ended() && at != decoder_.end()) {
      return Error(ErrorCode::Malformed, decoder_.offset_of(at),
                   std::to_string(decoder_.end() - at) + " bytes are left of the payload");
    }
    recorded_.size = decoder_.document_size(at);
    return {};
  }

  Decoder& decoder_;
  const ReadOptions& options_;
  Recorded& recorded_;
  Budget budget_;
  ObjectReader objects_;
  SchemaReader schema_;
  RowReader rows_;
};

// The error of the try that came furthest: it is most likely the one that is meant.
class BestError {
 public:
  void add(Error error) {
    const std::uint64_t at = error.has_offset() ? error.offset() + 1 : 0;
    if (error_ && at <= offset_) return;
    offset_ = at;
    error_ = std::move(error);
  }
  Error take() {
    return error_ ? std::move(*error_)
                  : Error(ErrorCode::TypeMismatch, "a DataSet is no table, and a table no DataSet");
  }

 private:
  std::optional<Error> error_;
  std::uint64_t offset_ = 0;
};

}  // namespace

struct Reader::State {
  Decoder decoder;
  TimeZone zone;

  struct Form {
    Dialect dialect;
    Shape shape;
  };

  // Budgets are those of one try.
  template <class Try>
  Status try_once(Bytes in, const ReadOptions& options, Form form, const EnumTypes& types, std::string& unknown,
                  Recorded& recorded, const Try& attempt) {
    DocumentReader each(decoder, options, options.zone != nullptr ? *options.zone : zone, recorded);
    Status status = each.open(in, form.dialect, form.shape, types);
    if (status.ok()) {
      try {
        status = attempt(each, form.shape);
      } catch (const MemoryLimitReached&) {
        status = memory_error(0);
      }
    }
    unknown = each.unknown_enum();
    return status;
  }

  template <class Try>
  Result<Recorded> find(Bytes in, const ReadOptions& options, bool tables, bool sets, const Try& attempt) {
    BestError best;
    Recorded recorded;
    for (const Dialect dialect : dialects_to_try(in, options)) {
      for (const Shape shape : shapes_to_try(options, tables, sets)) {
        const auto once = [&](const EnumTypes& types, std::string& unknown) {
          return try_once(in, options, {dialect, shape}, types, unknown, recorded, attempt);
        };
        EnumTypes types = options.enums;
        Status status = EnumSearch(std::ref(once)).run(types);
        if (status.ok()) return recorded;
        best.add(std::move(status).error());
      }
    }
    return best.take();
  }
};

Reader::Reader() : state_(std::make_unique<State>()) {}
Reader::~Reader() = default;

Result<Recorded> Reader::read(Bytes in, Table& table, const ReadOptions& options) {
  Columns old = std::move(table.columns);
  Result<Recorded> recorded = state_->find(in, options, true, false, [&](DocumentReader& reader, Shape) {
    table = Table();
    return reader.read(table, old);
  });
  if (!recorded.ok()) table = Table();
  return recorded;
}

Result<Recorded> Reader::read(Bytes in, TableSet& set, const ReadOptions& options) {
  std::vector<Columns> old;
  for (const auto& table : set.tables) old.push_back(std::move(table->columns));
  Result<Recorded> recorded = state_->find(in, options, false, true, [&](DocumentReader& reader, Shape) {
    set = TableSet();
    return reader.read(set, old);
  });
  if (!recorded.ok()) set = TableSet();
  return recorded;
}

Result<Recorded> Reader::read(Bytes in, Content& content, const ReadOptions& options) {
  Columns none;
  std::vector<Columns> no_tables;
  Result<Recorded> recorded = state_->find(in, options, true, true, [&](DocumentReader& reader, Shape shape) {
    content = Content();
    if (is_set(shape)) {
      content.set = std::make_unique<TableSet>();
      return reader.read(*content.set, no_tables);
    }
    content.table = std::make_unique<Table>();
    return reader.read(*content.table, none);
  });
  if (!recorded.ok()) content = Content();
  return recorded;
}

}  // namespace dotwire::fast_serializer
