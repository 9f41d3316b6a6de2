// What people do to payloads, recognised by what it leaves behind.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "api/inside_message.h"
#include "base/byte_reader.h"
#include "codecs/layers/layers.h"
#include "dotwire/buffer.h"
#include "dotwire/identify.h"

namespace dotwire {
namespace {

using Input = std::span<const std::uint8_t>;

// Enough to judge by; what follows rarely says more.
constexpr std::size_t kLook = 65'536;

// SerializedStreamHeader of a plain payload: root 1, header -1, version 1.0.
constexpr std::array<std::uint8_t, 17> kPayloadHeader = {0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0, 0, 0, 0};

bool starts_with(std::string_view text, std::string_view part) { return text.substr(0, part.size()) == part; }

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

std::string with_commas(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string_view replaced_bytes(std::string_view text, const Error* error) {
  constexpr std::string_view kStart("\0\1\0\0\0", 5);
  if (starts_with(text, kStart)) {
    const std::string_view rest = text.substr(kStart.size());
    if (starts_with(rest, "\xEF\xBF\xBD")) {
      return "bytes of 0x80 and more were replaced by EF BF BD: the payload went through UTF-8 text and cannot be "
             "restored";
    }
    if (starts_with(rest, "\xC3\xBF\xC3\xBF")) {
      return "each byte was encoded as a character of UTF-8, but not every character is a byte now";
    }
    if (starts_with(rest, "????")) {
      return "bytes of 0x80 and more were replaced by '?': the payload went through ASCII text and cannot be restored";
    }
  }
  if (error == nullptr) return {};
  if (count_of(text, "\xEF\xBF\xBD") >= 3) return "it holds EF BF BD several times: probably damaged by UTF-8 text";
  const std::size_t pairs = count_of(text, "\r\n");
  if (!text.empty() && text[0] == 0 && pairs >= 4 && pairs == count_of(text, "\n")) {
    return "every LF has a CR before it: probably transferred as text";
  }
  return {};
}

struct Magic {
  std::string_view bytes;
  std::string_view what;
};

std::string_view other_format(std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::array kMagic = {
      Magic{"\x1F\x8B"sv, "it is damaged gzip data"},
      Magic{"\x28\xB5\x2F\xFD"sv, "it is damaged Zstandard data"},
      Magic{"\x04\x22\x4D\x18"sv, "it is damaged LZ4 data"},
      Magic{"PK\3\4"sv, "it is a ZIP archive"},
      Magic{"\xCE\xCA\xEF\xBE"sv, "it is a .resources file, whose values are payloads of their own"},
      Magic{"\xFF\x01\x0F"sv, "it is probably an ASP.NET ViewState (LosFormatter)"},
      Magic{"\xFF\x01\x32"sv, "it is probably an ASP.NET ViewState (LosFormatter)"},
      Magic{"/wEP"sv, "it is probably the base64 text of an ASP.NET ViewState (LosFormatter)"},
      Magic{"/wEy"sv, "it is probably the base64 text of an ASP.NET ViewState (LosFormatter)"},
      Magic{"\xAC\xED\x00\x05"sv, "it is a Java serialization stream"},
      Magic{"rO0AB"sv, "it is the base64 text of a Java serialization stream"},
      Magic{"\x80\x02"sv, "it is probably a Python pickle"},
      Magic{"\x80\x03"sv, "it is probably a Python pickle"},
      Magic{"\x80\x04\x95"sv, "it is probably a Python pickle"},
      Magic{"\x80\x05\x95"sv, "it is probably a Python pickle"},
      Magic{"PAR1"sv, "it is a Parquet file"},
      Magic{"\x78\x01"sv, "it is probably zlib data, damaged or of something else"},
      Magic{"\x78\x9C"sv, "it is probably zlib data, damaged or of something else"},
      Magic{"\x78\xDA"sv, "it is probably zlib data, damaged or of something else"},
      Magic{"%PDF-"sv, "it is a PDF document"},
      Magic{"MZ"sv, "it is a Windows program"},
      Magic{"\x7F"
            "ELF"sv,
            "it is a program"},
      Magic{"SQLite format 3"sv, "it is an SQLite database"},
      Magic{"\x89PNG"sv, "it is a PNG picture"},
      Magic{"\xFF\xD8\xFF"sv, "it is a JPEG picture"},
      Magic{"\xFF\xFE"sv, "it is probably UTF-16 text"},
      Magic{"\xFE\xFF"sv, "it is probably UTF-16 text"},
  };
  for (const Magic& magic : kMagic) {
    if (starts_with(text, magic.bytes)) return magic.what;
  }
  return {};
}

bool is_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Bits a byte, as Shannon counts them.
double entropy(std::string_view text) {
  std::array<double, 256> counts{};
  for (const char c : text) counts[static_cast<std::uint8_t>(c)] += 1;
  double bits = 0;
  for (const double count : counts) {
    if (count > 0)
      bits -= count / static_cast<double>(text.size()) * std::log2(count / static_cast<double>(text.size()));
  }
  return bits;
}

// Too few bytes for entropy: whether they are as varied as random ones.
bool looks_varied(std::string_view text) {
  std::array<std::size_t, 256> counts{};
  for (const char c : text) ++counts[static_cast<std::uint8_t>(c)];
  const auto distinct = static_cast<double>(256 - std::count(counts.begin(), counts.end(), 0U));
  const double expected = 256 * (1 - std::exp(-static_cast<double>(text.size()) / 256));
  return distinct > 0.9 * expected && *std::max_element(counts.begin(), counts.end()) <= 6;
}

bool looks_random(std::string_view text) {
  if (text.size() < 64) return false;
  if (text.size() < 256) return looks_varied(text);
  // What random bytes of that number show, less a margin.
  const double expected = 8 - 255 / (2 * static_cast<double>(text.size()) * 0.6931);
  return entropy(text) > expected - (text.size() < 4096 ? 0.1 : 0.05);
}

std::string_view encoded_text(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || text.front() == '"')) text.remove_prefix(1);
  if (starts_with(text, "AAEAAAD/////"))
    return "it starts like the base64 text of a BinaryFormatter payload, but is cut or damaged";
  std::string_view hex = text;
  if (starts_with(hex, "0x") || starts_with(hex, "0X")) hex.remove_prefix(2);
  if (starts_with(hex, "0001000000FFFFFFFF") || starts_with(hex, "0001000000ffffffff")) {
    return "it starts like the hexadecimal text of a BinaryFormatter payload, but is cut or damaged";
  }
  if (text.size() < 32) return {};
  const bool all = std::all_of(text.begin(), text.end(), [](char c) { return is_base64(c) || is_space(c); });
  const bool one_word = std::none_of(text.begin(), text.begin() + 32, is_space);
  if (!all || !one_word) return {};
  Buffer inside;
  const auto opened = layers::open(layers::Kind::Base64, as_bytes(text.substr(0, text.size() / 4 * 4)), inside, {});
  if (opened.ok() && looks_random(inside.text())) {
    return "it looks like base64 text of random bytes: encrypted or compressed";
  }
  return "it looks like base64 text of something else";
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return byte >= 0x20 || is_space(c);
  });
}

