// The line that a search expects, read back from its table.
#pragma once

#include <vector>

#include "core/move_stack.hpp"

namespace banmen {

/// `first`, which leads to p, and then the table's best moves, up to `depth` in all; what has been overwritten is missing at the
/// end. For tables whose entries name a move by its number in the game's order: UCT follows its tree instead, and dfpn the proof
/// numbers of all children.
template <Rules G, class Table>
std::vector<typename G::Move> principal_line(const G& g, typename G::Position p, typename G::Move first, int depth,
                                             const Table& table, MoveStack<G>& stack) {
  std::vector<typename G::Move> line{first};
  while (static_cast<int>(line.size()) < depth) {
    const auto list = stack.legal(g, p, stack.plies() - 1);
    if (list.empty()) break;
    std::uint32_t choice = 0;
    if (list.size() > 1) {
      const auto* known = table.find(g.hash(p));
      if (known == nullptr || known->move >= list.size()) break;
      choice = known->move;
    }
    line.push_back(list[choice]);
    g.play(p, list[choice]);
  }
  return line;
}

}  // namespace banmen
