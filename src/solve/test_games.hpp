// Games for the solvers' tests: real ones opened by their parameters, and one small enough to check by hand.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/parameter.hpp"
#include "games/bao/bao.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen::testing_games {

inline Bao make_bao(int holes, const std::string& endless = "void") {
  return *Bao::make(*check_values("bao", Bao::parameters(), {{"holes", std::to_string(holes)}, {"endless", endless}}));
}

/// Two rooms. In room 0 the first seat may go to room 1 or leave, which costs it 3; in room 1 the second may go to room 0 or leave,
/// which pays the first 5. Neither wants to leave.
struct TwoRooms {
  static constexpr int max_players = 2;
  struct Position {
    std::uint8_t room;  // 2, 3: left from room 0, 1
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t to;
    bool operator==(const Move&) const = default;
  };
  static int players() { return 2; }
  static Position initial() { return {0}; }
  static std::uint32_t move_capacity() { return 2; }
  static Seat turn(const Position& p) { return p.room > 1 ? over : static_cast<Seat>(p.room); }
  static void moves(const Position& p, MoveList<Move>& list) {
    if (p.room > 1) return;
    list.push({static_cast<std::uint8_t>(1 - p.room)});
    list.push({static_cast<std::uint8_t>(2 + p.room)});
  }
  static Gains<2> play(Position& p, Move m) {
    p.room = m.to;
    return {};
  }
  static Gains<2> payoff(const Position& p) { return p.room == 2 ? Gains<2>{-3, 0} : Gains<2>{5, 0}; }
  static std::uint64_t hash(const Position& p) { return mix(p.room + 1u); }
  static std::string text(const Position& p) { return std::to_string(p.room); }
  static Result<Position> read_position(std::string_view text) { return Position{static_cast<std::uint8_t>(text[0] - '0')}; }
  static std::string text(const Position&, const Move& m) { return std::to_string(m.to); }
  static Result<Move> read_move(const Position&, std::string_view text) { return Move{static_cast<std::uint8_t>(text[0] - '0')}; }
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
};

/// The slow twin of every solver: all positions in an ordered map, everything else by definition.
template <class G>
struct Plain {
  using Position = typename G::Position;
  struct Edge {
    int to;  // -1: never ends
    int gain;
    std::uint32_t steps;
    bool quiet;
  };
  std::vector<Position> positions;
  std::vector<int> depth;
  std::vector<std::vector<Edge>> edges;
  std::map<std::string, int> number;

  static std::string bytes(const Position& p) { return std::string(reinterpret_cast<const char*>(&p), sizeof p); }

  explicit Plain(const G& g) {
    auto add = [&](const Position& p, int d) {
      const auto [at, fresh] = number.emplace(bytes(p), static_cast<int>(positions.size()));
      if (fresh) {
        positions.push_back(p);
        depth.push_back(d);
      }
      return at->second;
    };
    add(g.initial(), 0);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Position p = positions[i];
      std::vector<typename G::Move> storage(g.move_capacity());
      MoveList<typename G::Move> list(storage.data(), g.move_capacity());
      if (g.turn(p) != over) g.moves(p, list);
      edges.emplace_back();
      for (const auto m : list) {
        Position next = p;
        const auto gains = g.play(next, m);
        bool endless = false;
        if constexpr (LoopyGame<G>) endless = g.endless(p, m);
        int gain = gains[0] - gains[1];
        if (endless) {
          const auto rest = g.payoff(next);
          edges[i].push_back({-1, gain + rest[0] - rest[1], 0, false});
        } else {
          const bool quiet = gains[0] == 0 && gains[1] == 0;
          const int to = add(next, depth[i] + 1);
          edges[i].push_back({to, gain, 0, quiet});
        }
      }
    }
  }

  /// Bounds by iterating the definition to a fixed point: `worst` is the value of unfinished play.
  std::vector<long> forced(const G& g, long worst) const {
    std::vector<long> value(positions.size(), worst);
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<long> next = value;
      for (std::size_t i = 0; i < positions.size(); ++i) {
        if (edges[i].empty()) {
          const auto rest = g.payoff(positions[i]);
          next[i] = rest[0] - rest[1];
          continue;
        }
        const bool first = g.turn(positions[i]) == 0;
        long best = first ? -1'000'000'000 : 1'000'000'000;
        for (const Edge& e : edges[i]) {
          const long then = e.to < 0 ? 0 : value[static_cast<std::size_t>(e.to)];
          const long worth = e.to >= 0 && then == worst ? worst : then + e.gain;
          best = first ? std::max(best, worth) : std::min(best, worth);
        }
        next[i] = best;
      }
      changed = next != value;
      value = std::move(next);
    }
    return value;
  }

  /// Sizes of the components with a cycle, largest first: remove dead ends, then test every pair for mutual reachability.
  std::vector<std::uint64_t> cycles() const {
    std::vector<char> alive(positions.size(), 1);
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<char> in(positions.size(), 0), out(positions.size(), 0);
      for (std::size_t i = 0; i < positions.size(); ++i)
        for (const Edge& e : edges[i])
          if (alive[i] && e.to >= 0 && alive[static_cast<std::size_t>(e.to)]) out[i] = in[static_cast<std::size_t>(e.to)] = 1;
      for (std::size_t i = 0; i < positions.size(); ++i)
        if (alive[i] && !(in[i] && out[i])) {
          alive[i] = 0;
          changed = true;
        }
    }
    auto reach = [&](std::size_t from) {
      std::set<std::size_t> seen;
      std::vector<std::size_t> todo{from};
      while (!todo.empty()) {
        const std::size_t at = todo.back();
        todo.pop_back();
        for (const Edge& e : edges[at])
          if (e.to >= 0 && alive[static_cast<std::size_t>(e.to)] && seen.insert(static_cast<std::size_t>(e.to)).second)
            todo.push_back(static_cast<std::size_t>(e.to));
      }
      return seen;
    };
    std::map<std::size_t, std::set<std::size_t>> reached;
    for (std::size_t i = 0; i < positions.size(); ++i)
      if (alive[i]) reached[i] = reach(i);
    std::vector<std::uint64_t> sizes;
    std::set<std::size_t> done;
    for (const auto& [i, far] : reached) {
      if (done.count(i) || !far.count(i)) continue;
      std::uint64_t size = 0;
      for (const std::size_t j : far)
        if (reached[j].count(i)) {
          ++size;
          done.insert(j);
        }
      sizes.push_back(size);
    }
    std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
  }
};

}  // namespace banmen::testing_games
