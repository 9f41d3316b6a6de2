#include "codecs/layers/layers.h"

#include <algorithm>
#include <array>
#include <string>

#include "codecs/layers/compressed.h"
#include "codecs/layers/embedded_text.h"
#include "codecs/layers/encoded_text.h"

namespace dotwire::layers {
namespace {

struct Row {
  Kind kind;
  std::string_view name;
  Sign (*looks_like)(Bytes input);
  Result<std::uint64_t> (*open)(Bytes input, Buffer& out, const Limits& limits);
  Status (*write)(Bytes content, Buffer& out) = nullptr;  // null: only opened
};

// In the order in which they are tried.
constexpr std::array kRows = {
    Row{Kind::Gzip, "gzip", sign_of_gzip, open_gzip, write_gzip},
    Row{Kind::Zstd, "zstd", sign_of_zstd, open_zstd, write_zstd},
    Row{Kind::Lz4, "lz4", sign_of_lz4, open_lz4, write_lz4},
    Row{Kind::Zlib, "zlib", sign_of_zlib, open_zlib, write_zlib},
    Row{Kind::Latin1, "utf-8-latin-1", sign_of_latin1, open_latin1},
    Row{Kind::Utf16, "utf-16", sign_of_utf16, open_utf16},
    Row{Kind::UrlEncoding, "url-encoding", sign_of_url_encoding, open_url_encoding},
    Row{Kind::Hex, "hex", sign_of_hex, open_hex, write_hex},
    Row{Kind::Base64, "base64", sign_of_base64, open_base64, write_base64},
    Row{Kind::Base64Url, "base64url", sign_of_base64url, open_base64url},
    Row{Kind::XmlText, "xml-text", sign_of_xml_text, open_xml_text},
    Row{Kind::JsonText, "json-text", sign_of_json_text, open_json_text},
    Row{Kind::QuickLz, "quicklz", sign_of_quicklz, open_quicklz, write_quicklz},
    Row{Kind::Deflate, "deflate", sign_of_deflate, open_deflate, write_deflate},
};

const Row& row_of(Kind kind) {
  return *std::find_if(kRows.begin(), kRows.end(), [kind](const Row& row) { return row.kind == kind; });
}

// In the order that people are told.
constexpr std::array<std::string_view, 8> kWritten = {"gzip", "deflate", "zlib",   "zstd",
                                                      "lz4",  "quicklz", "base64", "hex"};

}  // namespace

std::string_view to_string(Kind kind) { return row_of(kind).name; }

Sign looks_like(Kind kind, Bytes input) { return input.empty() ? Sign::None : row_of(kind).looks_like(input); }

std::vector<Kind> candidates(Bytes input) {
  std::vector<Kind> found;
  for (const Sign sign : {Sign::Strong, Sign::Weak}) {
    for (const Row& row : kRows) {
      if (looks_like(row.kind, input) == sign) found.push_back(row.kind);
    }
  }
  return found;
}

Result<std::uint64_t> open_up_to_damage(Kind kind, Bytes input, Buffer& out, const Limits& limits) {
  return row_of(kind).open(input, out, limits);
}

Result<std::uint64_t> open(Kind kind, Bytes input, Buffer& out, const Limits& limits) {
  const std::size_t before = out.size();
  Result<std::uint64_t> end = open_up_to_damage(kind, input, out, limits);
  if (!end.ok()) out.resize(before);
  return end;
}

std::span<const std::string_view> written_names() { return kWritten; }

Status write(std::string_view name, Bytes content, Buffer& out) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [name](const Row& one) { return one.name == name; });
  if (row == kRows.end() || row->write == nullptr) {
    return Error(ErrorCode::InvalidArgument, "no layer that can be written is named " + std::string(name));
  }
  const std::size_t before = out.size();
  Status written = row->write(content, out);
  if (!written.ok()) out.resize(before);
  return written;
}

}  // namespace dotwire::layers
