// The studies `mistakes`, `endings` and `duel` with a database of two checkers, against slow twins.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "host/files.hpp"
#include "research/backgammon/decisions.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/solver.hpp"

namespace banmen::backgammon {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

Result<Findings> asked(const std::string& id, const Given& given, const Control& control = {}) {
  for (const Study& study : studies_of("backgammon"))
    if (study.id == id) {
      const auto values = check_values(id, study.parameters, given);
      if (!values) return fail(values.error());
      return study.run(*values, control);
    }
  return fail("there is no study " + id);
}

const Findings::DataTable& table_in(const Findings& findings) {
  for (const auto& entry : findings.entries)
    if (const auto* table = std::get_if<Findings::DataTable>(&entry)) return *table;
  throw std::runtime_error("no table");
}

Datum cell(const Findings::DataTable& table, std::size_t row, const std::string& column) {
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    if (table.columns[k].name == column) return table.rows[row][k];
  throw std::runtime_error("no column " + column);
}

std::string spare(const std::string& name) {
  return testing::TempDir() + "banmen_mistakes_" + std::to_string(::getpid()) + "_" + name;
}

/// A file of answers to all questions, from a database of up to two checkers.
class BackgammonAnswers : public testing::Test {
 protected:
  static constexpr std::uint64_t count = 60;
  BackgammonAnswers() : questions_(2, count), rules_(2, 1), layout_(rules_.rules, 2, 2), cpu_(rules_.rules, layout_, true, 1) {
    for (const auto& [n, m] : layout_.groups()) {
      wide::GroupReport report;
      cpu_.begin(n, m);
      EXPECT_TRUE(wide::find_values(cpu_, report, {}) && wide::prove_values(cpu_, report, {}));
    }
    std::string values, radii;
    for (const Standing& one : questions_.asked) {
      wide::Word value = 0;
      std::uint8_t radius = 0;
      cpu_.read(place(one), 1, &value, &radius);
      values.append(reinterpret_cast<const char*>(&value), 4);
      radii += static_cast<char>(radius);
      asked_.push_back(std::ldexp(value, -wide::scale_bits));
    }
    std::uint64_t size = questions_.asked.size();
    bytes_ = "bnmnans1" + std::string(reinterpret_cast<const char*>(&size), 8) + values + radii;
    path_ = spare("answers.bin");
    EXPECT_TRUE(write_file(path_, bytes_));
  }
  ~BackgammonAnswers() override { remove_file(path_); }

  [[nodiscard]] std::uint64_t place(const Standing& one) const {
    const int n = on_board(one.mover), m = on_board(one.other);
    return layout_.at(n, rules_.sides[static_cast<std::size_t>(n)].index_of(one.mover), m,
                      rules_.sides[static_cast<std::size_t>(m)].index_of(one.other));
  }

  Questions questions_;
  WideRules rules_;
  wide::Layout layout_;
  wide::Cpu cpu_;
  std::vector<double> asked_;
  std::string bytes_, path_;
};

}  // namespace

