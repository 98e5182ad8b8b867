#include <cstdio>

#include "catalog/catalog.hpp"

int main(int argc, char** argv) {
  banmen::Catalog catalog;
  auto table = catalog.open(argc > 1 ? argv[1] : "tictactoe");
  if (!table) return std::puts(table.error().message().c_str()), 2;
  banmen::Control control;
  const auto report = (*table)->perft("", 9, control);
  for (const auto n : report->leaves) std::printf("%lu ", n);
  const auto random = (*table)->playout("", 100000, 1000, control);
  std::printf("\n%f games/s, branching %f\n", random->games_per_second, random->branching.mean);
}
