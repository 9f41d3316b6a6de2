// Which peers are at hand. Each is optional: `./run setup --peers` fetches and builds what it can into a folder.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "table_formats.h"

namespace dotwire::bench {

class Peers {
 public:
  // Looks into the folder and asks the system. Quick: programs warm up for a shorter time.
  Peers(const std::string& folder, bool quick);

  // In a fixed order. They live as long as this object.
  const std::deque<TableFormat>& formats() const { return formats_; }
  // A line for each peer that is left out, and why.
  const std::vector<std::string>& left_out() const { return left_out_; }

 private:
  // `product` with its version.
  void add(std::string name, const std::string& product, const std::string& what, const std::string& how,
           TableFormat::Make make);
  void leave_out(const std::string& who, const std::string& why);
  void add_dotnet(const std::string& prefix, const std::string& who, const std::vector<std::string>& words, bool mono,
                  double warm_up_seconds);
  void add_sqlite();
  void add_duckdb(const std::string& file);
  void add_clickhouse(const std::string& file);

  std::deque<std::string> texts_;  // what the formats borrow from
  std::deque<TableFormat> formats_;
  std::vector<std::string> left_out_;
};

// "xml" of "dotnet10-xml": which format of ours does the same as a row of .NET. Empty for all others.
std::string_view own_format_of(std::string_view peer);

}  // namespace dotwire::bench