TEST_F(BackgammonAnswers, MistakesMatchTheSlowTwin) {
  const auto found = asked("mistakes", {{"most", "2"}, {"positions", std::to_string(count)}, {"answers", path_}});
  ASSERT_TRUE(found) << found.error().message();
  const Findings::DataTable& table = table_in(*found);
  const auto players = deciders();
  ASSERT_EQ(table.rows.size(), 4 * players.size());
  std::size_t row = 0;
  for (const auto& [n, m] : {std::pair(1, 1), std::pair(1, 2), std::pair(2, 1), std::pair(2, 2)})
    for (const Decider& player : players) {
      double wrong = 0, loss = 0, worst = 0;
      std::size_t at = 0;
      for (const Decision& decision : questions_.decisions) {
        std::vector<double> values;
        for (const Standing& result : decision.results) values.push_back(occupied(result.other) == 0 ? -1 : asked_[at++]);
        if (decision.n != n || decision.m != m) continue;
        const auto worth = player.worth(decision);
        const double best = *std::min_element(values.begin(), values.end()), most = *std::max_element(worth.begin(), worth.end());
        double chosen = 0, bad = 0, lost = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
          if (worth[k] != most) continue;
          ++chosen;
          bad += values[k] - best > 1e-6;  // radii are smaller, distinct values farther apart
          lost += values[k] - best;
          worst = std::max(worst, values[k] - best);
        }
        wrong += bad / chosen;
        loss += lost / chosen;
      }
      EXPECT_EQ(cell(table, row, "mover"), Datum(n));
      EXPECT_EQ(cell(table, row, "player"), Datum(player.name));
      EXPECT_EQ(cell(table, row, "n"), Datum(static_cast<int>(count)));
      EXPECT_NEAR(*cell(table, row, "wrong").number(), wrong / count, 1e-12) << player.name;
      EXPECT_NEAR(*cell(table, row, "loss").number(), loss / count, 1e-12) << player.name;
      EXPECT_NEAR(*cell(table, row, "worst").number(), worst, 1e-12) << player.name;
      ++row;
    }
}

TEST_F(BackgammonAnswers, ADatabaseGivesTheSameAnswers) {
  const std::string file = spare("two.db");
  EquityPlan plan;
  plan.game = "backgammon";
  plan.bits = 32;
  ASSERT_TRUE(build_equities(file, plan, {}));
  const Given given = {{"most", "2"}, {"positions", std::to_string(count)}};
  Given by_file = given, by_database = given;
  by_file.emplace_back("answers", path_);
  by_database.emplace_back("answers", file);
  const auto one = asked("endings", by_file), other = asked("endings", by_database);
  ASSERT_TRUE(one && other);
  ASSERT_EQ(table_in(*one).rows.size(), table_in(*other).rows.size());
  for (std::size_t row = 0; row < table_in(*one).rows.size(); ++row)
    EXPECT_NEAR(*cell(table_in(*one), row, "value").number(), *cell(table_in(*other), row, "value").number(), 1e-7);
  const auto mistakes = asked("mistakes", by_database), same = asked("mistakes", by_file);
  ASSERT_TRUE(mistakes && same);
  for (std::size_t row = 0; row < table_in(*same).rows.size(); ++row)
    EXPECT_NEAR(*cell(table_in(*same), row, "loss").number(), *cell(table_in(*mistakes), row, "loss").number(), 1e-7);
  // Players with a database never lose.
  const auto duel = asked("duel", {{"file", file}, {"starts", "3000"}});
  ASSERT_TRUE(duel) << duel.error().message();
  EXPECT_GT(*std::get<Figure>(duel->entries[0]).value.number(), 0);
  Control two;
  two.threads = 2;
  EXPECT_EQ(std::get<Figure>(asked("duel", {{"file", file}, {"starts", "3000"}}, two)->entries[0]).value,
            std::get<Figure>(duel->entries[0]).value);
  EXPECT_NE(asked("mistakes", {{"most", "3"}, {"answers", file}}).error().message().find("3 against 3"), std::string::npos);
  EXPECT_NE(asked("duel", {{"file", file}, {"mover", "3"}}).error().message().find("3 against 2"), std::string::npos);
  remove_file(file);
}

TEST_F(BackgammonAnswers, OtherPlayersChoicesAreRead) {
  const Given given = {{"most", "2"}, {"positions", std::to_string(count)}, {"answers", path_}};
  const std::string path = spare("choices.txt");
  const auto with = [&](const std::string& text) {
    EXPECT_TRUE(write_file(path, text));
    Given all = given;
    all.emplace_back("choices", path);
    return asked("mistakes", all);
  };
  const Decision& decision = questions_.decisions[count];  // the first of 1 v 2
  const std::string sides = text_of_side(decision.results[1].other) + "/" + text_of_side(decision.results[1].mover);
  const auto found = with("choices somebody\n1 2 0 " + sides + "\n");
  ASSERT_TRUE(found) << found.error().message();
  const Findings::DataTable& table = table_in(*found);
  std::size_t row = 0;
  while (row < table.rows.size() && cell(table, row, "player") != Datum("somebody")) ++row;
  ASSERT_LT(row, table.rows.size());
  EXPECT_EQ(cell(table, row, "n"), Datum(1));
  EXPECT_NE(with("1 2 0 " + sides + "\n").error().message().find("choices NAME"), std::string::npos);
  EXPECT_NE(with("choices x\n1 2\n").error().message().find("line 2"), std::string::npos);
  EXPECT_NE(with("choices x\n1 2 999 " + sides + "\n").error().message().find("no decision 999"), std::string::npos);
  EXPECT_NE(with("choices x\n1 2 0 24/24\n").error().message().find("no play leads to"), std::string::npos);
  remove_file(path);
}

