#include "engines/tictactoe/extensions.hpp"

#include "core/scene.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {
template <>
const Extensions<TicTacToe>& extensions_of<TicTacToe>() {
  static const Extensions<TicTacToe> extensions{.scenery = tictactoe::scenery()};
  return extensions;
}

}  // namespace banmen
