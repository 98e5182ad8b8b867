#include <algorithm>
#include <set>

#include "engines/backgammon/wide/queries.hpp"
#include "host/threads.hpp"
#include "research/backgammon/lengths.hpp"

namespace banmen::backgammon {
namespace {

struct LastingGame {
  std::uint32_t a, b, start, turns;
  std::uint64_t key;
  std::uint8_t n, m;  // checkers of the mover and of the opponent
};

/// Makes a best play. Returns false at the end of the game.
bool advance(const WideRules& rules, LastingGame& game, std::uint8_t roll, std::uint32_t number) {
  const wide::Part& mine = rules.rules.parts[game.n];
  const wide::Part& theirs = rules.rules.parts[game.m];
  const wide::ListedPlay& play = mine.plays[mine.first[std::size_t{game.a} * throw_count + roll] + number];
  ++game.turns;
  if (play.left == 0) return false;
  std::uint32_t b = game.b;
  for (std::uint32_t met = play.landing & theirs.exposed[b]; met != 0; met &= met - 1)
    b = theirs.struck[static_cast<std::size_t>(wide::lowest_place(met)) * theirs.size + b];
  game.a = b;
  game.b = play.result;
  game.n = std::exchange(game.m, play.left);
  return true;
}

std::uint8_t thrown(const LastingGame& game) {
  auto left = static_cast<int>((wide::stirred(game.key + game.turns) >> 32) * 36 >> 32);
  int roll = 0;
  while (left >= throw_of(roll).weight) left -= throw_of(roll++).weight;
  return static_cast<std::uint8_t>(roll);
}

/// Plays one turn of all games of one tier of the current group.
void play_turn(wide::Backend& backend, const WideRules& rules, std::span<LastingGame> games, int threads, std::vector<bool>& over) {
  if (games.empty()) return;
  std::vector<wide::Pair> pairs;
  std::vector<std::uint8_t> rolls;
  for (const LastingGame& game : games) {
    pairs.push_back({game.a, game.b});
    rolls.push_back(thrown(game));
  }
  std::vector<wide::BestPlay> best(games.size());
  backend.best(games[0].n, games[0].m, pairs, rolls.data(), best.data());
  std::vector<std::uint8_t> ended(games.size());
  Control control;
  control.threads = games.size() < 10'000 ? 1 : threads;
  run_chunks(control, games.size(), 4096, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) ended[k] = !advance(rules, games[k], rolls[k], best[k].play);
    };
  });
  over.insert(over.end(), ended.begin(), ended.end());
}

bool of_group(const LastingGame& game, int n, int m) { return std::max(game.n, game.m) == n && std::min(game.n, game.m) == m; }

/// Positions that differ by one checker moved by one point.
std::vector<PlayedLength> neighbours(const WideRules& rules, const PlayedLength& of) {
  std::vector<PlayedLength> out;
  const Sides &mine = rules.sides[static_cast<std::size_t>(of.n)], &theirs = rules.sides[static_cast<std::size_t>(of.m)];
  for (int which = 0; which < 2; ++which)
    for (int from = 1; from <= bar; ++from)
      for (const int to : {from - 1, from + 1}) {
        std::uint8_t side[slots];
        std::copy_n(which == 0 ? mine.side(of.pair.a) : theirs.side(of.pair.b), slots, side);
        if (side[from] == 0 || to < 1 || to > bar) continue;
        --side[from];
        ++side[to];
        PlayedLength next{of.n, of.m, of.pair};
        (which == 0 ? next.pair.a : next.pair.b) = (which == 0 ? mine : theirs).index_of(side);
        if ((mine.points(next.pair.a) & theirs.facing(next.pair.b)) == 0) out.push_back(next);
      }
  return out;
}

void longest_first(std::vector<PlayedLength>& positions) {
  std::stable_sort(positions.begin(), positions.end(),
                   [](const PlayedLength& x, const PlayedLength& y) { return x.turns > y.turns; });
}

}  // namespace

