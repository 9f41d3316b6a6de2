#include "codecs/dataset_xml/diffgram_write.h"

#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/data_write.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

using model::RowErrors;
using model::Table;

// The parts of one diffgram, in its order.
class DiffgramWriter {
 public:
  DiffgramWriter(Buffer& out, const Selection& selection, const WriteOptions& options, const Nesting& nesting,
                 Prefixes& prefixes, Prefixes::Place place)
      : out_(out),
        selection_(selection),
        markup_(markup_of(options)),
        prefixes_(prefixes),
        place_(place),
        options_(options),
        nesting_(nesting) {}

  Status write() {
    DOTWIRE_TRY(write_rows());
    DOTWIRE_TRY(write_originals());
    return write_errors();
  }

 private:
  const Table& table(std::uint32_t index) const { return *selection_.scope.tables[index]; }

  RowWriter row_writer(Prefixes::Place place) {
    return RowWriter(out_, selection_.scope, nesting_, selection_.namespaces, prefixes_, options_,
                     {.form = RowForm::DiffGram, .markup = markup_, .depth = 2, .place = place});
  }

  Status write_rows() {
    const Container& container = selection_.container;
    const ElementName name = name_element(prefixes_, markup_, place_, container.prefix, container.local, container.uri);
    out_.append(markup_.line(1));
    out_.append("<" + name.qualified + name.declarations + ">");
    const std::size_t start = out_.size();
    RowWriter rows = row_writer(name.inside);
    for (const std::uint32_t index : selection_.tables) {
      DOTWIRE_TRY(rows.write_table(index));
    }
    DOTWIRE_TRY(check_all_written(selection_, rows.rows_written()));
    close(name.qualified, start, 1);
    return {};
  }

  Status write_originals() {
    const std::size_t before = out_.size();
    out_.append(markup_.line(1));
    out_.append("<diffgr:before>");
    const std::size_t start = out_.size();
    RowWriter rows = row_writer(place_);
    for (const std::uint32_t index : selection_.tables) {
      DOTWIRE_TRY(rows.write_originals(index));
    }
    if (out_.size() == start) return out_.resize(before), Status();
    close("diffgr:before", start, 1);
    return {};
  }

  Status write_errors() {
    const std::size_t before = out_.size();
    out_.append(markup_.line(1));
    out_.append("<diffgr:errors>");
    const std::size_t start = out_.size();
    for (const std::uint32_t index : selection_.tables) {
      for (const RowErrors& errors : table(index).row_errors) {
        DOTWIRE_TRY(write_row_errors(index, errors));
      }
    }
    if (out_.size() == start) return out_.resize(before), Status();
    close("diffgr:errors", start, 1);
    return {};
  }

  Status write_row_errors(std::uint32_t index, const RowErrors& errors) {
    const Table& rows = table(index);
    const bool any = !errors.text.empty() || std::any_of(errors.columns.begin(), errors.columns.end(),
                                                         [](const auto& error) { return !error.text.empty(); });
    if (!any) return {};
    if (errors.row >= rows.row_count()) return Error(ErrorCode::InvalidArgument, "an error of a row that is not there");
    const ElementName name = name_element(prefixes_, markup_, place_, rows.prefix, encode_local_name(rows.name),
                                          selection_.namespaces[index]);
    out_.append(markup_.line(2));
    out_.append("<" + name.qualified);
    DOTWIRE_TRY(attribute("diffgr:id", rows.name + std::to_string(row_id(rows, errors.row)), true));
    if (!errors.text.empty()) {
      DOTWIRE_TRY(attribute("diffgr:Error", errors.text));
    }
    out_.append(name.declarations + ">");
    const std::size_t start = out_.size();
    for (const auto& column : rows.columns) {
      DOTWIRE_TRY(write_column_error(index, *column, errors, name.inside));
    }
    close(name.qualified, start, 2);
    return {};
  }

  Status write_column_error(std::uint32_t index, const model::Column& column, const RowErrors& errors,
                            Prefixes::Place place) {
    for (const model::ColumnError& error : errors.columns) {
      if (error.text.empty() || error.column >= table(index).columns.size()) continue;
      if (table(index).columns[error.column].get() != &column) continue;
      const ElementName name = name_element(prefixes_, markup_, place, column.prefix, encode_local_name(column.name),
                                            column_namespace(column, selection_.namespaces[index]));
      out_.append(markup_.line(3));
      out_.append("<" + name.qualified);
      DOTWIRE_TRY(attribute("diffgr:Error", error.text));
      out_.append(name.declarations);
      out_.append(markup_.empty_end());
    }
    return {};
  }

  Status attribute(std::string_view name, std::string_view value, bool is_name = false) {
    out_.push_back(' ');
    out_.append(name);
    out_.append("=\"");
    const bool sound = is_name ? markup_.append_name(out_, value) : markup_.append_value(out_, value);
    if (!sound) return Error(ErrorCode::NotRepresentable, "text holds a lone surrogate");
    out_.push_back('"');
    return {};
  }

  void close(std::string_view qualified, std::size_t start, std::size_t depth) {
    if (out_.size() == start) {
      out_.resize(start - 1);
      return out_.append(markup_.empty_end());
    }
    out_.append(markup_.line(depth));
    out_.append("</");
    out_.append(qualified);
    out_.push_back('>');
  }

  Buffer& out_;
  const Selection& selection_;
  Markup markup_;
  Prefixes& prefixes_;
  Prefixes::Place place_;
  const WriteOptions& options_;
  const Nesting& nesting_;
};

}  // namespace

Status check_all_written(const Selection& selection, std::uint64_t written) {
  if (!selection.whole_set) return {};
  std::uint64_t visible = 0;
  for (const std::uint32_t index : selection.tables) {
    const Table& table = *selection.scope.tables[index];
    if (table.plain_rows()) {
      visible += table.row_count();
      continue;
    }
    for (std::uint64_t i = 0; i < table.row_count(); ++i) {
      visible += visible_record(table.row(i)) != model::kNoRecord ? 1 : 0;
    }
  }
  if (written >= visible) return {};
  return Error(ErrorCode::NotRepresentable, "rows stand inside one another in a circle");
}

Markup markup_of(const WriteOptions& options) {
  return {.indent = options.indent && !options.dictionary_writer,
          .dictionary = options.dictionary_writer,
          .newline = options.newline,
          .unfit = options.unfit};
}

Status append_diffgram(Buffer& out, const Selection& selection, const WriteOptions& options, Prefixes& prefixes,
                       Prefixes::Place around) {
  const Markup markup = markup_of(options);
  const std::string msdata = declaration_text(markup, "msdata", kMsdata);
  const std::string diffgr = declaration_text(markup, "diffgr", kDiffgr);
  out.append("<diffgr:diffgram");
  out.append(markup.dictionary ? diffgr + msdata : msdata + diffgr);
  const bool empty = std::all_of(selection.tables.begin(), selection.tables.end(),
                                 [&](std::uint32_t index) { return selection.scope.tables[index]->row_count() == 0; });
  if (empty) return out.append(markup.empty_end()), Status();
  out.push_back('>');
  DOTWIRE_TRY(const Nesting nesting, Nesting::of(selection.scope));
  const Prefixes::Place place = prefixes.declare(prefixes.declare(around, "diffgr", kDiffgr), "msdata", kMsdata);
  DOTWIRE_TRY(DiffgramWriter(out, selection, options, nesting, prefixes, place).write());
  out.append(markup.line(0));
  out.append("</diffgr:diffgram>");
  return {};
}

}  // namespace dotwire::dataset_xml
