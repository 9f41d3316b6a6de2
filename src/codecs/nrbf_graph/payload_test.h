// Payloads of tests by hand.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "support/hex.h"

namespace dotwire::nrbf::test_payload {

// Root 1, no headers, version 1.0.
inline constexpr std::string_view kHeader = "00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00 ";

inline Buffer payload(std::string_view records) { return test::hex(std::string(kHeader) + std::string(records)); }

// What must fail does so at this byte. Gives the message.
inline std::string expect_error(const Buffer& input, ErrorCode code, std::uint64_t offset,
                                const GraphReadOptions& options = {}) {
  model::Graph graph;
  const Status status = read_graph(input, graph, options);
  EXPECT_FALSE(status.ok());
  if (status.ok()) return {};
  EXPECT_EQ(status.error().code(), code) << status.error().to_string();
  EXPECT_EQ(status.error().offset(), offset) << status.error().to_string();
  EXPECT_EQ(graph.root(), nullptr);
  return status.error().message();
}

// What is read is rewritten to the same bytes. The graph keeps a copy of the input, from which it borrows.
inline void expect_good(const Buffer& input, model::Graph& graph, const GraphReadOptions& options = {}) {
  const auto kept = std::make_shared<Buffer>(input.bytes());
  const Status status = read_graph(*kept, graph, options);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  graph.keep_alive(kept);
  Buffer out;
  ASSERT_TRUE(rewrite(graph, out).ok());
  EXPECT_TRUE(test::same_bytes(out, input));
}
inline void expect_good(const Buffer& input) {
  model::Graph graph;
  expect_good(input, graph);
}

}  // namespace dotwire::nrbf::test_payload
