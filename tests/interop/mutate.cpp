#include "interop/mutate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "dotwire/convert.h"
#include "dotwire/inspect.h"

namespace dotwire::interop {
namespace {

using Places = std::vector<std::size_t>;

std::string at(std::size_t place) { return " at " + std::to_string(place); }

// --- any bytes

void flip_bit(std::string& bytes, Random& random, std::string& how) {
  const std::size_t place = random.below(bytes.size());
  bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
  how = "bit flipped" + at(place);
}

void set_byte(std::string& bytes, Random& random, std::string& how) {
  constexpr std::array<int, 8> kValues = {0, 1, 2, 9, 10, 0x7F, 0x80, 0xFF};
  const std::size_t place = random.below(bytes.size());
  bytes[place] = static_cast<char>(kValues[random.below(kValues.size())]);
  how = "byte set" + at(place);
}

void cut_end(std::string& bytes, Random& random, std::string& how) {
  bytes.resize(random.below(bytes.size()));
  how = "cut" + at(bytes.size());
}

void drop_range(std::string& bytes, Random& random, std::string& how) {
  const std::size_t place = random.below(bytes.size());
  bytes.erase(place, 1 + random.below(8));
  how = "range dropped" + at(place);
}

void insert_range(std::string& bytes, Random& random, std::string& how) {
  const std::size_t place = random.below(bytes.size());
  std::string inserted;
  for (std::size_t i = random.below(8) + 1; i > 0; --i) inserted += static_cast<char>(random.below(256));
  bytes.insert(place, inserted);
  how = "range inserted" + at(place);
}

void swap_ranges(std::string& bytes, Random& random, std::string& how) {
  const std::size_t size = 1 + random.below(8);
  if (bytes.size() < 2 * size + 1) return flip_bit(bytes, random, how);
  const std::size_t first = random.below(bytes.size() - 2 * size);
  const std::size_t second = first + size + random.below(bytes.size() - first - 2 * size + 1);
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                   bytes.begin() + static_cast<std::ptrdiff_t>(first + size),
                   bytes.begin() + static_cast<std::ptrdiff_t>(second));
  how = "ranges swapped" + at(first);
}

void set_number(std::string& bytes, Random& random, std::string& how) {
  constexpr std::array<std::int32_t, 10> kValues = {0, 1, 2, 3, 5, -1, 255, 65'536, 0x7FFFFFFF, INT32_MIN};
  if (bytes.size() < 4) return flip_bit(bytes, random, how);
  const std::size_t place = random.below(bytes.size() - 3);
  const std::int32_t value = kValues[random.below(kValues.size())];
  std::memcpy(bytes.data() + place, &value, 4);
  how = "number " + std::to_string(value) + at(place);
}

// --- records

class RecordPlaces final : public EventVisitor {
 public:
  bool visit(const Event& event) override {
    if (event.is_record) places.push_back(static_cast<std::size_t>(event.offset));
    return true;
  }
  bool wants_values() const override { return false; }
  Places places;
};

Places record_places(std::span<const std::uint8_t> payload) {
  RecordPlaces found;
  WalkSummary summary;
  static_cast<void>(walk(payload, *find_format("binaryformatter"), found, summary));
  found.places.push_back(payload.size());
  return found.places;
}

std::string record(std::string_view bytes, const Places& places, std::size_t i) {
  return std::string(bytes.substr(places[i], places[i + 1] - places[i]));
}

void change_records(std::string& bytes, const Places& places, Random& random, std::string& how) {
  const std::size_t count = places.size() - 1;
  if (count < 2) return flip_bit(bytes, random, how);
  const std::size_t first = random.below(count);
  const std::size_t second = random.below(count);
  const std::string copied = record(bytes, places, first);
  switch (random.below(3)) {
    case 0:
      bytes.insert(places[second], copied);
      how = "record" + at(places[first]) + " repeated" + at(places[second]);
      break;
    case 1:
      bytes.erase(places[first], copied.size());
      how = "record dropped" + at(places[first]);
      break;
    default:
      bytes.replace(places[first], copied.size(), record(bytes, places, second));
      how = "record" + at(places[second]) + " in place of that" + at(places[first]);
  }
}

// --- XML

struct Tag {
  std::size_t begin = 0;
  std::size_t end = 0;      // behind '>'
  std::size_t closing = 0;  // behind the end of the element; 0 for end tags
  bool is_end = false;
};

std::vector<Tag> find_tags(std::string_view text) {
  std::vector<Tag> tags;
  std::vector<std::size_t> open;
  for (std::size_t begin = text.find('<'); begin != std::string_view::npos; begin = text.find('<', begin + 1)) {
    const std::size_t close = text.find('>', begin);
    if (close == std::string_view::npos) break;
    if (text[begin + 1] == '?' || text[begin + 1] == '!') continue;
    Tag tag{begin, close + 1, 0, text[begin + 1] == '/'};
    if (tag.is_end && !open.empty()) {
      tags[open.back()].closing = tag.end;
      open.pop_back();
    } else if (text[close - 1] == '/') {
      tag.closing = tag.end;
    } else if (!tag.is_end) {
      open.push_back(tags.size());
    }
    tags.push_back(tag);
  }
  return tags;
}

constexpr std::array<std::string_view, 16> kTexts = {
    "",    " ",         "0",    "-1",         "1e400", "99999999999999999999",
    "NaN", "INF",       "true", "x y",        "1.50 ", "2010-08-17T10:00:00",
    "P1D", "&lt;&#65;", "+7",   "http://a/ b"};

void change_text(std::string& text, Random& random, std::string& how) {
  const std::vector<Tag> tags = find_tags(text);
  Places places;
  for (std::size_t i = 0; i + 1 < tags.size(); ++i) {
    if (!tags[i].is_end && tags[i + 1].is_end && tags[i + 1].begin > tags[i].end) places.push_back(i);
  }
  if (places.empty()) return flip_bit(text, random, how);
  const std::size_t i = places[random.below(places.size())];
  const std::string_view value = kTexts[random.below(kTexts.size())];
  text.replace(tags[i].end, tags[i + 1].begin - tags[i].end, value);
  how = "text '" + std::string(value) + "'" + at(tags[i].end);
}

// Of a start tag: where each attribute begins and ends.
std::vector<std::pair<std::size_t, std::size_t>> find_attributes(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (const Tag& tag : find_tags(text)) {
    if (tag.is_end) continue;
    for (std::size_t equals = text.find("=\"", tag.begin); equals < tag.end; equals = text.find("=\"", equals)) {
      const std::size_t begin = text.rfind(' ', equals);
      const std::size_t end = text.find('"', equals + 2);
      if (end == std::string_view::npos || begin == std::string_view::npos) break;
      found.emplace_back(begin, end + 1);
      equals = end;
    }
  }
  return found;
}

void change_attribute(std::string& text, Random& random, std::string& how) {
  const auto attributes = find_attributes(text);
  if (attributes.empty()) return change_text(text, random, how);
  const auto [begin, end] = attributes[random.below(attributes.size())];
  const std::string whole = text.substr(begin, end - begin);
  const std::size_t value = text.find('"', begin) + 1;
  switch (random.below(4)) {
    case 0:
      text.erase(begin, whole.size());
      how = "attribute dropped" + at(begin);
      break;
    case 1:
      text.insert(begin, whole);
      how = "attribute repeated" + at(begin);
      break;
    case 2: {
      const auto other = attributes[random.below(attributes.size())];
      const std::size_t other_value = text.find('"', other.first) + 1;
      const std::string copied = text.substr(other_value, other.second - 1 - other_value);
      text.replace(value, end - 1 - value, copied);
      how = "value of another attribute" + at(value);
      break;
    }
    default:
      text.replace(value, end - 1 - value, kTexts[random.below(kTexts.size())]);
      how = "attribute value" + at(value);
  }
}

void change_element(std::string& text, Random& random, std::string& how) {
  const std::vector<Tag> tags = find_tags(text);
  std::vector<Tag> elements;
  for (const Tag& tag : tags) {
    if (!tag.is_end && tag.closing != 0) elements.push_back(tag);
  }
  if (elements.size() < 2) return flip_bit(text, random, how);
  const Tag element = elements[1 + random.below(elements.size() - 1)];
  const std::string whole = text.substr(element.begin, element.closing - element.begin);
  const Tag other = elements[1 + random.below(elements.size() - 1)];
  switch (random.below(5)) {
    case 0:
      text.erase(element.begin, whole.size());
      how = "element dropped" + at(element.begin);
      break;
    case 1:
      text.insert(element.begin, whole);
      how = "element repeated" + at(element.begin);
      break;
    case 2:
      text.insert(other.begin, whole);
      how = "element" + at(element.begin) + " repeated" + at(other.begin);
      break;
    case 3: {
      constexpr std::array<std::string_view, 4> kInserted = {"<!-- c -->", "<x/>", "text", "<![CDATA[<c>]]>"};
      const std::string_view inserted = kInserted[random.below(kInserted.size())];
      text.insert(element.begin, inserted);
      how = std::string(inserted) + at(element.begin);
      break;
    }
    default: {
      // Start and end tag get another name.
      const std::size_t name_end = text.find_first_of(" />", element.begin);
      const std::string name = text.substr(element.begin + 1, name_end - element.begin - 1);
      if (text[element.end - 2] != '/') text.replace(element.closing - 1 - name.size(), name.size(), name + "Z");
      text.replace(element.begin + 1, name.size(), name + "Z");
      how = "element renamed" + at(element.begin);
    }
  }
}

void change_tag(std::string& text, Random& random, std::string& how) {
  const std::vector<Tag> tags = find_tags(text);
  const Tag tag = tags[random.below(tags.size())];
  text.erase(tag.begin, tag.end - tag.begin);
  how = "tag dropped" + at(tag.begin);
}

}  // namespace

Mutant mutate_payload(std::span<const std::uint8_t> payload, Random& random) {
  Mutant mutant{std::string(payload.begin(), payload.end()), ""};
  switch (random.below(10)) {
    case 0: flip_bit(mutant.bytes, random, mutant.how); break;
    case 1: set_byte(mutant.bytes, random, mutant.how); break;
    case 2: cut_end(mutant.bytes, random, mutant.how); break;
    case 3: drop_range(mutant.bytes, random, mutant.how); break;
    case 4: insert_range(mutant.bytes, random, mutant.how); break;
    case 5: swap_ranges(mutant.bytes, random, mutant.how); break;
    case 6: set_number(mutant.bytes, random, mutant.how); break;
    default: change_records(mutant.bytes, record_places(payload), random, mutant.how);
  }
  return mutant;
}

Mutant mutate_xml(std::span<const std::uint8_t> document, Random& random) {
  Mutant mutant{std::string(document.begin(), document.end()), ""};
  switch (random.below(10)) {
    case 0: flip_bit(mutant.bytes, random, mutant.how); break;
    case 1: cut_end(mutant.bytes, random, mutant.how); break;
    case 2: change_tag(mutant.bytes, random, mutant.how); break;
    case 3:
    case 4:
    case 5: change_text(mutant.bytes, random, mutant.how); break;
    case 6:
    case 7: change_attribute(mutant.bytes, random, mutant.how); break;
    default: change_element(mutant.bytes, random, mutant.how);
  }
  return mutant;
}

}  // namespace dotwire::interop
