#include "cli/convert_many.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/bulk.h"
#include "cli/cells.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/summary.h"

namespace dotwire::cli {
namespace {

namespace fs = std::filesystem;

// Text has no records to list, XML apart, which takes kinds of line ends; binary formats may be written piece by piece
// too.
bool is_text(const Format& format) {
  return (format.options & kTakesNewline) != 0 || (format.stream != nullptr && format.walk == nullptr);
}

// Line ends of JSON stand between values only.
std::string on_one_line(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      out += json[i];
      continue;
    }
    while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
  }
  return out;
}

// The row with another value in its cell.
std::string with_cell(const RowText& row, std::string_view value) {
  std::string out;
  out.reserve(row.text.size() - row.cell.size + value.size());
  out += row.text.substr(0, row.cell.at);
  out += value;
  out += row.text.substr(row.cell.at + row.cell.size);
  return out;
}

std::string without_value(const RowText& row) {
  return row.cell.size == 0 ? std::string(row.text) : with_cell(row, row.csv ? "" : "null");
}

std::string cell_of(std::string_view written, const Loaded& loaded, bool csv) {
  const Format& format = *loaded.to;
  const std::string_view layer = loaded.layers.empty() ? "" : loaded.layers.back();
  if (layer == "base64" || layer == "hex") return text_cell(written, csv);
  if (!layer.empty() || !is_text(format)) return csv ? encode_base64(written) : '"' + encode_base64(written) + '"';
  if (format.name == "json") {
    const std::string json = on_one_line(written);
    return csv ? text_cell(json, true) : json;
  }
  return text_cell(written, csv);
}

// One line for all that is lost.
std::string losses_text(const std::string& name, const std::vector<Loss>& losses, const Format& target) {
  std::string text = loss_text(name, losses[0]);
  if (losses.size() > 1) {
    text += "; " + std::string(target.name) + " cannot hold " + std::to_string(losses.size() - 1) + " more";
  }
  return text;
}

class Converter {
 public:
  Converter(const Settings& settings, const Loaded& loaded) : settings_(settings), loaded_(loaded) {}

  Entry convert(const InputName& name, const Content& content, const RowText* row) const {
    Entry entry;
    Buffer written;
    write(name.shown(), content, entry, written);
    if (row != nullptr) {
      entry.out =
          entry.code == kFine ? with_cell(*row, cell_of(written.text(), loaded_, row->csv)) : without_value(*row);
    } else if (entry.code == kFine) {
      store(name.file, written, entry);
    }
    return entry;
  }

  Entry without(const InputName& name, const Error* error, const RowText* row) const {
    Entry entry;
    if (error != nullptr) fail(entry, name.shown(), *error, exit_code_of(error->code()));
    if (row != nullptr) entry.out = without_value(*row);
    return entry;
  }

 private:
  static void fail(Entry& entry, const std::string& name, const Error& error, int code) {
    entry.notes.push_back(report_text(name, error));
    entry.cause = std::string(to_string(error.code())) + ": " + error.message();
    entry.code = code;
  }

  void write(const std::string& name, const Content& content, Entry& entry, Buffer& written) const {
    const Options& options = loaded_.options;
    const Format* format = loaded_.from != nullptr ? loaded_.from : recognise_format(content.bytes, options);
    entry.format = format;
    const Result<Document> document = loaded_.from != nullptr ? read_document(content.bytes, *loaded_.from, options)
                                                              : read_document(content.bytes, options);
    if (!document.ok()) {
      const Error& error = document.error();
      fail(entry, name, error, exit_code_of(error.code()));
      entry.notes = {error.code() == ErrorCode::UnknownFormat
                         ? unknown_text(name, error.hint())
                         : report_text(name, error, content.bytes, format, options, content.start_for(format))};
      return;
    }
    if (document->format != nullptr) entry.format_name = document->format->name;
    entry.dialect = to_string(document->dialect);
    if (settings_.summary) entry.type = type_of_content(*document);
    const Status status = write_in_layers(*document, loaded_, written);
    if (!status.ok()) {
      const bool cannot = status.error().code() == ErrorCode::Unsupported;
      return fail(entry, name, status.error(), cannot ? kCannotHold : exit_code_of(status.error().code()));
    }
    const std::vector<Loss> losses = find_losses(*document, *loaded_.to, options);
    if (!losses.empty()) entry.notes.push_back(losses_text(name, losses, *loaded_.to));
    if (!losses.empty() && settings_.losses_are_errors) {
      entry.code = kCannotHold;
      entry.cause = "the target cannot hold: " + losses[0].what;
    }
  }

