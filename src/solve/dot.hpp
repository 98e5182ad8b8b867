// A state graph as a drawing for Graphviz: a node for each position, labelled with its text, and an arrow for each move.
#pragma once

#include <string>

#include "core/game.hpp"
#include "solve/graph.hpp"

namespace banmen {

inline constexpr std::uint32_t most_dot_positions = 2'000;

/// Between quotes; what parts the rows of a board's text becomes a new line.
inline std::string dot_text(std::string_view text, bool in_rows = false) {
  std::string out = "\"";
  for (const char c : text) {
    if (in_rows && c == '/') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// The seat on turn gives the shape; what is over has a double frame and says what each seat is paid there.
template <Game G>
std::string dot_graph(const StateGraph<G>& graph, const std::string& name) {
  constexpr const char* shapes[] = {"box", "ellipse", "hexagon", "diamond"};
  std::string out = "// " + name + ": " + std::to_string(graph.size()) + " positions. Written by banmen export.\ndigraph " +
                    dot_text(name) + " {\n  node [fontname=monospace];\n";
  bool endless = false;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const auto& p = graph.numbers[node];
    const Seat turn = graph.turn(node);
    std::string text = graph.g.text(p), shape = turn >= 0 ? shapes[turn % 4] : "octagon";  // chance
    std::string label = dot_text(text, true), more;
    if (turn == over) {
      shape = "box";
      more = ", peripheries=2";
      label.pop_back();
      label += "\\npays";
      const auto paid = graph.g.payoff(p);
      for (std::size_t seat = 0; seat < static_cast<std::size_t>(graph.g.players()); ++seat)
        label += ' ' + std::to_string(paid[seat]);
      label += '"';
    }
    out += "  " + std::to_string(node) + " [shape=" + shape + more + ", label=" + label + "];\n";
    for (const Edge& edge : graph.row(node)) {
      endless |= edge.target == Edge::nowhere;
      out += "  " + std::to_string(node) + " -> " + (edge.target == Edge::nowhere ? "endless" : std::to_string(edge.target)) +
             " [label=" + dot_text(graph.g.text(p, graph.move_of(node, edge.move))) + "];\n";
    }
  }
  if (endless) out += "  endless [shape=plaintext, label=\"never ends\"];\n";
  return out + "}\n";
}

}  // namespace banmen
