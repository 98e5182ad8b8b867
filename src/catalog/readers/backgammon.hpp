// What backgammon's study brings to its searches: expectimax judges by it, and asks a database first with db=FILE.
#pragma once

#include "games/backgammon/backgammon.hpp"
#include "search/make.hpp"
#include "search/oracle_search.hpp"
#include "study/backgammon/equities.hpp"
#include "study/backgammon/judge.hpp"

namespace banmen {

/// Dice on the table are not looked at, so it is asked before they are thrown.
struct BackgammonGuess {
  static constexpr bool before_chance = true;
  explicit BackgammonGuess(const Backgammon& game) : g(game) {}
  double operator()(const Backgammon::Position& p, bool side) const {
    return 2.0 * Backgammon::evaluation_unit() * backgammon::expected_points(g, p, side ? 1 : 0);
  }
  Backgammon g;
};

class BackgammonOracle final : public ExpectationOracle<Backgammon> {
 public:
  BackgammonOracle(const Backgammon& g, backgammon::EquityFile file) : g_(g), file_(std::move(file)) {}

  std::optional<double> value(const Backgammon::Position& p) const override {
    const auto known = file_.expected(g_, p);
    if (!known || !*known) return std::nullopt;
    return p.mover == 0 ? **known : -**known;
  }

 private:
  Backgammon g_;
  backgammon::EquityFile file_;
};

/// Preferred to the template of search/make.hpp, which makes the rest.
inline Result<std::unique_ptr<Search<Backgammon>>> make_search(const Backgammon& g, std::string_view id, const Values& values,
                                                               const std::shared_ptr<const Oracle<Backgammon>>& endgame = nullptr) {
  if (id != "expectimax") return make_search<Backgammon>(g, id, values, endgame);
  std::unique_ptr<Search<Backgammon>> search =
      std::make_unique<Expectimax<Backgammon, BackgammonGuess>>(g, ExpectimaxOptions::from(values));
  if (values.text("db").empty()) return search;
  auto file = backgammon::EquityFile::open(values.text("db"));
  if (!file) return fail(file.error());
  return std::make_unique<OracleSearch<Backgammon>>(g, std::move(search),
                                                    std::make_shared<const BackgammonOracle>(g, std::move(*file)));
}

}  // namespace banmen