  // OUTPUT/path/in/the/folder.bin.json.gzip
  void store(const std::string& file, const Buffer& written, Entry& entry) const {
    std::string name =
        fs::path(file).lexically_relative(settings_.files[0]).string() + "." + std::string(loaded_.to->name);
    for (const std::string_view layer : loaded_.layers) (name += '.') += layer;
    const fs::path target = fs::path(settings_.output) / name;
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    FileSink sink;
    Status status = error ? Status(Error(ErrorCode::Io, error.message())) : sink.open(target.string());
    if (status.ok()) status = sink.put(written.bytes());
    if (status.ok()) status = sink.close();
    if (!status.ok()) fail(entry, target.string(), status.error(), kInputOutput);
  }

  const Settings& settings_;
  const Loaded& loaded_;
};

// Standard output becomes FILE.part, which takes the name FILE when the run has come to its end. A run that notes how
// far it came finds it again.
class PartFile {
 public:
  PartFile(const std::string& file, bool kept) : file_(file), part_(file + ".part"), kept_(kept) {}

  int open(bool goes_on) {
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC | (goes_on ? 0 : O_TRUNC);
    const int descriptor = ::open(part_.c_str(), flags, 0666);
    if (descriptor < 0 || ::dup2(descriptor, STDOUT_FILENO) < 0) return fail();
    ::close(descriptor);
    return kFine;
  }

  int close(int code) {
    const bool broken = code == kUsage || code == kInputOutput;
    if (broken) {
      if (!kept_) ::unlink(part_.c_str());
      return code;
    }
    return ::rename(part_.c_str(), file_.c_str()) == 0 ? code : fail();
  }

 private:
  int fail() {
    note(printable(part_) + ": " + std::strerror(errno));
    return kInputOutput;
  }

  std::string file_;
  std::string part_;
  bool kept_;
};

}  // namespace

namespace {

// Results in the folder that is read would be read themselves, by the next run or by this one.
bool lies_within(const std::string& file, const std::string& folder) {
  std::error_code error;
  const fs::path inner = fs::weakly_canonical(file, error);
  const fs::path outer = error ? fs::path() : fs::weakly_canonical(folder, error);
  if (error || !fs::is_directory(outer, error)) return false;
  const fs::path from = inner.lexically_relative(outer);
  return !from.empty() && *from.begin() != "..";
}

}  // namespace

int run_convert_many(const Settings& settings, const Loaded& loaded) {
  OptionUse use(settings, loaded);
  if (!use.check_target()) return kUsage;
  const bool to_file = !settings.output.empty() && settings.output != "-";
  const bool rows = !settings.column.empty();
  if (!rows && !to_file) {
    note("a folder is converted to another one: give -o FOLDER");
    return kUsage;
  }
  if (!rows && lies_within(settings.output, settings.files[0])) {
    note(printable(settings.output) + ": it lies in the folder that is read; give -o another one");
    return kUsage;
  }
  const Converter converter(settings, loaded);
  const BulkWork work = {[&](const InputName& name, const Content& content, const RowText* row) {
                           return converter.convert(name, content, row);
                         },
                         [&](const InputName& name, const Error* error, const RowText* row) {
                           return converter.without(name, error, row);
                         }};
  if (!rows || !to_file) return run_bulk(settings, loaded, work);
  PartFile part(settings.output, !settings.resume_file.empty());
  const bool goes_on = !settings.resume_file.empty() && ::access(settings.resume_file.c_str(), F_OK) == 0;
  if (const int code = part.open(goes_on); code != kFine) return code;
  return part.close(run_bulk(settings, loaded, work));
}

}  // namespace dotwire::cli
