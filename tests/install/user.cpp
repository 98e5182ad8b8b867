#include <banmen/catalog/catalog.hpp>
#include <banmen/games/tictactoe/tictactoe.hpp>
#include <iostream>

int main() {
  static_assert(banmen::require_native_game<banmen::TicTacToe>());
  const auto game = banmen::Catalog().open("tictactoe").value();
  std::cout << game->session()->picture().plain() << game->perft("", 9, {}).value().leaves.back() << '\n';
}
