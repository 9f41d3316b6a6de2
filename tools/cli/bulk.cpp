#include "cli/bulk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "cli/cells.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/report.h"
#include "cli/resume.h"

namespace dotwire::cli {
namespace {

using Clock = std::chrono::steady_clock;

// A batch ends at either.
constexpr std::size_t kBatchBytes = std::size_t{1} << 16;
constexpr std::size_t kBatchRows = 256;

struct Batch {
  std::string text;               // rows, one behind the other
  std::vector<std::size_t> ends;  // of each row in `text`
  std::vector<InputName> names;
  std::vector<Entry> entries;         // one for each name, made by work
  const RowReader* reader = nullptr;  // of rows
  std::shared_ptr<RowReader> kept;
  std::uint64_t bytes_read = 0;

  void clear() { text.clear(), ends.clear(), names.clear(), entries.clear(), reader = nullptr; }
};

// ---- where inputs come from

class Source {
 public:
  Source(const Settings& settings, std::vector<std::string> files)
      : column_(settings.column), files_(std::move(files)), rows_(!column_.empty()) {}

  // Opens the first file of rows, so that a wrong column is known before anything is written.
  int start() { return rows_ ? open_next() : static_cast<int>(kFine); }

  bool fill(Batch& batch) {
    batch.clear();
    if (!rows_) return fill_file(batch);
    while (reader_ != nullptr && batch.names.empty()) {
      if (!fill_rows(batch)) code_ = std::max<int>(code_, open_next());
    }
    batch.reader = batch.kept.get();
    batch.bytes_read = bytes_before_ + (reader_ != nullptr ? reader_->bytes_read() : 0);
    return !batch.names.empty();
  }

  // Inputs that an earlier run has done.
  void skip(std::uint64_t count) {
    if (!rows_) {
      at_ = static_cast<std::size_t>(std::min<std::uint64_t>(count, files_.size()));
      return;
    }
    std::string row;
    for (; count != 0 && reader_ != nullptr; row.clear()) {
      const Result<bool> any = reader_->next(row);
      if (!any.ok() || !*any) {
        code_ = std::max<int>(code_, open_next());
      } else {
        ++row_, --count;
      }
    }
  }

  // Of what could not be opened or read.
  int code() const { return code_; }
  bool rows() const { return rows_; }
  std::size_t file_count() const { return files_.size(); }
  const std::string& head() const { return reader_ != nullptr ? reader_->head() : empty_; }
  // 0 where nobody knows.
  std::uint64_t size() const {
    std::uint64_t size = 0;
    struct stat status {};
    for (const std::string& file : files_) {
      if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
      size += static_cast<std::uint64_t>(status.st_size);
    }
    return size;
  }

 private:
  bool fill_file(Batch& batch) {
    if (at_ == files_.size()) return false;
    batch.names.push_back({files_[at_++], 0});
    return true;
  }

  bool fill_rows(Batch& batch) {
    batch.kept = reader_;
    while (batch.names.size() < kBatchRows && batch.text.size() < kBatchBytes) {
      const Result<bool> any = reader_->next(batch.text);
      if (!any.ok()) {
        report(file_, any.error());
        code_ = kInputOutput;
        return false;
      }
      if (!*any) return false;
      batch.ends.push_back(batch.text.size());
      batch.names.push_back({file_, ++row_});
    }
    return true;
  }

  int open_next() {
    if (reader_ != nullptr) bytes_before_ += reader_->bytes_read();
    reader_.reset();
    row_ = 0;
    int code = kFine;
    while (at_ < files_.size() && reader_ == nullptr) {
      file_ = files_[at_++];
      auto reader = std::make_shared<RowReader>();
      const Status status = reader->open(file_, column_);
      if (status.ok()) {
        reader_ = std::move(reader);
        break;
      }
      report(file_, status.error());
      code = std::max<int>(code, status.error().code() == ErrorCode::Io ? kInputOutput : kUsage);
    }
    return code;
  }

