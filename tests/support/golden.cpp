#include "support/golden.h"

#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "support/file.h"

namespace dotwire::test {
namespace {

namespace fs = std::filesystem;

struct Corpus {
  std::string_view source = "none";
  fs::path golden;  // RUNTIME/manifest.tsv
  fs::path data;
};

Corpus find_corpus() {
  const char* wish = std::getenv("DOTWIRE_SHARED");
  const bool packed_only = wish != nullptr && std::string_view(wish) == "none";
  const fs::path shared = wish != nullptr ? fs::path(wish) : fs::path(DOTWIRE_SOURCE_DIR) / ".." / "shared";
  if (!packed_only && fs::exists(shared / "golden/mono/manifest.tsv")) {
    return {"whole corpus in ../shared", shared / "golden", shared / "data"};
  }
  const fs::path packed = DOTWIRE_PACKED_GOLDEN_DIR;
  if (fs::exists(packed / "golden/mono/manifest.tsv")) return {"packed subset", packed / "golden", packed / "data"};
  return {};
}

const Corpus& corpus() {
  static const Corpus found = find_corpus();
  return found;
}

std::string_view take_until(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

std::string absent_if_dash(std::string_view text) { return text == "-" ? std::string() : std::string(text); }

GoldenRow parse_row(std::string_view runtime, std::string_view line) {
  GoldenRow row;
  row.runtime = runtime;
  row.kind = take_until(line, '\t');
  row.case_name = take_until(line, '\t');
  row.format = take_until(line, '\t');
  row.file = absent_if_dash(take_until(line, '\t'));
  row.size = std::strtoull(std::string(take_until(line, '\t')).c_str(), nullptr, 10);
  row.sha256 = absent_if_dash(take_until(line, '\t'));
  row.note = line;
  return row;
}

std::vector<GoldenRow> parse_manifests() {
  std::vector<GoldenRow> rows;
  for (const std::string_view runtime : {"mono", "net10"}) {
    const fs::path path = corpus().golden / runtime / "manifest.tsv";
    if (corpus().golden.empty() || !fs::exists(path)) continue;
    const std::string text = read_text(path);
    std::string_view rest = text;
    take_until(rest, '\n');
    while (!rest.empty()) rows.push_back(parse_row(runtime, take_until(rest, '\n')));
  }
  return rows;
}

std::string key_of(std::string_view runtime, std::string_view kind, std::string_view name, std::string_view format) {
  std::string key(runtime);
  for (const std::string_view part : {kind, name, format}) key.append("/").append(part);
  return key;
}

}  // namespace

std::string GoldenRow::note_value(std::string_view key) const {
  if (refused()) return {};
  std::string_view rest = note;
  while (!rest.empty()) {
    std::string_view part = take_until(rest, ';');
    if (part.starts_with(' ')) part.remove_prefix(1);
    if (part.size() > key.size() && part.starts_with(key) && part[key.size()] == '=') {
      return std::string(part.substr(key.size() + 1));
    }
  }
  return {};
}

std::string GoldenRow::name() const { return key_of(runtime, kind, case_name, format); }

fs::path GoldenRow::path() const { return corpus().golden / runtime / file; }

Buffer GoldenRow::bytes() const {
  if (!stored()) {
    std::fprintf(stderr, "%s has no bytes in the corpus\n", name().c_str());
    std::abort();
  }
  return read_bytes(path());
}

fs::path GoldenRow::case_folder() const { return corpus().golden / runtime / kind / case_name; }

std::string GoldenRow::expected_after_reading() const {
  const std::string readback = note_value("readback");
  return read_text(readback.ends_with(".json") ? case_folder() / readback : expected_path());
}

std::string_view golden_source() { return corpus().source; }

bool golden_is_whole() { return golden_source() == "whole corpus in ../shared"; }

const std::vector<GoldenRow>& golden_rows() {
  static const std::vector<GoldenRow> rows = parse_manifests();
  return rows;
}

const GoldenRow* find_golden(std::string_view runtime, std::string_view kind, std::string_view case_name,
                             std::string_view format) {
  static const std::unordered_map<std::string, const GoldenRow*> index = [] {
    std::unordered_map<std::string, const GoldenRow*> made;
    for (const GoldenRow& row : golden_rows()) made.emplace(row.name(), &row);
    return made;
  }();
  const auto found = index.find(key_of(runtime, kind, case_name, format));
  return found == index.end() ? nullptr : found->second;
}

std::optional<fs::path> shared_data(std::string_view name) {
  const fs::path path = corpus().data / name;
  if (corpus().data.empty() || !fs::exists(path)) return std::nullopt;
  return path;
}

fs::path source_root() { return DOTWIRE_SOURCE_DIR; }

}  // namespace dotwire::test
