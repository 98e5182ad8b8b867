// Depth-first proof-number search (Nagai 2002) with the 1+ε rule (Pawlewicz and Lew 2007): can the side on turn get a lead of at
// least `goal`? If not, can it at least hold the other side under the same lead? For games without repetitions. Numbers are kept
// for the mover: `hope` is its proof number, `fear` its disproof number.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/options.hpp"
#include "search/search.hpp"
#include "search/transposition.hpp"
#include "search/value.hpp"

namespace banmen {

struct DfpnOptions {
  CommonOptions common;
  int table = 16;
  Value goal = 1;

  static DfpnOptions from(const Values& values) {
    return {CommonOptions::from(values), static_cast<int>(values.integer("table")), static_cast<Value>(values.integer("goal"))};
  }
};

template <Rules G>
class Dfpn final : public Search<G> {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Dfpn(const G& g, const DfpnOptions& options)
      : g_(g), options_(options), two_(g), table_(static_cast<std::size_t>(options.table)), stack_(g, most_plies) {}

  void new_game() override { table_.clear(); }

  Answer<G> think(const Question<G>& question) override {
    Answer<G> thought;
    auto list = stack_.legal(g_, question.position);
    if (list.empty()) return thought;
    std::uint64_t nodes = options_.common.nodes;
    const double seconds = question.seconds > 0 ? question.seconds : options_.common.seconds;
    if (nodes == 0 && seconds == 0) nodes = 1'000'000;
    budget_ = Budget(seconds, nodes, question.stop);
    // Leads are differences of two sides' results: twice the result in a zero-sum game.
    const Value goal = 2 * options_.goal * two_.unit();
    int outcome = prove(question.position, goal) ? 1 : 0;
    bool known = numbers_.hope == 0 || numbers_.fear == 0;
    Value asked = goal;
    if (known && outcome == 0) {
      asked = -goal + 1;
      outcome = prove(question.position, asked) ? 0 : -1;
      known = numbers_.hope == 0 || numbers_.fear == 0;
    }
    AnswerLine<G> line;
    line.move = best_move(question.position, asked);
    line.line = principal_line(question.position, line.move, asked);
    line.exact = known;
    line.value = known ? outcome : 0;
    thought.lines.push_back(std::move(line));
    if (!known) thought.note = "not proved within the limits";
    thought.unit = "wins: 1 won, 0 neither, -1 lost";
    complete(thought, question, list[0], budget_);
    return thought;
  }

 private:
  static constexpr int most_plies = 512;
  static constexpr std::uint32_t boundless = 0x3fffffff;
  struct Numbers {
    std::uint32_t hope = 1, fear = 1;
  };
  static constexpr Numbers success{0, boundless}, failure{boundless, 0};

  static std::uint64_t key(std::uint64_t hash, Value need) {
    return mix(hash, static_cast<std::uint64_t>(static_cast<std::uint32_t>(need)));
  }

  bool prove(const Position& p, Value need) {
    numbers_ = visit(p, need, boundless, boundless, 0);
    return numbers_.hope == 0;
  }

  [[nodiscard]] bool side_of(const Position& p) const {
    const Seat turn = g_.turn(p);
    return turn >= 0 && two_.side(turn);
  }

  /// A child of a position. `need`: the lead that the child's mover still needs.
  struct Child {
    Position position;
    Value need;
    bool same;
  };
  Child child_of(const Position& p, Move move, Value need) const {
    Child child{p, 0, false};
    const bool side = side_of(p);
    const Value left = need - two_.seen(g_.play(child.position, move), side);
    child.same = side_of(child.position) == side;
    // The mover gets at least `left` exactly when the other does not get more than -left.
    child.need = child.same ? left : -left + 1;
    return child;
  }
  [[nodiscard]] Numbers known(const Child& child) const {
    const Numbers* found = table_.find(key(g_.hash(child.position), child.need));
    const Numbers n = found != nullptr ? *found : Numbers{};
    return child.same ? n : Numbers{n.fear, n.hope};
  }

  /// Searches a position until it is settled or its numbers reach the limits.
  Numbers visit(const Position& p, Value need, std::uint32_t hope_limit, std::uint32_t fear_limit, int ply) {
    const std::uint64_t here = key(g_.hash(p), need);
    auto list = stack_.legal(g_, p, ply);
    if (list.empty()) {
      budget_.spent();
      const Numbers settled = two_.seen(g_.payoff(p), side_of(p)) >= need ? success : failure;
      table_.store(here, settled);
      return settled;
    }
    if (ply >= most_plies - 1) return failure;
    for (;;) {
      Numbers sum{boundless, 0};
      std::uint32_t second = boundless;
      Child best{p, 0, false};
      Numbers best_numbers{boundless, boundless};
      for (const Move move : list) {
        const Child child = child_of(p, move, need);
        const Numbers n = known(child);
        sum.fear = std::min(boundless, sum.fear + n.fear);
        if (n.hope < sum.hope) {
          second = sum.hope;
          sum.hope = n.hope;
          best = child;
          best_numbers = n;
        } else {
          second = std::min(second, n.hope);
        }
        if (n.hope == 0) break;
      }
      if (sum.hope == 0) sum.fear = boundless;
      if (sum.fear == 0) sum.hope = boundless;
      table_.store(here, sum);
      budget_.look();  // a visit goes through all moves, of which some games have thousands
      if (budget_.spent() || sum.hope == 0 || sum.fear == 0 || sum.hope >= hope_limit || sum.fear >= fear_limit) return sum;
      const std::uint32_t wider = second >= boundless ? boundless : second + second / 4 + 1;
      const std::uint32_t child_hope = std::min(hope_limit, wider);
      const std::uint32_t child_fear = std::min(boundless, fear_limit - sum.fear + best_numbers.fear);
      if (best.same)
        visit(best.position, best.need, child_hope, child_fear, ply + 1);
      else
        visit(best.position, best.need, child_fear, child_hope, ply + 1);
    }
  }

  Move best_move(const Position& p, Value need) {
    auto list = stack_.at(most_plies - 1);
    g_.moves(p, list);
    Move best = list[0];
    Numbers top{boundless, 0};
    bool first = true;
    for (const Move move : list) {
      const Numbers n = known(child_of(p, move, need));
      if (first || n.hope < top.hope || (n.hope == top.hope && n.fear > top.fear)) best = move, top = n;
      first = false;
    }
    return best;
  }

  std::vector<Move> principal_line(Position p, Move move, Value need) {
    std::vector<Move> line;
    for (int ply = 0; ply < 60; ++ply) {
      line.push_back(move);
      const Child child = child_of(p, move, need);
      p = child.position;
      need = child.need;
      auto list = stack_.legal(g_, p, most_plies - 1);
      if (list.empty() || table_.find(key(g_.hash(p), need)) == nullptr) break;
      move = best_move(p, need);
    }
    return line;
  }

  G g_;
  DfpnOptions options_;
  TwoSides<G> two_;
  PositionTable<Numbers> table_;
  MoveStack<G> stack_;
  Budget budget_;
  Numbers numbers_;
};

}  // namespace banmen