// Which of .NET's other serializers wrote a text, by the names that they alone put near its start.
std::string_view other_serializer(std::string_view text) {
  constexpr std::size_t kNear = 4096;
  const auto has = [text = text.substr(0, kNear)](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  if (starts_with(text, "MIME-Version:") && has("application/xop+xml")) {
    return "it is an MTOM message of DataContractSerializer or a service, which cannot be read yet";
  }
  if (has("http://schemas.xmlsoap.org/soap/envelope/") && has("http://schemas.xmlsoap.org/soap/encoding/")) {
    return "it is SOAP as SoapFormatter writes it, which cannot be read yet";
  }
  if (has("http://schemas.xmlsoap.org/soap/envelope/") || has("http://www.w3.org/2003/05/soap-envelope")) {
    return "it is a SOAP message without a DataSet in it";
  }
  const bool is_contract =
      has("http://schemas.datacontract.org/2004/07/") || has("http://schemas.microsoft.com/2003/10/Serialization/");
  if (is_contract && (has(":Assembly=\"") || has(":Type=\""))) {
    return "it is XML of NetDataContractSerializer, which cannot be read yet";
  }
  if (is_contract) return "it is XML of DataContractSerializer, which cannot be read yet";
  if (has("http://www.w3.org/2001/XMLSchema-instance") && has("http://www.w3.org/2001/XMLSchema\"")) {
    return "it is XML as XmlSerializer writes it, which cannot be read yet";
  }
  return {};
}

// An element record of [MC-NBFX] with a short name in ASCII, and what may follow it.
bool looks_like_binary_xml(std::string_view text) {
  if (text.size() < 4 || is_printable(text)) return false;
  const auto type = static_cast<std::uint8_t>(text[0]);
  const auto length = static_cast<std::uint8_t>(text[1]);
  // 40: a name in place; 42: from a dictionary; 5E to 77: a prefix a to z before a name in place.
  if (type == 0x42 || type == 0x43 || (type >= 0x44 && type <= 0x5D)) {
    const auto next = static_cast<std::uint8_t>(text[2]);
    return length < 0x80 && (next == 0x01 || next == 0x08 || next == 0x09 || next == 0x0A || next == 0x0B);
  }
  if (type != 0x40 && (type < 0x5E || type > 0x77)) return false;
  if (length == 0 || length > 100 || text.size() < 3U + length) return false;
  const std::string_view name = text.substr(2, length);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    const auto byte = static_cast<std::uint8_t>(c);
    return byte >= 0x80 || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
  // The end, an attribute, an element or a text.
  const auto next = static_cast<std::uint8_t>(text[2 + length]);
  return is_name && next != 0 && (next <= 0x77 || next >= 0x80);
}

std::string_view binary_xml(std::string_view text) {
  if (!looks_like_binary_xml(text)) return {};
  return "it is probably .NET binary XML (DataContractSerializer and others), which cannot be read yet";
}

std::string_view plain_text(std::string_view text) {
  if (!is_printable(text)) {
    const std::size_t zeros = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
    const bool utf16 = text.size() >= 8 && zeros * 2 == text.size() && text[0] != 0 && text[1] == 0;
    return utf16 ? "it is probably UTF-16 text" : std::string_view();
  }
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  if (const std::string_view reason = other_serializer(text); !reason.empty()) return reason;
  if (starts_with(text, "<") || starts_with(text, "\xEF\xBB\xBF<"))
    return "it is XML or HTML text of no known kind; if it is a DataSet's data, say --from datatable-xml-data";
  if (starts_with(text, "{") || starts_with(text, "[")) return "it is probably JSON text";
  return "it is a text file";
}

bool is_column_size(std::uint64_t size) {
  constexpr std::array<std::uint64_t, 15> kSizes = {255,  256,  512,  1000,  1024,  2000,  2048, 4000,
                                                    4096, 8000, 8192, 32767, 32768, 65535, 65536};
  return std::find(kSizes.begin(), kSizes.end(), size) != kSizes.end();
}

std::string payload_further_on(Input input) {
  const auto found = std::search(input.begin() + 1, input.end(), kPayloadHeader.begin(), kPayloadHeader.end());
  if (found == input.end()) return {};
  return "a BinaryFormatter payload starts " + std::to_string(found - input.begin()) + " bytes further on: --offset " +
         std::to_string(found - input.begin()) + " reads it";
}

// Some put the length before what they compress.
std::string gzip_further_on(Input input) {
  constexpr std::array<std::uint8_t, 3> kStart = {0x1F, 0x8B, 0x08};
  const Input near = input.first(std::min<std::size_t>(input.size(), 64));
  const auto found = std::search(near.begin(), near.end(), kStart.begin(), kStart.end());
  if (found == near.begin() || found == near.end()) return {};
  const auto offset = static_cast<std::size_t>(found - near.begin());
  Buffer content;
  if (!layers::open(layers::Kind::Gzip, input.subspan(offset), content, Limits()).ok()) return {};
  return "gzip data starts " + std::to_string(offset) + " bytes further on: --offset " + std::to_string(offset) +
         " reads it";
}

// The head of an HTTP or MIME message.
std::string message_head(std::string_view text) {
  constexpr std::size_t kNear = 8192;
  const bool is_head = starts_with(text, "HTTP/") || starts_with(text, "POST ") || starts_with(text, "MIME-Version:") ||
                       starts_with(text, "Content-") || starts_with(text, "--");
  const std::size_t xml = text.substr(0, kNear).find("\n<");
  if (text.substr(0, kNear).find("application/xop+xml") != std::string_view::npos && starts_with(text, "MIME-"))
    return {};
  if (!is_head || xml == std::string_view::npos) return {};
  return "it starts with the head of a message; XML starts " + std::to_string(xml + 1) +
         " bytes further on: --offset " + std::to_string(xml + 1) + " reads it";
}

// A class that announces a number as a class of the system, shortly before the damage.
std::string_view bare_number(std::string_view text, const Error& error) {
  using namespace std::string_view_literals;
  constexpr std::array kNames = {"\x0ESystem.Boolean"sv, "\x0BSystem.Byte"sv,   "\x0CSystem.SByte"sv,
                                 "\x0BSystem.Char"sv,    "\x0CSystem.Int16"sv,  "\x0DSystem.UInt16"sv,
                                 "\x0CSystem.Int32"sv,   "\x0DSystem.UInt32"sv, "\x0CSystem.Int64"sv,
                                 "\x0DSystem.UInt64"sv,  "\x0DSystem.Single"sv, "\x0DSystem.Double"sv};
  constexpr std::uint64_t kNear = 512;
  if (!error.has_offset() || error.offset() > text.size() || !starts_with(text, as_text(kPayloadHeader))) return {};
  const std::uint64_t start = error.offset() > kNear ? error.offset() - kNear : 0;
  const std::string_view before = text.substr(start, error.offset() - start);
  const bool announced = std::any_of(kNames.begin(), kNames.end(), [before](std::string_view name) {
    return before.find(name) != std::string_view::npos;
  });
  if (!announced) return {};
  return "perhaps a number in a member declared as an interface or as ValueType: .NET Framework and Mono write its "
         "bare bytes there, which no reader can tell from records";
}

}  // namespace

