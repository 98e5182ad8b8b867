// State graphs as text: for Graphviz, a node for each position, labelled with its text, and an arrow for each move; as a Promela
// model for SPIN, one process, one number for the position, one option per position.
#include "solve/solver.hpp"

namespace banmen {
namespace {

Result<StateGraph> small_graph(const ErasedGame& game, PositionBytes start, std::uint32_t most, const Control& control) {
  auto graph = game.explore(start, {.positions = most}, control);
  if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the graph was complete");
  if (!graph.complete) return fail("the graph has more than " + std::to_string(most) + " positions, too many to export");
  return graph;
}

/// Quotes a text; the separators of a board's rows become line breaks.
std::string dot_text(std::string_view text, bool in_rows = false) {
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

}  // namespace

Result<std::string> write_dot(const ErasedGame& game, PositionBytes start, const Control& control) {
  const auto explored = small_graph(game, start, 2'000, control);
  if (!explored) return fail(explored.error());
  const StateGraph& graph = *explored;
  constexpr const char* shapes[] = {"box", "ellipse", "hexagon", "diamond"};
  std::string out = "// " + game.name + ": " + std::to_string(graph.size()) + " positions. Written by banmen export.\ndigraph " +
                    dot_text(game.name) + " {\n  node [fontname=monospace];\n";
  bool endless = false;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const PositionBytes p = graph.position(node);
    const Seat turn = graph.turn(node);
    std::string text = game.text(p), shape = turn >= 0 ? shapes[turn % 4] : "octagon";  // chance
    std::string label = dot_text(text, true), more;
    if (turn == over) {
      shape = "box";
      more = ", peripheries=2";
      label.pop_back();
      label += "\\npays";
      for (const std::int32_t paid : game.payoffs(p)) label += ' ' + std::to_string(paid);
      label += '"';
    }
    out += "  " + std::to_string(node) + " [shape=" + shape + more + ", label=" + label + "];\n";
    const auto moves = game.move_texts(p);
    for (const Edge& edge : graph.row(node)) {
      endless |= edge.target == Edge::nowhere;
      out += "  " + std::to_string(node) + " -> " + (edge.target == Edge::nowhere ? "endless" : std::to_string(edge.target)) +
             " [label=" + dot_text(moves[edge.move]) + "];\n";
    }
  }
  if (endless) out += "  endless [shape=plaintext, label=\"never ends\"];\n";
  return out + "}\n";
}

Result<std::string> write_promela(const ErasedGame& game, const Control& control) {
  const auto explored = small_graph(game, *game.read_position(""), 20'000, control);
  if (!explored) return fail(explored.error());
  const StateGraph& graph = *explored;
  std::string out = "/* " + game.name + ": " + std::to_string(graph.size()) +
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
    const auto moves = game.move_texts(graph.position(node));
    for (const Edge& edge : row) {
      const std::string& move = moves[edge.move];
      out += edge.target == Edge::nowhere ? " :: endless = true /* " + move + " */"
                                          : " :: at = " + std::to_string(edge.target) + " /* " + move + " */";
    }
    out += " fi }\n";
  }
  out += "  :: over || endless -> break\n  od\n}\n\nltl ends { <> over }\nltl passes { [] !endless }\n";
  return out;
}

}  // namespace banmen
