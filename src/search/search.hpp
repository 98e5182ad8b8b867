// Interface of all searches: question, answer, budget. A search owns its tables: one set per seat and game.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/move_stack.hpp"

namespace banmen {

/// One line of play; best first in an Answer.
template <Rules G>
struct AnswerLine {
  typename G::Move move{};
  double value = 0;    // for the seat on turn, in future points of result
  bool exact = false;  // proved, not estimated
  std::vector<typename G::Move> line;
  std::uint64_t visits = 0;         // uct: number of visits
  std::vector<double> least, most;  // maxn:ties=all: the range of every seat's result
  Figures more = {};                // other figures of the move
};

template <Rules G>
struct Answer {
  std::vector<AnswerLine<G>> lines;  // never empty where there is a move
  std::uint64_t nodes = 0;           // positions; playouts for uct
  int depth = 0;                     // the deepest finished iteration; 0: none
  double seconds = 0;
  bool range = false;                                       // least and most are filled
  std::string unit = "points of the result still to come";  // of the lines' values
  std::string note;                                         // a caveat about this answer; mostly empty
};

/// Progress of a search: reported per finished iteration, or periodically.
template <Rules G>
struct Progress {
  int depth = 0;  // 0: none
  double value = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  typename G::Move move{};  // that looks best
};

template <Rules G>
struct Question {
  typename G::Position position{};
  std::uint64_t seed = 1;  // together with game and ply, the key of everything random
  std::uint64_t game = 0;
  std::uint32_t ply = 0;
  double seconds = 0;  // overrides the search's own limit if not 0
  int lines = 1;       // number of lines requested
  std::stop_token stop;
  std::function<void(const Progress<G>&)> progress;
};

/// A root move during the search: lines have rounded values, but ties must be broken by exact ones.
template <Rules G>
struct RootMove {
  AnswerLine<G> line;
  std::int64_t value;
  std::uint64_t tie;  // more is better among equal values
};

template <Rules G>
std::vector<AnswerLine<G>> best_first(std::vector<RootMove<G>> moves) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.value != b.value ? a.value > b.value : a.tie > b.tie; });
  std::vector<AnswerLine<G>> lines;
  for (RootMove<G>& move : moves) lines.push_back(std::move(move.line));
  return lines;
}

/// Limits of one decision. `spent` is cheap enough to ask at every node.
class Budget {
 public:
  Budget() = default;
  Budget(double seconds, std::uint64_t nodes, std::stop_token stop)
      : stop_(std::move(stop)), limit_(nodes == 0 ? ~std::uint64_t{0} : nodes), seconds_(seconds) {}

  /// Counts a node; returns true once the search must end.
  bool spent() {
    if (++nodes > limit_) out = true;
    if ((nodes & 1023) == 0) look();
    return out;
  }
  void look() {
    if (stop_.stop_requested() || (seconds_ > 0 && elapsed() >= seconds_)) out = true;
  }
  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  [[nodiscard]] double seconds() const { return seconds_; }

  std::uint64_t nodes = 0;
  bool out = false;

 private:
  std::stop_token stop_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  double seconds_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Completes an answer: `first` if no iteration was finished, at most the requested number of lines, and the work done.
template <Rules G>
void complete(Answer<G>& thought, const Question<G>& question, typename G::Move first, const Budget& budget) {
  if (thought.lines.empty()) thought.lines.push_back({first, 0, false, {first}, 0, {}, {}});
  const auto most = static_cast<std::size_t>(std::max(1, question.lines));
  if (thought.lines.size() > most) thought.lines.resize(most);
  thought.nodes = budget.nodes;
  thought.seconds = budget.elapsed();
}

/// One virtual call per decision, none inside.
template <Rules G>
class Search {
 public:
  virtual ~Search() = default;
  /// Forgets the previous game, so that the same question gets the same answer.
  virtual void new_game() {}
  virtual Answer<G> think(const Question<G>& question) = 0;
};

/// The principal variation from a table: `first`, which leads to p, and then the table's best moves, up to `depth` in all; it ends
/// at the first overwritten entry. For tables whose entries store a move by its number in the game's order: UCT follows its tree
/// instead, and dfpn the proof numbers of all children.
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