  std::string column_;
  std::vector<std::string> files_;
  std::size_t at_ = 0;
  bool rows_;
  std::shared_ptr<RowReader> reader_;
  std::string file_;
  std::uint64_t row_ = 0;
  std::uint64_t bytes_before_ = 0;
  int code_ = kFine;
  std::string empty_;
};

// ---- work

Entry work_on_file(const InputName& name, const Loaded& loaded, const BulkWork& work) {
  const Result<Content> content = read_content(name.file, loaded);
  return content.ok() ? work.each(name, *content, nullptr) : work.without(name, &content.error(), nullptr);
}

Entry work_on_row(const InputName& name, std::string_view text, const RowReader& reader, const Loaded& loaded,
                  const BulkWork& work) {
  RowText row{text, {}, reader.is_csv()};
  const Result<std::optional<Cell>> cell = reader.find(text);
  if (!cell.ok()) {
    const std::string instead = reader.row_without_content();
    row.text = instead;
    return work.without(name, &cell.error(), &row);
  }
  if (!*cell) return work.without(name, nullptr, &row);
  row.cell = **cell;
  // Of a format that shows no signs, such as CSV, the text is taken as it is.
  const bool is_plain = loaded.from != nullptr && loaded.from->recognise == nullptr;
  Result<std::optional<Buffer>> bytes = decode_cell(text.substr(row.cell.at, row.cell.size), row.csv, is_plain);
  if (!bytes.ok()) return work.without(name, &bytes.error(), &row);
  if (!*bytes) return work.without(name, nullptr, &row);
  Content content;
  content.bytes = std::move(**bytes);
  return work.each(name, content, &row);
}

void work_on(Batch& batch, const Loaded& loaded, const BulkWork& work) {
  for (std::size_t i = 0; i < batch.names.size(); ++i) {
    if (batch.reader == nullptr) {
      batch.entries.push_back(work_on_file(batch.names[i], loaded, work));
      continue;
    }
    const std::size_t start = i == 0 ? 0 : batch.ends[i - 1];
    const std::string_view text = std::string_view(batch.text).substr(start, batch.ends[i] - start);
    batch.entries.push_back(work_on_row(batch.names[i], text, *batch.reader, loaded, work));
  }
}

// ---- what a person sees meanwhile

// A line on a terminal that the next one overwrites: "[12000/50000] 9800/s, 0:04 left".
class ProgressLine {
 public:
  ProgressLine() : shown_(is_terminal(STDERR_FILENO) && ::isatty(STDOUT_FILENO) == 0) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // `part` of all is done, 0 where nobody knows.
  void at(std::uint64_t done, std::uint64_t in_this_run, std::uint64_t all, double part) {
    const Clock::time_point now = Clock::now();
    // The last of a known number is always shown.
    if (!shown_ || all == 1 || (done != all && now - last_ < std::chrono::milliseconds(200))) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::string text = "\r\x1B[K[" + std::to_string(done) + (all != 0 ? "/" + std::to_string(all) : "") + "]";
    if (seconds > 0) text += " " + std::to_string(static_cast<std::uint64_t>(double(in_this_run) / seconds)) + "/s";
    if (part > 0 && part <= 1) {
      const auto left = static_cast<std::uint64_t>(seconds / part * (1 - part));
      const std::string rest = std::to_string(left % 60);
      text += ", " + std::to_string(left / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest + " left";
    }
    put(text);
  }
  void clear() {
    if (shown_) put("\r\x1B[K");
  }

 private:
  static void put(const std::string& text) {
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
  }

  bool shown_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};

// ---- going on where an earlier run stopped

// What the run is and over what, in one line: its words but those that change no result, and how large and old its
// files are.
std::string describe(const Settings& settings) {
  std::string text;
  for (std::size_t i = 0; i < settings.arguments.size(); ++i) {
    const std::string& word = settings.arguments[i];
    if (word == "--jobs" || word == "--resume") {
      ++i;
    } else if (word != "--summary" && !word.starts_with("--jobs=") && !word.starts_with("--resume=")) {
      text += "'" + printable(word) + "' ";
    }
  }
  for (const std::string& file : settings.files) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    text += std::to_string(status.st_size) + "@" + std::to_string(status.st_mtim.tv_sec) + "." +
            std::to_string(status.st_mtim.tv_nsec) + " ";
  }
  return text;
}

// Where standard output goes on, where it is a file: behind what is there.
std::uint64_t output_start() {
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  const off_t at = flags >= 0 && (flags & O_APPEND) != 0 ? status.st_size : ::lseek(STDOUT_FILENO, 0, SEEK_CUR);
  return at < 0 ? 0 : static_cast<std::uint64_t>(at);
}

// Cuts standard output to what the resume file knows of, where it is a file.
bool cut_output(std::uint64_t size) {
  struct stat status {};
  if (::fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return true;
  if (static_cast<std::uint64_t>(status.st_size) < size) {
    note("--resume: the output is shorter than the run left it; append to it with >>");
    return false;
  }
  const auto end = static_cast<off_t>(size);
  return ::ftruncate(STDOUT_FILENO, end) == 0 && ::lseek(STDOUT_FILENO, end, SEEK_SET) == end;
}

class Run {
 public:
  Run(const Settings& settings, const Loaded& loaded, Source& source)
      : settings_(settings),
        source_(source),
        use_(settings, loaded, !source.rows() && source.file_count() == 1),
        command_(describe(settings)),
        size_(source.rows() ? source.size() : 0) {}

  int start() {
    if (settings_.resume_file.empty()) return kFine;
    const Status status = load_progress(settings_.resume_file, command_, progress_);
    if (!status.ok()) {
      report(settings_.resume_file, status.error());
      return status.error().code() == ErrorCode::Io ? kInputOutput : kUsage;
    }
    if (!progress_.was_saved) {
      progress_.output = output_start();
      // At once: what is written before the first second is over is to be known too.
      return save() ? static_cast<int>(kFine) : static_cast<int>(kInputOutput);
    }
    note("goes on behind " + std::to_string(progress_.inputs) + " inputs");
    source_.skip(progress_.inputs);
    before_ = progress_.inputs;
    return cut_output(progress_.output) ? static_cast<int>(kFine) : static_cast<int>(kInputOutput);
  }

  bool is_new() const { return before_ == 0; }

  bool write(const std::string& text) {
    progress_.output += text.size();
    return out_.write(text);
  }

  bool show(const Batch& batch) {
    if (batch.kept != nullptr && (readers_.empty() || readers_.back().first != batch.kept)) {
      readers_.emplace_back(batch.kept, batch.names.empty() ? std::string() : batch.names.front().file);
    }
    for (const Entry& entry : batch.entries) {
      if (entry.format != nullptr && !use_.check(*entry.format)) {
        progress_.code = std::max<int>(progress_.code, kUsage);
        return false;
      }
      if (!entry.notes.empty()) line_.clear();
      for (const std::string& text : entry.notes) note(text);
      if (!write(entry.out)) return false;
      ++progress_.inputs;
      progress_.code = std::max(progress_.code, entry.code);
      progress_.summary.add(entry);
    }
    show_progress(batch.bytes_read);
    if (settings_.resume_file.empty() || Clock::now() - saved_ < std::chrono::seconds(1)) return true;
    return save();
  }

  int finish() {
    line_.clear();
    if (!out_.failed() && !settings_.resume_file.empty()) {
      // Done: the next run starts again.
      if (out_.flush()) ::unlink(settings_.resume_file.c_str());
    }
    for (const auto& [reader, file] : readers_) {
      if (!reader->lacks_column()) continue;
      note(printable(file) + ": no row has a column " + printable(settings_.column));
      progress_.code = std::max<int>(progress_.code, kUsage);
    }
    if (!use_.check_all()) progress_.code = std::max<int>(progress_.code, kUsage);
    const int written = out_.finish();
    if (settings_.summary && written == kFine) {
      const std::string text = progress_.summary.text();
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
    return std::max({progress_.code, source_.code(), written});
  }

 private:
  bool save() {
    saved_ = Clock::now();
    if (!out_.flush()) return false;
    const Status status = save_progress(settings_.resume_file, command_, progress_);
    if (status.ok()) return true;
    report(settings_.resume_file, status.error());
    progress_.code = kInputOutput;
    return false;
  }

  void show_progress(std::uint64_t bytes_read) {
    const std::uint64_t all = source_.rows() ? 0 : source_.file_count();
    double part = 0;
    if (all != 0) part = double(progress_.inputs) / double(all);
    if (size_ != 0) part = double(bytes_read) / double(size_);
    line_.at(progress_.inputs, progress_.inputs - before_, all, part);
  }

  const Settings& settings_;
  Source& source_;
  OptionUse use_;
  std::string command_;
  std::uint64_t size_;
  Output out_;
  ProgressLine line_;
  Progress progress_;
  std::uint64_t before_ = 0;
  std::vector<std::pair<std::shared_ptr<RowReader>, std::string>> readers_;  // and the files that they read
  Clock::time_point saved_ = Clock::now();
};

}  // namespace

bool is_bulk(const Settings& settings) {
  std::error_code ignored;
  return !settings.column.empty() || std::filesystem::is_directory(settings.files[0], ignored);
}

int list_files(const std::vector<std::string>& names, std::vector<std::string>& files) {
  namespace fs = std::filesystem;
  for (const std::string& name : names) {
    std::error_code error;
    if (!fs::is_directory(name, error)) {
      files.push_back(name);
      continue;
    }
    const std::size_t first = files.size();
    for (fs::recursive_directory_iterator at(name, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      // A link to nothing is named when it is opened.
      const bool leads_nowhere = at->is_symlink(ignored) && !at->exists(ignored);
      if (at->is_regular_file(ignored) || leads_nowhere) files.push_back(at->path().string());
    }
    if (error) {
      note(printable(name) + ": " + error.message());
      return kInputOutput;
    }
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return kFine;
}

int run_bulk(const Settings& settings, const Loaded& loaded, const BulkWork& work) {
  std::vector<std::string> files;
  if (const int code = list_files(settings.files, files); code != kFine) return code;
  Source source(settings, std::move(files));
  if (const int code = source.start(); code != kFine) return code;
  Run run(settings, loaded, source);
  if (const int code = run.start(); code != kFine) return code;
  // A table that is converted stays one.
  if (settings.command == Command::Convert && run.is_new() && !run.write(source.head())) return run.finish();
  unsigned jobs = settings.jobs != 0 ? settings.jobs : std::max(1U, std::thread::hardware_concurrency());
  if (!source.rows() && source.file_count() == 1) jobs = 1;
  run_in_order<Batch>(
      jobs, [&](Batch& batch) { return source.fill(batch); }, [&](Batch& batch) { work_on(batch, loaded, work); },
      [&](const Batch& batch) { return run.show(batch); });
  return run.finish();
}

}  // namespace dotwire::cli