TEST_F(BackgammonAnswers, RefusesInvalidAnswers) {
  const auto refused = [&](const std::string& bytes) {
    const auto read = read_answers(bytes, questions_.asked.size());
    return read ? std::string() : read.error().message();
  };
  EXPECT_EQ(refused(bytes_), "");
  EXPECT_NE(refused("something else, long enough").find("not a file of answers"), std::string::npos);
  EXPECT_NE(refused(bytes_.substr(0, bytes_.size() - 1)).find("truncated"), std::string::npos);
  std::string more = bytes_;
  ++more[8];
  EXPECT_NE(refused(more).find("--positions"), std::string::npos);
  std::string unknown = bytes_;
  unknown.back() = static_cast<char>(255);
  EXPECT_NE(refused(unknown).find("no answer to question"), std::string::npos);
  // A file of questions has a head of 16 bytes and 10 bytes per position.
  EXPECT_EQ(questions_.bytes().size(), 16 + 10 * questions_.asked.size());
  EXPECT_EQ(questions_.bytes().substr(0, 8), "bnmnqry1");
}

// Stored answers stay valid only if the decisions never change.
TEST(BackgammonDecisions, AreStable) {
  const Backgammon g;
  const auto some = decisions_of(4, 4, 3);
  EXPECT_EQ(g.text(some[0].position), "8,7,6,2/24,16,13,1/first:5-1");
  EXPECT_EQ(g.text(some[1].position), "bar,24,9,8/21,20x2,9/first:2-1");
  for (const Decision& decision : decisions_of(5, 4, 200)) {
    EXPECT_GT(decision.results.size(), 1u);
    EXPECT_FALSE(is_race(decision.position.checkers[0], decision.position.checkers[1]));
  }
}

TEST(BackgammonDecisions, KnownEndingsArePositions) {
  const Questions questions(5, 1);
  EXPECT_EQ(questions.endings.size(), 18u);
  for (const Standing& one : questions.asked)
    EXPECT_EQ(points_with(one.mover, 1) & facing_points_with(one.other, 1), 0u)
        << text_of_side(one.mover) << '/' << text_of_side(one.other);
}

// The answers in docs/results/ fit this program's questions and agree with values computed by hand.
TEST(BackgammonDecisions, StoredAnswersFit) {
  const auto found = asked("endings", {{"answers", BANMEN_SOURCE_DIR "/docs/results/wide/answers.bin"}});
  ASSERT_TRUE(found) << found.error().message();
  const Findings::DataTable& table = table_in(*found);
  ASSERT_EQ(table.rows.size(), 18u);
  const auto value = [&](const std::string& mover, const std::string& opponent) {
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (cell(table, row, "mover") == Datum(mover) && cell(table, row, "opponent") == Datum(opponent))
        return *cell(table, row, "value").number();
    return 9.0;
  };
  EXPECT_NEAR(value("1x4", "1x4"), 2 * 31.0 / 36 - 1, 1e-8);  // lost if the opponent throws a double and the mover does not
  EXPECT_NEAR(value("5 2", "1x2"), 2 * 19.0 / 36 - 1, 1e-8);
  EXPECT_NEAR(value("6 1", "1x2"), 2 * 15.0 / 36 - 1, 1e-8);
}

}  // namespace banmen::backgammon
