// The real serializers: bench/dotnet on .NET 10 and on Mono.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codecs/dataset_xml/dialect.h"
#include "peers/child_process.h"
#include "peers/peer.h"
#include "peers/scratch.h"

namespace dotwire::bench {

// One running program; its serializers share it, so only one of them may be asked at a time.
class DotnetRuntime {
 public:
  static Result<std::shared_ptr<DotnetRuntime>> start(const std::vector<std::string>& words,
                                                      dataset_xml::Dialect dialect);

  // ".NET 10.0.12"
  const std::string& name() const { return name_; }
  // "xml", "binaryformatter" ...
  const std::vector<std::string>& formats() const { return formats_; }

 private:
  friend class DotnetSerializer;
  explicit DotnetRuntime(std::unique_ptr<ChildProcess> process) : process_(std::move(process)) {}

  std::unique_ptr<ChildProcess> process_;
  Scratch scratch_;
  dataset_xml::Dialect dialect_{};
  std::string name_;
  std::vector<std::string> formats_;
};

// The table goes there and comes back as XML with its schema; only what the serializer itself does is timed.
class DotnetSerializer : public PeerSerializer {
 public:
  DotnetSerializer(std::shared_ptr<DotnetRuntime> runtime, std::string format, double warm_up_seconds)
      : runtime_(std::move(runtime)), format_(std::move(format)), warm_up_seconds_(warm_up_seconds) {}

  Status write(const model::Table& table, Buffer& out) override;
  Status read(std::span<const std::uint8_t> bytes, model::Table& table) override;
  Result<double> time_writes(std::uint32_t calls) override { return time("time-write", calls); }
  Result<double> time_reads(std::uint32_t calls) override { return time("time-read", calls); }
  double warm_up_seconds() const override { return warm_up_seconds_; }

 private:
  Result<double> time(const std::string& command, std::uint32_t calls);

  std::shared_ptr<DotnetRuntime> runtime_;
  std::string format_;
  double warm_up_seconds_;
};

}  // namespace dotwire::bench
