#include "engines/tictactoe/extensions.hpp"

#include "core/scene.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {
template <>
const Extras<TicTacToe>& extras_of<TicTacToe>() {
  static const Extras<TicTacToe> extras{.scenery = tictactoe::scenery()};
  return extras;
}

}  // namespace banmen
