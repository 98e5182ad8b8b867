#include "research/studies.hpp"

#include <functional>
#include <map>
#include <string>

#include "research/amazons/studies.hpp"
#include "research/backgammon/studies.hpp"
#include "research/bao/studies.hpp"
#include "research/hichain/studies.hpp"
#include "research/reversi/studies.hpp"
#include "research/tictactoe/studies.hpp"

namespace banmen {

const std::vector<Study>& studies_of(std::string_view game) {
  static const std::map<std::string, std::vector<Study>, std::less<>> all{
      {"amazons", {amazons::survey(), amazons::winners(), amazons::moves()}},
      {"backgammon", {backgammon::value(), backgammon::chances(), backgammon::tiers(), backgammon::lengths(), backgammon::mistakes(), backgammon::endings(), backgammon::duel(), backgammon::bearoff(), backgammon::probe(), backgammon::hyper(), backgammon::paper(), backgammon::induction(), backgammon::known(), backgammon::montecarlo(), backgammon::train()}},
      {"bao", {bao::loops(), bao::explain_study(), bao::fate(), bao::condition(), bao::marks_study(), bao::growth(), bao::patterns(), bao::repeat(), bao::claims()}},
      {"hichain", {hichain::score(), hichain::chains(), hichain::mate(), hichain::survey(), hichain::duel(), hichain::mates(), hichain::problems(), hichain::block(), hichain::deadlock(), hichain::train_study()}},
      {"yonin", {reversi::facing(), reversi::seating()}},
      {"tictactoe", {tictactoe::ends()}}};
  static const std::vector<Study> none;
  const auto found = all.find(game);
  return found == all.end() ? none : found->second;
}

}  // namespace banmen
