// The studies of all games. A program offers them by opening its catalog with `Catalog catalog(studies_of);`.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/study.hpp"

namespace banmen {

/// In listing order; empty for a game without studies.
const std::vector<Study>& studies_of(std::string_view game);

/// The error with the option or file in which it occurred.
tl::unexpected<Error> fail_in(std::string where, Error error);

/// Findings that are a value inside other findings.
Findings group_of(std::initializer_list<std::pair<const char*, Datum>> figures);
/// An estimate from `n` observations, with its standard error.
Figure estimate(std::string name, double value, double error, std::uint64_t n, int digits, std::string words = {});
/// A figure for programs, not for the terminal.
Figure hidden(std::string name, Datum value);
/// A cell of a table, as a measure of experiments.
Figure tabled(std::string name, Datum value, std::string words = {});

/// Opens the game that the parameter `rules` names; errors show `example`.
template <class G>
Result<G> game_of_rules(const Values& values, const char* example) {
  const auto name = read_name(values.text("rules"));
  if (!name) return fail(name.error());
  if (name->id != G::id()) return fail("'" + name->id + "' is not " + std::string(G::id()), std::string("for example ") + example);
  return check_values(name->id, G::parameters(), name->given).and_then([](const Values& rules) { return G::make(rules); });
}

namespace amazons {
Study survey_study();
Study winners_study();
Study moves_study();
}  // namespace amazons

namespace backgammon {
// Endings: value.cpp, lengths.cpp
Study value_study();
Study tiers_study();
Study lengths_study();
// Players without a database and with one: decisions.cpp
Study mistakes_study();
Study endings_study();
Study duel_study();
// The player's networks: network.cpp
Study chances_study();
Study train_study();
// GNU Backgammon's files: gnubg.cpp
Study bearoff_study();
Study probe_study();
Study hyper_study();
// Sanno and Hoki (2024): paper.cpp
Study paper_study();
Study induction_study();
Study known_study();
Study montecarlo_study();
}  // namespace backgammon

namespace bao {
Study loops_study();
Study explain_study();
Study fate_study();
Study condition_study();
Study marks_study();
Study growth_study();
Study patterns_study();
Study repeat_study();
Study claims_study();
}  // namespace bao

namespace hichain {
Study score_study();
Study chains_study();
Study mate_study();
Study survey_study();
Study duel_study();
Study mates_study();
Study problems_study();
Study block_study();
Study deadlock_study();
Study train_study();
}  // namespace hichain

namespace reversi {
Study facing_study();
Study seating_study();
}  // namespace reversi

namespace tictactoe {
Study ends_study();
}  // namespace tictactoe

}  // namespace banmen
