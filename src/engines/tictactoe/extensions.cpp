#include "engines/tictactoe/extensions.hpp"

#include "games/tictactoe/scene.hpp"

namespace banmen {
template <>
const Extras<TicTacToe>& extras_of<TicTacToe>() {
  static const Extras<TicTacToe> extras{.scenery = tictactoe::scenery()};
  return extras;
}

}  // namespace banmen
