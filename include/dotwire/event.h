// What lies at which byte of a document: the one visitor behind `inspect --records`, partial reads and scanning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dotwire {

// Whether a terminal would obey the character, or show nothing or something else in its place: control and format
// characters (but the two joiners, which scripts and emoji need), line and paragraph separators, lone surrogates. Texts
// for people have such characters escaped.
bool is_unprintable(char32_t code_point);

// A record (NRBF), node (XML) or value, in the order of the document. Events do not overlap: the head of a record ends
// where the first value or record inside it begins, so that all events together cover the document.
// Everything here, and what path() and detail() read, lives until visit() returns.
class Event {
 public:
  std::uint64_t index = 0;   // of the record, from 0; a value has the index of the record that it belongs to
  std::uint64_t offset = 0;  // of its first byte
  std::uint64_t length = 0;
  std::uint32_t depth = 0;  // of records around it
  bool is_record = true;    // false: a value inside a record
  std::uint8_t code = 0;    // of the record kind, as the format numbers it; of values the primitive's code
  std::string_view kind;    // spelled as in the format's specification: "ClassWithMembersAndTypes", "Int32"
  bool has_id = false;
  std::int32_t id = 0;

  // Where in the document: "#1/Lines/[3]". Built when asked for. Of paths longer than `max_steps` the middle is left
  // out.
  virtual std::string path(std::size_t max_steps = 32) const = 0;
  // Names, counts and short values, for people. Control characters in it are escaped; texts are cut at `max_text`
  // bytes.
  virtual std::string detail(std::size_t max_text = 60) const = 0;

 protected:
  Event() = default;
  Event(const Event&) = default;
  Event& operator=(const Event&) = default;
  ~Event() = default;
};

class EventVisitor {
 public:
  virtual ~EventVisitor() = default;
  // False stops the walk, which then ends without an error.
  virtual bool visit(const Event& event) = 0;
  // Values inside records are visited only if wanted.
  virtual bool wants_values() const { return true; }
};

// How far a walk came, filled in whether it succeeded or not.
struct WalkSummary {
  std::uint64_t records = 0;       // that were complete
  std::uint64_t payload_size = 0;  // bytes up to and with the last complete record
  // The record that the walk was in when it ended.
  std::uint64_t record_index = 0;
  std::uint64_t record_offset = 0;
  std::string_view record_kind;
  bool stopped = false;  // by the visitor
};

}  // namespace dotwire
