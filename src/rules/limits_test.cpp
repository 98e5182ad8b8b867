// At each limit of a game, `check` and opening the game agree; beyond it both name the limit.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "rules/check.hpp"
#include "rules/lock_step.hpp"
#include "rules/text_game.hpp"

namespace banmen::rules {
namespace {

std::string game(const std::string& board, const std::string& sections, const std::string& turn) {
  return "game \"T\"\n" + board + "\nseats cross nought\npiece sign \"x\" \"o\"\n" + sections + "turn\n" + turn +
         "  place sign on s in empty\nend\n  when full: draw\n";
}

/// One line for each number from 0 to n - 1.
std::string lines(int n, const std::function<std::string(int)>& line) {
  std::string out;
  for (int k = 0; k < n; ++k) out += line(k) + "\n";
  return out;
}

/// Lets, the last of which needs more than n values at a time, whichever operand is computed first.
std::string nested(int n) {
  static constexpr const char* ways[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
  const auto value = [](int k) {
    const std::string column(1, static_cast<char>('a' + k / 8 % 8));
    return "near(mine & {" + column + std::to_string(1 + k / 64) + "}, " + ways[k % 8] + ")";
  };
  return "let w0 = empty\n" + lines(n, [&](int k) {
           return "let w" + std::to_string(k + 1) + " = " + value(2 * k) + " | (w" + std::to_string(k) + " & " + value(2 * k + 1) +
                  ")";
         });
}

struct Limit {
  std::string name;
  int most, over;  // a game with `most` can be opened, one with `over` can't
  std::string message;
  std::function<std::string(int)> text;
};

class Limits : public testing::TestWithParam<Limit> {};

TEST_P(Limits, AreTheSameForCheckAndForPlay) {
  const Limit& limit = GetParam();
  const auto find = [](const std::string&, const std::string&) { return std::nullopt; };
  for (const int n : {limit.most, limit.over}) {
    const std::string text = limit.text(n);
    const Checked checked = check_file({"x.game", text}, find);
    Messages messages;
    const Reading reading = read_file({"x.game", text}, find, messages);
    const auto opened = TextGame::make(reading, Values{}, "x", false);
    const std::string refused = opened ? "" : opened.error().what;
    std::string said;
    for (const Message& m : checked.messages)
      if (!m.warning) said += m.what;
    if (n == limit.most)
      EXPECT_EQ(said, "");
    else
      EXPECT_NE(said.find(limit.message), std::string::npos) << said;
    EXPECT_EQ(refused, said);
    if (!opened || !checked.valid()) continue;
    const StepLimit steps(200'000);
    const TextGame& game = **opened;
    const Reference reference(game.rules());
    LockStep step(game.rules(), reference, game.interpreter(), game.traits().move_capacity);
    step.random_game(1, 0, 2);
    EXPECT_TRUE(step.difference.empty() || StepLimit::reached()) << step.difference;
  }
}

const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnpqrstuvwyz0123456789+*@%&=?~";

INSTANTIATE_TEST_SUITE_P(
    Games, Limits,
    testing::Values(
        Limit{"Names", most_names - 1, most_names, "'s' exceeds the limit of 128 names",
              [](int n) {
                return game("board grid 3 x 3", "", lines(n, [](int k) { return "  let n" + std::to_string(k) + " = 1"; }));
              }},
        Limit{"NamesOfSets", most_named_sets, most_named_sets + 1, "'n24' exceeds the limit of 24 names for sets",
              [](int n) {
                return game("board grid 3 x 3", "", lines(n, [](int k) { return "  let n" + std::to_string(k) + " = mine"; }));
              }},
        Limit{"Registers", 80, 160, " intermediate results at one time, and at most 128 are possible",
              [](int n) { return game("board grid 8 x 8", nested(n) + "value count(w" + std::to_string(n) + ")\n", ""); }},
        Limit{"Pieces", 31, 32, "there are 66 kinds of pieces, each owner's counted separately, and at most 64 are possible",
              [](int n) {
                return game("board grid 3 x 3",
                            lines(n,
                                  [](int k) {
                                    const auto letter = [&](int i) {
                                      return " \"" + letters.substr(static_cast<std::size_t>(i), 1) + "\"";
                                    };
                                    return "piece p" + std::to_string(k) + letter(2 * k) + letter(2 * k + 1);
                                  }),
                            "");
              }},
        Limit{"Bytes", 16, 17, "a position needs 1072 bytes, and at most 1024 are possible",
              [](int n) { return game("board grid 20 x 20", lines(n, [](int k) { return "marks m" + std::to_string(k); }), ""); }},
        Limit{"Bits", 0, 1, "a move needs 64 bits, and at most 63 are possible",
              [](int n) {
                return game("board grid 3 x 3", "",
                            "  choose a in 1..2\n  choose b in 1..2\n  choose c in 1..2\n  choose t in all\n" +
                                lines(n, [](int) { return "  choose d in orthogonal"; }));
              }},
        Limit{"Numbers", 65536, 65537, "a number can be chosen from at most 65536 values",
              [](int n) { return game("board grid 1 x 2", "", "  choose a in 1.." + std::to_string(n) + "\n"); }},
        Limit{"Moves", 1000, 1001, "moves, and at most a million are possible",
              [](int n) {
                return game("board grid 1 x 2", "", "  choose a in 1..500\n  choose b in 1.." + std::to_string(n) + "\n");
              }}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace banmen::rules
