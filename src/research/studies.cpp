#include "research/studies.hpp"

#include <functional>
#include <map>
#include <string>

namespace banmen {

const std::vector<Study>& studies_of(std::string_view game) {
  static const std::map<std::string, std::vector<Study>, std::less<>> all{
      {"amazons", {amazons::survey_study(), amazons::winners_study(), amazons::moves_study()}},
      {"backgammon",
       {backgammon::value_study(), backgammon::chances_study(), backgammon::tiers_study(), backgammon::lengths_study(),
        backgammon::mistakes_study(), backgammon::endings_study(), backgammon::duel_study(), backgammon::bearoff_study(),
        backgammon::probe_study(), backgammon::hyper_study(), backgammon::paper_study(), backgammon::induction_study(),
        backgammon::known_study(), backgammon::montecarlo_study(), backgammon::train_study()}},
      {"bao",
       {bao::loops_study(), bao::explain_study(), bao::fate_study(), bao::condition_study(), bao::marks_study(),
        bao::growth_study(), bao::patterns_study(), bao::repeat_study(), bao::claims_study()}},
      {"hichain",
       {hichain::score_study(), hichain::chains_study(), hichain::mate_study(), hichain::survey_study(), hichain::duel_study(),
        hichain::mates_study(), hichain::problems_study(), hichain::block_study(), hichain::deadlock_study(),
        hichain::train_study()}},
      {"yonin", {reversi::facing_study(), reversi::seating_study()}},
      {"tictactoe", {tictactoe::ends_study()}}};
  static const std::vector<Study> none;
  const auto found = all.find(game);
  return found == all.end() ? none : found->second;
}

tl::unexpected<Error> fail_in(std::string where, Error error) {
  error.where = std::move(where);
  return fail(std::move(error));
}

Findings group_of(std::initializer_list<std::pair<const char*, Datum>> figures) {
  Findings out;
  for (const auto& [name, value] : figures) out.add(name, value);
  return out;
}

Figure estimate(std::string name, double value, double error, std::uint64_t n, int digits, std::string words) {
  Figure out{.name = std::move(name), .value = value, .words = std::move(words), .error = error, .n = n};
  out.exact = false;
  out.digits = digits;
  return out;
}

Figure hidden(std::string name, Datum value) { return {.name = std::move(name), .value = std::move(value), .hidden = true}; }

Figure tabled(std::string name, Datum value, std::string words) {
  return {.name = std::move(name), .value = std::move(value), .words = std::move(words), .tabled = true};
}

}  // namespace banmen