std::string column_cut(std::uint64_t size) {
  if (!is_column_size(size)) return {};
  return "the input is exactly " + with_commas(size) + " bytes long: probably cut by a column of that size";
}

std::string likely_reason(Input input, const Error* error) {
  if (input.empty()) return "the input is empty";
  const Input look = input.first(std::min(input.size(), kLook));
  const std::string_view text = as_text(look);
  if (text.find_first_not_of('\0') == std::string_view::npos) return "all bytes are zero: erased, or never written";
  if (const std::string_view reason = replaced_bytes(text, error); !reason.empty()) return std::string(reason);
  if (error != nullptr && error->code() == ErrorCode::Truncated) {
    if (std::string cut = column_cut(input.size()); !cut.empty()) return cut;
  }
  if (error != nullptr && error->code() == ErrorCode::Malformed) return std::string(bare_number(text, *error));
  if (error != nullptr && error->code() != ErrorCode::UnknownFormat) return {};
  if (std::string reason = payload_further_on(look); !reason.empty()) return reason;
  if (std::string reason = gzip_further_on(input); !reason.empty()) return reason;
  if (std::string reason = message_head(text); !reason.empty()) return reason;
  if (std::string reason = table_inside_message(input); !reason.empty()) return reason;
  for (const auto guess : {other_format, binary_xml, encoded_text, plain_text}) {
    if (const std::string_view reason = guess(text); !reason.empty()) return std::string(reason);
  }
  return looks_random(text) ? "the bytes look random: encrypted or compressed" : std::string();
}

}  // namespace dotwire
