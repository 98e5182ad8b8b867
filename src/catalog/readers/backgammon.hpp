// Backgammon's databases for its searches: expectimax:db=FILE.
#pragma once

#include "games/backgammon/backgammon.hpp"
#include "search/make.hpp"
#include "search/oracle_search.hpp"
#include "study/backgammon/equities.hpp"

namespace banmen {

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
  auto search = make_search<Backgammon>(g, id, values, endgame);
  if (!search || id != "expectimax" || values.text("db").empty()) return search;
  auto file = backgammon::EquityFile::open(values.text("db"));
  if (!file) return fail(file.error());
  return std::make_unique<OracleSearch<Backgammon>>(g, std::move(*search),
                                                    std::make_shared<const BackgammonOracle>(g, std::move(*file)));
}

}  // namespace banmen