void play_to_the_end(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, std::span<PlayedLength> starts,
                     std::uint64_t games, std::uint64_t seed, int threads) {
  std::vector<LastingGame> waiting;
  for (std::uint32_t k = 0; k < starts.size(); ++k) {
    starts[k].games = starts[k].turns = starts[k].squares = 0;
    for (std::uint64_t game = 0; game < games; ++game)
      waiting.push_back({starts[k].pair.a, starts[k].pair.b, k, 0, wide::game_key(seed, k * games + game),
                         static_cast<std::uint8_t>(starts[k].n), static_cast<std::uint8_t>(starts[k].m)});
  }
  auto groups = layout.groups();
  std::reverse(groups.begin(), groups.end());
  for (const auto& [n, m] : groups) {
    const auto here =
        std::stable_partition(waiting.begin(), waiting.end(), [&](const LastingGame& g) { return !of_group(g, n, m); });
    std::vector<LastingGame> live(here, waiting.end());
    waiting.erase(here, waiting.end());
    if (live.empty()) continue;
    backend.begin(n, m);
    while (!live.empty()) {
      // The two tiers of the group, one after the other.
      const auto middle = std::stable_partition(live.begin(), live.end(), [n = n](const LastingGame& g) { return g.n == n; });
      const auto first = static_cast<std::size_t>(middle - live.begin());
      std::vector<bool> over;
      play_turn(backend, rules, std::span(live).first(first), threads, over);
      play_turn(backend, rules, std::span(live).subspan(first), threads, over);
      std::size_t kept = 0;
      for (std::size_t k = 0; k < live.size(); ++k) {
        if (over[k]) {
          PlayedLength& start = starts[live[k].start];
          ++start.games;
          start.turns += live[k].turns;
          start.squares += std::uint64_t{live[k].turns} * live[k].turns;
        } else if (of_group(live[k], n, m)) {
          live[kept++] = live[k];
        } else {
          waiting.push_back(live[k]);
        }
      }
      live.resize(kept);
    }
  }
}

LongestGames longest_games(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, int n, int m,
                           const LengthSearch& search, std::uint64_t seed, int threads) {
  LongestGames out;
  const std::uint64_t count = std::min(search.sampled, count_positions(n, m));
  std::vector<PlayedLength> positions;
  for (std::uint64_t k = 0; k < count; ++k) positions.push_back({n, m, sampled(rules, n, m, count, k).pair});
  play_to_the_end(backend, rules, layout, positions, search.games, seed, threads);
  double sum = 0, squares = 0;
  for (const PlayedLength& p : positions) {
    sum += p.mean();
    squares += p.mean() * p.mean();
  }
  const double all = static_cast<double>(count);
  out.sampled = count;
  out.mean = sum / all;
  out.error = std::sqrt(std::max(0.0, squares / all - out.mean * out.mean) / all);
  // Means of few games are noisy, so the first round takes many more positions than are kept, and those with the most pips.
  longest_first(positions);
  positions.resize(std::min<std::size_t>(positions.size(), 20 * search.kept));
  const Sides &mine = rules.sides[static_cast<std::size_t>(n)], &theirs = rules.sides[static_cast<std::size_t>(m)];
  for (std::uint32_t a = mine.size() - std::min(mine.size(), search.farthest); a < mine.size(); ++a)
    for (std::uint32_t b = theirs.size() - std::min(theirs.size(), search.farthest); b < theirs.size(); ++b)
      if ((mine.points(a) & theirs.facing(b)) == 0) positions.push_back({n, m, {a, b}});
  for (int round = 1; round <= search.rounds; ++round) {
    play_to_the_end(backend, rules, layout, positions, search.neighbour_games, seed + static_cast<std::uint64_t>(round), threads);
    longest_first(positions);
    positions.resize(std::min<std::size_t>(positions.size(), search.kept));
    if (round == search.rounds) break;
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::vector<PlayedLength> next;
    const auto take = [&](const PlayedLength& p) {
      if (seen.emplace(p.pair.a, p.pair.b).second) next.push_back(p);
    };
    for (const PlayedLength& p : positions) take(p);
    for (const PlayedLength& p : positions)
      for (const PlayedLength& q : neighbours(rules, p)) take(q);
    positions = std::move(next);
  }
  // New dice for the winner remove the selection bias.
  positions.resize(std::min<std::size_t>(positions.size(), 10));
  play_to_the_end(backend, rules, layout, positions, search.last_games / 5, seed + 1000, threads);
  longest_first(positions);
  positions.resize(1);
  play_to_the_end(backend, rules, layout, positions, search.last_games, seed + 1001, threads);
  out.longest = positions[0];
  return out;
}

}  // namespace banmen::backgammon
