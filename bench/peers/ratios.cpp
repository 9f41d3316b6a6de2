#include "peers/ratios.h"

#include <cstdio>

#include "peers/peers.h"

namespace dotwire::bench {
namespace {

const Measurement* find(const SuiteResult& suite, std::string_view format) {
  for (const Measurement& one : suite.measurements) {
    if (one.format->name == format) return &one;
  }
  return nullptr;
}

std::string factor(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 9.95 ? "%.1f" : "%.0f", value);
  return text;
}

}  // namespace

Ratios ratios_of(const SuiteResult& suite, const Measurement& measurement) {
  const std::string_view own = own_format_of(measurement.format->name);
  const Measurement* const ours = own.empty() ? nullptr : find(suite, own);
  if (ours == nullptr || ours->verdict.failed() || measurement.verdict.failed()) return {};
  return {measurement.write.median / ours->write.median, measurement.read.median / ours->read.median};
}

std::string ratios_text(const SuiteResult& suite) {
  std::string text;
  for (const Measurement& measurement : suite.measurements) {
    const Ratios ratios = ratios_of(suite, measurement);
    if (ratios.write == 0) continue;
    text += "  dotwire is " + factor(ratios.write) + " x (written) and " + factor(ratios.read) +
            " x (read) as fast as " + std::string(measurement.format->title) + "\n";
  }
  return text;
}

std::string ratios_json(const SuiteResult& suite, const Measurement& measurement) {
  const Ratios ratios = ratios_of(suite, measurement);
  if (ratios.write == 0) return {};
  char text[96];
  std::snprintf(text, sizeof text, ",\"dotwire_faster\":{\"write\":%.3f,\"read\":%.3f}", ratios.write, ratios.read);
  return text;
}

}  // namespace dotwire::bench
