// A state graph as a Promela model for SPIN: one process, one number for the position, one option per position.
//
// Each move is one atomic step, so that SPIN stores exactly the positions. Two claims can be checked: `ends` (play comes to an end)
// and `passes` (no move goes on for ever). Models of a game's own rules, which are far smaller than its graph, live with the game's
// study.
#pragma once

#include <string>

#include "core/game.hpp"
#include "solve/graph.hpp"

namespace banmen {

inline constexpr std::uint32_t most_promela_positions = 20'000;

template <Game G>
std::string promela_graph(const StateGraph<G>& graph, const std::string& name) {
  std::string out = "/* " + name + ": " + std::to_string(graph.size()) +
                    " positions, one number each. Written by banmen export.\n"
                    "   SPIN stores one state per position, plus one when play is over and one when a move never ends. */\n"
                    "int at = 0;\nbool over = false;\nbool endless = false;\n\nactive proctype play() {\n  do\n";
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const auto row = graph.row(node);
    out += "  :: atomic { at == " + std::to_string(node) + " && !over && !endless ->";
    if (row.empty()) {
      out += " over = true }\n";
      continue;
    }
    out += " if";
    for (const Edge& edge : row) {
      const std::string move = graph.g.text(graph.numbers[node], graph.move_of(node, edge.move));
      out += edge.target == Edge::nowhere ? " :: endless = true /* " + move + " */"
                                          : " :: at = " + std::to_string(edge.target) + " /* " + move + " */";
    }
    out += " fi }\n";
  }
  out += "  :: over || endless -> break\n  od\n}\n\nltl ends { <> over }\nltl passes { [] !endless }\n";
  return out;
}

}  // namespace banmen
