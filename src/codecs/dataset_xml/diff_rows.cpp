#include "codecs/dataset_xml/diff_rows.h"

#include <algorithm>

#include "base/try.h"
#include "clr/digits.h"

namespace dotwire::dataset_xml {

using model::RowState;

void settle_insertions(std::vector<std::uint64_t>& places) {
  const std::size_t count = places.size();
  std::size_t top = 1;
  while (top * 2 <= count) top *= 2;
  // A Fenwick tree of free places.
  std::vector<std::uint64_t> free(count + 1);
  for (std::size_t i = 1; i <= count; ++i) free[i] = i & (~i + 1);
  for (std::size_t i = count; i > 0; --i) {
    std::uint64_t wanted = places[i - 1];
    std::size_t at = 0;
    for (std::size_t step = top; step != 0; step /= 2) {
      if (at + step <= count && free[at + step] <= wanted) {
        at += step;
        wanted -= free[at];
      }
    }
    places[i - 1] = at;
    for (std::size_t node = at + 1; node <= count; node += node & (~node + 1)) --free[node];
  }
}

std::uint64_t DiffRows::id_of(std::string_view id, std::int64_t order) const {
  const std::uint64_t usual = order >= 0 ? static_cast<std::uint64_t>(order) + 1 : count_ + 1;
  if (options_.like_dotnet || !id.starts_with(table_.name)) return usual;
  const Result<std::uint64_t> number = parse_integer<std::uint64_t>(id.substr(table_.name.size()));
  return number.ok() && std::to_string(*number) == id.substr(table_.name.size()) ? *number : usual;
}

void DiffRows::make_explicit() {
  if (explicit_) return;
  explicit_ = true;
  for (std::uint64_t i = 0; i < count_; ++i) {
    const std::uint64_t record = first_record_ + i;
    rows_.push_back({{RowState::Unchanged, record, record, model::kNoRecord}, static_cast<std::int64_t>(i), i + 1});
  }
}

// A later row of the same diffgr:id takes it over, as in .NET.
void DiffRows::note(const DiffMarks& marks) {
  const std::uint32_t id = ids_.intern(marks.id);
  if (id == by_id_.size()) by_id_.push_back(0);
  by_id_[id] = count_;
}

void DiffRows::add(const DiffMarks& marks, std::uint64_t record) {
  const std::uint64_t number = id_of(marks.id, marks.order);
  const bool plain = !explicit_ && !marks.changed && record == first_record_ + count_ &&
                     (marks.order < 0 || marks.order == static_cast<std::int64_t>(count_)) && number == count_ + 1;
  if (marks.modified || marks.errors) note(marks);
  if (!plain) {
    make_explicit();
    const std::uint64_t original = marks.changed ? model::kNoRecord : record;
    const RowState state = marks.changed ? RowState::Added : RowState::Unchanged;
    rows_.push_back({{state, original, record, model::kNoRecord}, marks.order, number});
  }
  ++count_;
}

void DiffRows::add_original(const DiffMarks& marks, std::uint64_t record) {
  make_explicit();
  const std::uint64_t known = find(marks.id);
  if (known != kNone) {
    model::Row& row = rows_[known].row;
    row.original = record;
    if (row.state != RowState::Deleted) row.state = RowState::Modified;
    return;
  }
  if (marks.errors) note(marks);
  rows_.push_back(
      {{RowState::Deleted, record, model::kNoRecord, model::kNoRecord}, marks.order, id_of(marks.id, marks.order)});
  ++count_;
}

std::uint64_t DiffRows::find(std::string_view id) const {
  const std::uint32_t known = ids_.find(id);
  return known == xml::StringTable::kNone ? kNone : by_id_[known];
}

model::RowErrors& DiffRows::errors_of(std::uint64_t row) {
  const auto [found, fresh] = error_index_.try_emplace(row, errors_.size());
  if (fresh) errors_.push_back({row, {}, {}});
  return errors_[found->second];
}

// Where each diff row is in the end. A nested table's rows come in the order of their parents and say their places;
// the others are put in at theirs one after the other, or behind all.
Status DiffRows::order_rows(bool numbered, std::vector<std::uint64_t>& places) {
  places.resize(rows_.size());
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    const std::int64_t order = rows_[i].order;
    places[i] =
        order < 0 || (static_cast<std::uint64_t>(order) > i && !numbered) ? i : static_cast<std::uint64_t>(order);
  }
  if (!numbered) {
    settle_insertions(places);
    return {};
  }
  std::vector<bool> taken(places.size());
  for (std::uint64_t i = 0; i < places.size(); ++i) {
    if (places[i] < taken.size() && !taken[places[i]]) {
      taken[places[i]] = true;
      continue;
    }
    Error error(ErrorCode::Malformed, places[i] < taken.size() ? "two rows have one msdata:rowOrder"
                                                               : "a msdata:rowOrder leaves places without rows");
    error.prepend_path(table_.name + "/rows/[" + std::to_string(i) + "]");
    return error;
  }
  return {};
}

Status DiffRows::end(bool numbered, std::uint64_t next_record) {
  if (!explicit_) {
    table_.added_plain_rows(count_);
  } else {
    std::vector<std::uint64_t> places;
    DOTWIRE_TRY(order_rows(numbered, places));
    std::vector<std::uint64_t> at(places.size());
    for (std::uint64_t i = 0; i < places.size(); ++i) at[places[i]] = i;
    const std::uint64_t first = table_.row_count();
    bool usual = true;
    for (const std::uint64_t i : at) {
      table_.add_row(rows_[i].row);
      usual &= rows_[i].id == table_.row_count() - first;
    }
    if (!usual && !options_.like_dotnet && first == 0) {
      for (const std::uint64_t i : at) table_.row_ids.push_back(rows_[i].id);
    }
    for (model::RowErrors& errors : errors_) errors.row = places[errors.row];
  }
  std::sort(errors_.begin(), errors_.end(),
            [](const model::RowErrors& a, const model::RowErrors& b) { return a.row < b.row; });
  for (model::RowErrors& errors : errors_) table_.row_errors.push_back(std::move(errors));
  errors_.clear();
  error_index_.clear();
  rows_.clear();
  ids_.clear();
  by_id_.clear();
  explicit_ = false;
  count_ = 0;
  first_record_ = next_record;
  return {};
}

}  // namespace dotwire::dataset_xml
