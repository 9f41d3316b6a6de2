#include "codecs/dataset_xml/infer_type.h"

#include "clr/number_text.h"
#include "clr/time_span.h"

namespace dotwire::dataset_xml {
namespace {

constexpr TypeSet kBoolean = 1 << 0;
constexpr TypeSet kByte = 1 << 1;
constexpr TypeSet kUnsignedByte = 1 << 2;
constexpr TypeSet kShort = 1 << 3;
constexpr TypeSet kUnsignedShort = 1 << 4;
constexpr TypeSet kInt = 1 << 5;
constexpr TypeSet kUnsignedInt = 1 << 6;
constexpr TypeSet kLong = 1 << 7;
constexpr TypeSet kUnsignedLong = 1 << 8;
constexpr TypeSet kInteger = 1 << 9;
constexpr TypeSet kDecimal = 1 << 10;
constexpr TypeSet kFloat = 1 << 11;
constexpr TypeSet kDouble = 1 << 12;
constexpr TypeSet kDuration = 1 << 13;
constexpr TypeSet kDateTime = 1 << 14;
constexpr TypeSet kTime = 1 << 15;
constexpr TypeSet kDate = 1 << 16;
constexpr TypeSet kYearMonth = 1 << 17;
constexpr TypeSet kString = kOnlyString;

constexpr TypeSet kFloats = kFloat | kDouble | kString;
constexpr TypeSet kDecimals = kDecimal | kFloats;
constexpr TypeSet kSigned = kByte | kShort | kInt | kLong | kInteger | kDecimals;
constexpr TypeSet kUnsigned = kUnsignedByte | kUnsignedShort | kUnsignedInt | kUnsignedLong;

// What a text looks like, and whether its value must be tried.
struct Guess {
  TypeSet types;
  bool try_value = false;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A text from left to right.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}
  bool at_end() const { return rest_.empty(); }
  char peek() const { return rest_.empty() ? '\0' : rest_[0]; }
  bool take(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_any(std::string_view of) {
    if (rest_.empty() || of.find(rest_[0]) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::size_t digits() {
    std::size_t count = 0;
    while (count < rest_.size() && is_digit(rest_[count])) ++count;
    rest_.remove_prefix(count);
    return count;
  }
  bool two_digits() {
    if (rest_.size() < 2 || !is_digit(rest_[0]) || !is_digit(rest_[1])) return false;
    rest_.remove_prefix(2);
    return true;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Behind 'P'. Parts come in their order, seconds with a fraction; the letters of a part may be missing for none.
bool is_duration(Scan scan) {
  std::string_view date = "YMD";
  bool any = false;
  while (!scan.at_end() && scan.peek() != 'T') {
    if (scan.digits() == 0) return false;
    const std::size_t at = scan.at_end() ? std::string_view::npos : date.find(scan.peek());
    if (at == std::string_view::npos) return false;
    scan.take(scan.peek());
    date.remove_prefix(at + 1);
    any = true;
  }
  if (scan.at_end()) return any;
  scan.take('T');
  std::string_view time = "HM.S";
  bool any_time = false;
  while (!scan.at_end()) {
    if (scan.digits() == 0) return false;
    const std::size_t at = scan.at_end() ? std::string_view::npos : time.find(scan.peek());
    if (at == std::string_view::npos) return false;
    scan.take(scan.peek());
    time.remove_prefix(at + 1);
    any_time = true;
  }
  return any_time;
}

bool is_zone(Scan& scan) {
  if (scan.take_any("Zz")) return scan.at_end();
  if (!scan.take_any("+-")) return false;
  return scan.two_digits() && scan.take(':') && scan.two_digits() && scan.at_end();
}

// "04:05", ":06" ...: behind the hour's colon, to the end, with a zone perhaps.
bool is_time_rest(Scan& scan) {
  if (!scan.two_digits() || !scan.take(':') || !scan.two_digits()) return false;
  if (scan.take('.') && scan.digits() == 0) return false;
  return scan.at_end() || is_zone(scan);
}

Guess date_guess(std::string_view text, TypeSet type, const CellContext& cells) {
  return {parse_date_time(cells, text).ok() ? type | kString : kString};
}

// Behind the year's dash.
Guess guess_date(std::string_view text, Scan scan, const CellContext& cells) {
  const Guess month{kYearMonth | kString, true};
  const Guess none{kString};
  if (!scan.two_digits()) return none;
  if (scan.at_end()) return month;
  if (scan.take_any("Zz")) return scan.at_end() ? month : none;
  if (scan.peek() == '+') return is_zone(scan) ? month : none;
  if (!scan.take('-') || !scan.two_digits()) return none;
  if (scan.at_end()) return date_guess(text, kDate, cells);
  // "2001-02-03:00" is a month with a zone.
  if (scan.take(':')) return scan.two_digits() && scan.at_end() ? month : none;
  if (scan.take('T')) {
    const bool time = scan.two_digits() && scan.take(':') && is_time_rest(scan);
    return time ? date_guess(text, kDateTime, cells) : none;
  }
  return is_zone(scan) ? date_guess(text, kDate, cells) : none;
}

// Behind the first point.
Guess guess_fraction(Scan scan, bool digits_before) {
  const Guess none{kString, true};
  const std::size_t digits = scan.digits();
  if (scan.at_end()) return {digits != 0 || digits_before ? kDecimals : kString, true};
  if (!scan.take_any("eE")) return none;
  scan.take_any("+-");
  return {scan.digits() != 0 && scan.at_end() ? kFloats : kString, true};
}

Guess guess_number(std::string_view text, Scan scan, bool sign, const CellContext& cells) {
  const std::size_t digits = scan.digits();
  if (scan.at_end()) {
    TypeSet types = kSigned | (sign ? 0 : kUnsigned);
    if (text == "0" || text == "1") types |= kBoolean;
    return {types, true};
  }
  if (scan.take('.')) return guess_fraction(scan, true);
  if (scan.take_any("eE")) return {kFloats, true};
  if (digits == 2 && scan.take(':')) return is_time_rest(scan) ? date_guess(text, kTime, cells) : Guess{kString};
  if (digits >= 4 && scan.take('-')) return guess_date(text, scan, cells);
  return {kString};
}

Guess guess(std::string_view text, const CellContext& cells) {
  if (text == "true" || text == "false") return {kBoolean | kString};
  if (text == "NaN" || text == "INF" || text == "-INF") return {kFloats};
  Scan scan(text);
  const bool sign = scan.take_any("+-");
  if (scan.take('.')) return guess_fraction(scan, false);
  if (scan.take('P')) return is_duration(scan) ? Guess{kDuration | kString, true} : Guess{kString};
  if (is_digit(scan.peek())) return guess_number(text, scan, sign, cells);
  return {kString};
}

template <class T>
bool fits(std::string_view text) {
  return parse_integer<T>(text).ok();
}

// The narrowest integer type left, or none.
std::string_view refine_integer(std::string_view text, TypeSet& types) {
  struct Pair {
    TypeSet narrow;
    bool (*fits_narrow)(std::string_view);
    std::string_view narrow_name;
    TypeSet wide;
    bool (*fits_wide)(std::string_view);
    std::string_view wide_name;
  };
  constexpr Pair kPairs[] = {
      {kByte, fits<std::int8_t>, "byte", kUnsignedByte, fits<std::uint8_t>, "unsignedByte"},
      {kShort, fits<std::int16_t>, "short", kUnsignedShort, fits<std::uint16_t>, "unsignedShort"},
      {kInt, fits<std::int32_t>, "int", kUnsignedInt, fits<std::uint32_t>, "unsignedInt"},
      {kLong, fits<std::int64_t>, "long", kUnsignedLong, fits<std::uint64_t>, "unsignedLong"},
  };
  for (const Pair& pair : kPairs) {
    if ((types & pair.narrow) != 0) {
      if (pair.fits_narrow(text)) return (types & pair.wide) != 0 ? pair.wide_name : pair.narrow_name;
      types &= ~pair.narrow;
    }
    if ((types & pair.wide) != 0) {
      if (pair.fits_wide(text)) return pair.wide_name;
      types &= ~pair.wide;
    }
  }
  return {};
}

// A float where it says the same as the double, else a double.
std::string_view refine_float(std::string_view text, TypeSet& types, const CellContext& cells) {
  const NumberText numbers = number_text(cells.dialect);
  const auto exact = [&]() -> std::string_view {
    return (types & kInteger) != 0 ? "integer" : (types & kDecimal) != 0 ? "decimal" : std::string_view();
  };
  if ((types & kDouble) != 0) {
    const Result<double> value = parse_xml_double(text, numbers);
    if (value.ok()) {
      if (const std::string_view name = exact(); !name.empty()) return name;
      if ((types & kFloat) != 0) {
        const Result<float> small = parse_xml_single(text, numbers);
        if (small.ok() && to_xml_text(*small, numbers) == to_xml_text(*value, numbers)) return "float";
      }
      types &= ~kFloat;
      return "double";
    }
    types &= ~kDouble;
  }
  if ((types & kFloat) != 0) {
    if (parse_xml_single(text, numbers).ok()) {
      const std::string_view name = exact();
      return name.empty() ? "float" : name;
    }
    types &= ~kFloat;
  }
  return exact();
}

// What needs no trying, or is left after it.
std::string_view name_of(TypeSet types) {
  struct Name {
    TypeSet types;
    std::string_view name;
  };
  constexpr Name kNames[] = {
      {kBoolean, "boolean"},       {kDate, "date"},     {kDateTime, "dateTime"}, {kTime, "time"}, {kFloat, "float"},
      {kFloat | kDouble, "float"}, {kDouble, "double"},
  };
  for (const Name& entry : kNames) {
    if ((types & ~kString) == entry.types) return entry.name;
  }
  return "string";
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_white_space_only(text.substr(0, 1))) text.remove_prefix(1);
  while (!text.empty() && is_white_space_only(text.substr(text.size() - 1))) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view refine_type(std::string_view value, TypeSet& types, const CellContext& cells) {
  const std::string_view text = trimmed(value);
  if (types == kOnlyString) return "string";
  const Guess guessed = guess(text, cells);
  types &= guessed.types;
  if (types == kOnlyString || types == 0) return "string";
  if (guessed.try_value) {
    if (const std::string_view name = refine_integer(text, types); !name.empty()) return name;
    if (const std::string_view name = refine_float(text, types, cells); !name.empty()) return name;
    const bool month = types == (kYearMonth | kString);
    const bool duration = types == (kDuration | kString);
    if (month && parse_date_time(cells, text).ok()) return "gYearMonth";
    if (duration && parse_xml_duration(text).ok()) return "duration";
    if (month || duration) {
      types = kOnlyString;
      return "string";
    }
  }
  return name_of(types);
}

}  // namespace dotwire::dataset_xml
