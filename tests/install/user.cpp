#include <banmen/catalog/catalog.hpp>
#include <banmen/games/tictactoe/tictactoe.hpp>
#include <iostream>

int main() {
  static_assert(banmen::require_native_game<banmen::TicTacToe>());
  const auto table = banmen::Catalog().open("tictactoe").value();
  std::cout << table->session()->picture().plain() << table->perft("", 9, {}).value().leaves.back() << '\n';
}
