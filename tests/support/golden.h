// The golden corpus: what .NET and Mono wrote for known values, and what those values are.
//
// The whole corpus lies in ../shared beside the checkout (or where DOTWIRE_SHARED says); a packed subset is part of the
// checkout and unpacked into the build tree. Tests use the whole one when it is there, and the subset otherwise
// (DOTWIRE_SHARED=none asks for it). Everything here is read once and constant; safe from several threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"

namespace dotwire::test {

// One line of a manifest.tsv.
struct GoldenRow {
  std::string runtime;    // "mono", "net10"
  std::string kind;       // "graph", "table"
  std::string case_name;  // "library"; one ending in "@ny" was made with the zone America/New_York
  std::string format;     // "binaryformatter", "bf-remoting-binary"; "expected" and "contract" are rows too
  std::string file;       // under the runtime's folder; empty where there is none
  std::uint64_t size = 0;
  std::string sha256;  // of the bytes, stored or not; empty where the serializer refused
  std::string note;

  // The serializer threw; `note` is "exception=...".
  bool refused() const { return sha256.empty(); }
  bool stored() const { return !file.empty(); }
  // There are bytes, but they are too big to store: build the value, write it, compare size and sha256.
  bool not_stored() const { return !refused() && !stored(); }

  // A value of the note's own list, which "; " separates: note_value("readback") is "same", a file's name, "differs",
  // "untried" or empty. A refused row has no such list.
  std::string note_value(std::string_view key) const;
  // The platform reads from this file what expected.json says.
  bool reads_back_the_same() const { return note_value("readback") == "same"; }
  // The platform itself cannot read this file.
  bool unreadable() const { return !note_value("readback-exception").empty(); }

  // "mono/graph/library/binaryformatter"
  std::string name() const;

  Buffer bytes() const;  // aborts when the row is not stored()
  std::filesystem::path path() const;
  // What reading must give, as JSON text: the readback file where the note names one, else expected.json.
  std::string expected_after_reading() const;
  std::filesystem::path case_folder() const;
  std::filesystem::path expected_path() const { return case_folder() / "expected.json"; }
  std::filesystem::path contract_path() const { return case_folder() / "contract.json"; }
};

// "whole corpus in ../shared", "packed subset", "none": tests print it where they count rows.
std::string_view golden_source();
bool golden_is_whole();

// All rows of both runtimes in the manifests' order. Empty when there is no corpus at all.
const std::vector<GoldenRow>& golden_rows();

// Null when there is no such row.
const GoldenRow* find_golden(std::string_view runtime, std::string_view kind, std::string_view case_name,
                             std::string_view format);

// Calls visit(row) for each row of a format with bytes in the corpus, and returns how many there were: check that it is
// not 0. Formats of one case that gave equal bytes share a file, so it may come more than once.
template <class Visit>
std::size_t for_each_golden(std::string_view format, Visit&& visit) {
  std::size_t count = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (row.format != format || !row.stored()) continue;
    visit(row);
    ++count;
  }
  return count;
}

// A file of ../shared/data, "northwind/nwind.proto.bin", from wherever the corpus comes; nothing when it is not there
// (the subset has the northwind files that tests need).
std::optional<std::filesystem::path> shared_data(std::string_view name);

// The checkout, for test data that is kept as it is: source_root() / "tests/malformed/nrbf/x.bin".
std::filesystem::path source_root();

}  // namespace dotwire::test
