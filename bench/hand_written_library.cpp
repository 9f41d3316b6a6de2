#include "hand_written_library.h"

#include <cstring>

#include "base/byte_writer.h"
#include "base/text_scan.h"

namespace dotwire::bench {
namespace {

using samples::Text;
using namespace std::string_view_literals;

// The constant stretches of the payload.
constexpr auto kHeader = "\0\1\0\0\0\xFF\xFF\xFF\xFF\1\0\0\0\0\0\0\0"sv;
constexpr auto kLibrary = "\x0C\2\0\0\0\x3DOracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"sv;
constexpr auto kRoot =
    "\5\1\0\0\0\x0DSeeds.Library\2\0\0\0\x15<Name>k__BackingField\x16<Books>k__BackingField\1\3\x6E"
    "System.Collections.Generic.List`1[[Seeds.Book, Oracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null]]"
    "\2\0\0\0"sv;
constexpr auto kList =
    "\x6E"
    "System.Collections.Generic.List`1[[Seeds.Book, Oracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null]]"
    "\3\0\0\0\6_items\5_size\x08_version\4\0\0\x0CSeeds.Book[]\2\0\0\0\x08\x08"sv;
constexpr auto kArrayElement = "\4\x0ASeeds.Book\2\0\0\0"sv;
constexpr auto kBook =
    "\x0ASeeds.Book\3\0\0\0\x17<Author>k__BackingField\x16<Title>k__BackingField\x15<Year>k__BackingField\4\1\0\x0C"
    "Seeds.Person\2\0\0\0\x08\2\0\0\0"sv;
constexpr auto kPerson =
    "\x0CSeeds.Person\3\0\0\0\x1A<FirstName>k__BackingField\x1B<MiddleName>k__BackingField\x19<LastName>k__BackingField"
    "\1\1\1\2\0\0\0"sv;

std::uint8_t* put_text(std::uint8_t* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

struct Output {
  Buffer& out;
  std::int32_t next;

  void constant(std::string_view text) { out.append(text); }
  void record(std::uint8_t type, std::int32_t id) {
    std::uint8_t* at = out.reserve_more(5);
    *at++ = type;
    out.commit(put(at, id));
  }
  void text(const Text& value) {
    if (!value.has_value()) return out.push_back(10);
    std::uint8_t* at = out.reserve_more(value->size() + 10);
    *at++ = 6;
    at = put_7bit(put(at, next++), static_cast<std::uint32_t>(value->size()));
    out.commit(put_text(at, *value));
  }
  // The full class record first, then references to it.
  void begin_class(bool first, std::int32_t id, std::int32_t defining, std::string_view metadata) {
    record(first ? 5 : 1, id);
    if (first) return constant(metadata);
    out.commit(put(out.reserve_more(4), defining));
  }
};

struct Input {
  const std::uint8_t* at;
  const std::uint8_t* end;

  std::size_t left() const { return static_cast<std::size_t>(end - at); }
  bool constant(std::string_view text) {
    if (left() < text.size() || std::memcmp(at, text.data(), text.size()) != 0) return false;
    at += text.size();
    return true;
  }
  bool number(std::int32_t& value) {
    if (left() < 4) return false;
    value = load<std::int32_t>(at);
    at += 4;
    return true;
  }
  bool record(std::uint8_t type, std::int32_t& id) {
    if (left() < 5 || *at != type) return false;
    ++at;
    return number(id);
  }
  bool text(Text& value) {
    if (left() < 1) return false;
    if (*at == 10) {
      ++at;
      value.reset();
      return true;
    }
    std::int32_t id = 0;
    if (!record(6, id)) return false;
    std::uint32_t size = 0;
    for (int shift = 0;; shift += 7) {
      if (left() < 1 || shift > 28) return false;
      const std::uint8_t byte = *at++;
      size |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    if (left() < size) return false;
    if (!is_ascii_within(at, size, left()) && !is_valid_utf8({reinterpret_cast<const char*>(at), size})) return false;
    if (!value.has_value()) value.emplace();
    value->assign(reinterpret_cast<const char*>(at), size);
    at += size;
    return true;
  }
  bool begin_class(bool first, std::int32_t& id, std::int32_t& defining, std::string_view metadata) {
    if (!record(first ? 5 : 1, id)) return false;
    if (!first) {
      std::int32_t known = 0;
      return number(known) && known == defining;
    }
    defining = id;
    return constant(metadata);
  }
};

std::int32_t capacity_for(std::size_t count) {
  std::int32_t capacity = count == 0 ? 0 : 4;
  while (static_cast<std::size_t>(capacity) < count) capacity *= 2;
  return capacity;
}

}  // namespace

void write_library_by_hand(const samples::Library& library, Buffer& out) {
  Output to{out, 3};
  const auto count = static_cast<std::int32_t>(library.books.size());
  to.constant(kHeader);
  to.constant(kLibrary);
  to.constant(kRoot);
  to.text(library.name);
  const std::int32_t list = to.next++;
  to.record(9, list);
  to.record(4, list);
  to.constant(kList);
  const std::int32_t array = to.next++;
  to.record(9, array);
  std::uint8_t* at = out.reserve_more(8);
  out.commit(put(put(at, count), count));
  to.record(7, array);
  const std::int32_t capacity = capacity_for(library.books.size());
  at = out.reserve_more(9);
  *at++ = 0;
  out.commit(put(put(at, std::int32_t{1}), capacity));
  to.constant(kArrayElement);
  const std::int32_t first_book = to.next;
  for (std::int32_t i = 0; i < count; ++i) to.record(9, to.next++);
  const std::int32_t spare = capacity - count;
  if (spare == 1) out.push_back(10);
  if (spare > 1 && spare < 256) {
    out.push_back(13);
    out.push_back(static_cast<std::uint8_t>(spare));
  }
  if (spare >= 256) to.record(14, spare);
  std::vector<std::int32_t> authors(library.books.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const auto& book = library.books[static_cast<std::size_t>(i)];
    to.begin_class(i == 0, first_book + i, first_book, kBook);
    const std::int32_t author = authors[static_cast<std::size_t>(i)] = to.next++;
    to.record(9, author);
    to.text(book.title);
    out.commit(put(out.reserve_more(4), book.year));
  }
  for (std::size_t i = 0; i < authors.size(); ++i) {
    const auto& person = *library.books[i].author;
    to.begin_class(i == 0, authors[i], authors[0], kPerson);
    to.text(person.first_name);
    to.text(person.middle_name);
    to.text(person.last_name);
  }
  out.push_back(11);
}

bool read_library_by_hand(std::span<const std::uint8_t> bytes, samples::Library& library) {
  Input in{bytes.data(), bytes.data() + bytes.size()};
  std::int32_t id = 0;
  std::int32_t list = 0;
  std::int32_t array = 0;
  std::int32_t count = 0;
  std::int32_t version = 0;
  if (!in.constant(kHeader) || !in.constant(kLibrary) || !in.constant(kRoot) || !in.text(library.name)) return false;
  if (!in.record(9, list) || !in.record(4, id) || id != list || !in.constant(kList)) return false;
  if (!in.record(9, array) || !in.number(count) || !in.number(version) || !in.record(7, id) || id != array)
    return false;
  std::int32_t rank = 0;
  std::int32_t capacity = 0;
  if (!in.constant("\0"sv) || !in.number(rank) || rank != 1 || !in.number(capacity)) return false;
  if (!in.constant(kArrayElement) || count < 0 || count > capacity || static_cast<std::size_t>(count) > in.left() / 5) {
    return false;
  }
  std::vector<std::int32_t> books(static_cast<std::size_t>(count));
  for (std::int32_t& book : books) {
    if (!in.record(9, book)) return false;
  }
  const std::int32_t spare = capacity - count;
  if (spare == 1 && !in.constant("\x0A"sv)) return false;
  if (spare > 1) {
    if (in.left() < 2 || in.at[0] != 13 || in.at[1] != spare) return false;
    in.at += 2;
  }
  library.books.resize(books.size());
  std::vector<std::int32_t> authors(books.size());
  std::int32_t defining = 0;
  for (std::size_t i = 0; i < books.size(); ++i) {
    auto& book = library.books[i];
    if (!in.begin_class(i == 0, id, defining, kBook) || id != books[i] || !in.record(9, authors[i])) return false;
    if (!in.text(book.title) || !in.number(book.year)) return false;
  }
  for (std::size_t i = 0; i < books.size(); ++i) {
    auto& author = library.books[i].author;
    if (!author.has_value()) author.emplace();
    if (!in.begin_class(i == 0, id, defining, kPerson) || id != authors[i]) return false;
    if (!in.text(author->first_name) || !in.text(author->middle_name) || !in.text(author->last_name)) return false;
  }
  return in.constant("\x0B"sv);
}

}  // namespace dotwire::bench
