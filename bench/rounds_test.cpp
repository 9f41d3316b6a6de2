#include "rounds.h"

#include <gmock/gmock.h>

#include "figures.h"

namespace dotwire::bench {
namespace {

using testing::HasSubstr;

std::vector<double> steady(double median) {
  std::vector<double> samples;
  samples.reserve(100);
  for (int i = 0; i < 100; ++i) samples.push_back(median * (1 + 0.0001 * (i % 10)));
  return samples;
}

TEST(Noise, OfAlikeRoundsIsNone) {
  const Noise noise = noise_of({steady(100), steady(5)});
  EXPECT_EQ(noise.rounds, 100U);
  EXPECT_LT(noise.spread, 1.01);
  EXPECT_LT(noise.reach, 0.01);
  EXPECT_FALSE(noise.is_noisy());
  EXPECT_EQ(noise_text(noise), "");
  EXPECT_FALSE(noise_of({}).is_noisy());
}

TEST(Noise, AMachineThatChangesItsSpeedIsNoisy) {
  std::vector<std::vector<double>> samples = {steady(100), steady(5), steady(7)};
  for (std::vector<double>& call : samples) {
    for (std::size_t i = 70; i < call.size(); ++i) call[i] *= 1.45;
  }
  const Noise noise = noise_of(samples);
  EXPECT_NEAR(noise.spread, 1.45, 0.01);
  EXPECT_LT(noise.reach, 0.01);
  EXPECT_TRUE(noise.is_noisy());
  EXPECT_THAT(noise_text(noise), HasSubstr("took 1.45 times the fast ones"));
  EXPECT_THAT(noise_json(noise), HasSubstr("\"noisy\":true"));
}

// One format that is slow now and then is that format's, not the machine's.
TEST(Noise, OneUnsteadyCallAmongManyIsNot) {
  std::vector<std::vector<double>> samples = {steady(100), steady(5), steady(7)};
  for (std::size_t i = 70; i < samples[1].size(); ++i) samples[1][i] *= 3;
  EXPECT_FALSE(noise_of(samples).is_noisy());
}

TEST(Noise, WideIntervalsOfMostCallsAreNoisy) {
  std::vector<std::vector<double>> samples(3);
  for (std::size_t call = 0; call < 3; ++call) {
    // Each call is slow in other rounds, so that no round is.
    for (std::size_t i = 0; i < 9; ++i) samples[call].push_back(i % 3 == call ? 130 : 100);
  }
  const Noise noise = noise_of(samples);
  EXPECT_EQ(noise.spread, 1);
  EXPECT_NEAR(noise.reach, 0.3, 1e-9);
  EXPECT_TRUE(noise.is_noisy());
}

TEST(Rounds, TakeTurnsAndTellBothTogether) {
  Rounds rounds;
  std::string turns;
  const std::size_t a = rounds.add([&turns] { turns += 'a'; });
  const std::size_t b = rounds.add([&turns] { turns += 'b'; });
  const std::size_t start = turns.size();
  rounds.run({0, 3, 3});
  // Each sample makes the call many times.
  std::string order;
  for (std::size_t i = start; i < turns.size(); ++i) {
    if (order.empty() || order.back() != turns[i]) order += turns[i];
  }
  EXPECT_EQ(order, "ababab");
  EXPECT_EQ(rounds.noise().rounds, 3U);
  EXPECT_GE(rounds.time_of_both(a, b).high, rounds.time(a).median);
  EXPECT_GE(rounds.time_of_both(a, b).high, rounds.time(b).median);
}

TEST(Figures, LongLinesAreBrokenAtSpaces) {
  EXPECT_EQ(wrapped("short"), "short");
  const std::string word(50, 'x');
  EXPECT_EQ(wrapped(word + " " + word + " " + word), word + " " + word + "\n    " + word);
  const std::string long_word(200, 'x');
  EXPECT_EQ(wrapped(long_word), long_word);
  EXPECT_EQ(wrapped(long_word + " y"), long_word + "\n    y");
}

}  // namespace
}  // namespace dotwire::bench
