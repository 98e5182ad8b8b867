#include "study/tictactoe/extras.hpp"

#include "games/tictactoe/scene.hpp"

namespace banmen {
namespace tictactoe {

static std::vector<Study> studies() {
  std::vector<Study> list;
  BANMEN_STUDY(list, ends);
  return list;
}

}  // namespace tictactoe

template <>
const Extras<TicTacToe>& extras_of<TicTacToe>() {
  static const Extras<TicTacToe> extras{.studies = tictactoe::studies(), .scenery = tictactoe::scenery()};
  return extras;
}

}  // namespace banmen
