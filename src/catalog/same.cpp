#include "catalog/same.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <unordered_map>

#include "core/random.hpp"
#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen {

std::string listed(const std::vector<long>& numbers) { return fmt::format("{}", fmt::join(numbers, " ")); }

namespace {

using Choice = Glance::Choice;

std::string turn_of(const OpenGame& game, const Glance& glance) {
  if (glance.turn == over) return "over, " + listed(glance.payoff);
  return glance.turn == chance ? "chance" : game.seat_name(glance.turn);
}

/// Sorts by text: games may list moves in any order.
void sort(std::vector<Choice>& choices) {
  std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.text < b.text; });
}

/// The first thing in which two positions differ.
std::optional<SameReport::Difference> difference(const OpenGame& first, const OpenGame& second, const Glance& a, const Glance& b) {
  const auto differ = [](std::string what, std::string one, std::string other) {
    return SameReport::Difference{{}, std::move(what), std::move(one), std::move(other)};
  };
  if (a.turn != b.turn) return differ("the turn", turn_of(first, a), turn_of(second, b));
  if (a.payoff != b.payoff) return differ("the result", listed(a.payoff), listed(b.payoff));
  std::size_t i = 0;
  for (; i < a.choices.size() && i < b.choices.size() && a.choices[i].text == b.choices[i].text; ++i) {
    const Choice &x = a.choices[i], &y = b.choices[i];
    if (x.gains != y.gains) return differ("the gain of " + x.text, listed(x.gains), listed(y.gains));
    if (x.weight != y.weight) return differ("the weight of " + x.text, std::to_string(x.weight), std::to_string(y.weight));
  }
  if (i == a.choices.size() && i == b.choices.size()) return std::nullopt;
  const bool first_has = i < a.choices.size() && (i == b.choices.size() || a.choices[i].text < b.choices[i].text);
  const std::string move = (first_has ? a : b).choices[i].text;
  return differ("a move", first_has ? move : "no " + move, first_has ? "no " + move : move);
}

/// A position of each game.
class Pair {
 public:
  Pair(const OpenGame& first, const OpenGame& second) : first_(first), second_(second) {}

  Result<void> look(const std::string& a, const std::string& b) {
    for (auto [game, text, glance] : {std::tuple(&first_, &a, &one), std::tuple(&second_, &b, &other)}) {
      *glance = TRY(game->glance(*text));
      sort(glance->choices);
    }
    return {};
  }
  [[nodiscard]] auto difference() const { return banmen::difference(first_, second_, one, other); }

  Glance one, other;

 private:
  const OpenGame& first_;
  const OpenGame& second_;
};

Result<void> same_seats(const OpenGame& first, const OpenGame& second) {
  if (first.players() == second.players()) return {};
  return fail(first.name() + " has " + std::to_string(first.players()) + " seats, " + second.name() + " " +
              std::to_string(second.players()));
}

std::string start_of(const OpenGame& game) { return game.session()->position(); }

}  // namespace

Result<std::optional<SameReport>> same_everywhere(const OpenGame& first, const OpenGame& second, std::uint64_t most,
                                                  const Control& control) {
  TRY(same_seats(first, second));
  SameReport report;
  struct Node {
    std::string a, b;
    std::size_t from;
    std::string move;
  };
  struct Graph {
    std::vector<Node> nodes;
    std::unordered_map<std::string, std::size_t> known;  // both texts
    std::unordered_map<std::string, std::string> partner_of_a, partner_of_b;
  };
  auto graph = std::make_unique<Graph>();
  auto& [nodes, known, partner_of_a, partner_of_b] = *graph;
  nodes.push_back({start_of(first), start_of(second), 0, {}});
  const auto key = [](const std::string& a, const std::string& b) { return a + '\n' + b; };
  known.emplace(key(nodes[0].a, nodes[0].b), 0);
  report.one_to_one = true;
  Pair pair(first, second);
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    if (control.stop.stop_requested()) {
      report.complete = report.one_to_one = false;
      // Freeing millions of texts would delay the exit: the graph is leaked, at most one at a time.
      static std::atomic<Graph*> left = nullptr;
      delete left.exchange(graph.release());
      return report;
    }
    if (at % 1024 == 0 && control.progress) control.progress(at, nodes.size(), "pairs of positions");
    const std::string a = nodes[at].a, b = nodes[at].b;
    TRY(pair.look(a, b));
    ++report.positions;
    if (const auto [p, added] = partner_of_a.try_emplace(a, b); !added && p->second != b) report.second_tells_more = true;
    if (const auto [p, added] = partner_of_b.try_emplace(b, a); !added && p->second != a) report.first_tells_more = true;
    if (auto found = pair.difference()) {
      for (std::size_t n = at; n != 0; n = nodes[n].from) found->line.insert(found->line.begin(), nodes[n].move);
      report.same = report.one_to_one = false;
      report.proved = true;
      report.difference = std::move(found);
      return report;
    }
    report.moves += pair.one.choices.size();
    for (std::size_t i = 0; i < pair.one.choices.size(); ++i) {
      std::string &x = pair.one.choices[i].after, &y = pair.other.choices[i].after;
      if (!known.emplace(key(x, y), nodes.size()).second) continue;
      if (nodes.size() >= most) return std::optional<SameReport>{};
      nodes.push_back({std::move(x), std::move(y), at, pair.one.choices[i].text});
    }
  }
  report.proved = report.complete;
  report.one_to_one = report.one_to_one && !report.first_tells_more && !report.second_tells_more;
  return report;
}

Result<SameReport> same_in_games(const OpenGame& first, const OpenGame& second, std::uint64_t games, const Control& control) {
  TRY(same_seats(first, second));
  constexpr int longest = 10'000;  // plies: endless games must stop, too
  SameReport report;
  Pair pair(first, second);
  const std::string a = start_of(first), b = start_of(second);
  std::optional<SameReport::Difference> best;
  for (std::uint64_t game = 0; game < games && report.complete; ++game) {
    if (control.progress) control.progress(game, games, "random games");
    Random random(control.seed, game);
    std::string x = a, y = b;
    std::vector<std::string> line;
    for (int ply = 0; ply < longest; ++ply) {
      if (best && line.size() >= best->line.size()) break;
      if (control.stop.stop_requested()) {
        report.complete = false;
        break;
      }
      TRY(pair.look(x, y));
      ++report.positions;
      report.moves += pair.one.choices.size();
      if (auto found = pair.difference()) {
        found->line = line;
        best = std::move(found);
        break;
      }
      if (pair.one.choices.empty()) break;
      const std::size_t k = random.below(static_cast<std::uint32_t>(pair.one.choices.size()));
      line.push_back(pair.one.choices[k].text);
      x = pair.one.choices[k].after;
      y = pair.other.choices[k].after;
    }
  }
  report.same = !best;
  report.proved = best.has_value();
  report.difference = std::move(best);
  return report;
}

Result<SameReport> same_unnamed(const OpenGame& first, const OpenGame& second, const Control& control) {
  TRY(same_seats(first, second));
  // One graph of both games: a label for each position, and for each move a label and its successor.
  struct Edge {
    std::size_t label;  // number of the pair of gains and weight
    std::size_t to;
  };
  std::vector<std::size_t> colour;
  std::vector<std::vector<Edge>> edges;
  std::map<std::vector<long>, std::size_t> labels, kinds;
  const auto number = [](auto& map, const auto& value) { return map.try_emplace(value, map.size()).first->second; };
  SameReport report;
  std::size_t roots[2] = {};
  for (int side = 0; side < 2; ++side) {
    const OpenGame& game = side == 0 ? first : second;
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::string> texts{start_of(game)};
    const std::size_t base = roots[side] = edges.size();
    known.emplace(texts[0], base);
    for (std::size_t at = 0; at < texts.size(); ++at) {
      if (control.stop.stop_requested()) {
        report.complete = report.same = false;
        return report;
      }
      if (at % 1024 == 0 && control.progress) control.progress(at, texts.size(), "positions of " + game.name());
      const auto seen = TRY(game.glance(texts[at]));
      std::vector<long> kind = seen.payoff;
      kind.push_back(seen.turn);
      colour.push_back(number(kinds, kind));
      edges.emplace_back();
      for (const Choice& choice : seen.choices) {
        const auto [found, added] = known.try_emplace(choice.after, base + texts.size());
        if (added) texts.push_back(choice.after);
        std::vector<long> label = choice.gains;
        label.push_back(choice.weight);
        edges.back().push_back({number(labels, label), found->second});
      }
      if (base + texts.size() > most_pairs)
        return fail(first.name() + " and " + second.name() + " have more than " + std::to_string(most_pairs) +
                        " positions, too many to compare without the names of moves",
                    "use smaller parameters");
    }
  }
  report.positions = edges.size();
  for (const auto& list : edges) report.moves += list.size();
  // Partition refinement: split colours by the colours of successors until a fixed point.
  for (std::size_t classes = kinds.size();;) {
    std::map<std::vector<std::size_t>, std::size_t> finer;
    std::vector<std::size_t> next(colour.size());
    for (std::size_t n = 0; n < edges.size(); ++n) {
      std::vector<std::size_t> seen;
      for (const Edge& e : edges[n]) seen.push_back(e.label * edges.size() + colour[e.to]);
      std::sort(seen.begin(), seen.end());
      seen.push_back(colour[n]);
      next[n] = number(finer, seen);
    }
    colour = std::move(next);
    if (finer.size() == classes || control.stop.stop_requested()) break;
    classes = finer.size();
  }
  report.complete = !control.stop.stop_requested();
  report.same = report.complete && colour[roots[0]] == colour[roots[1]];
  report.proved = report.complete;
  if (report.complete && !report.same)
    report.difference = SameReport::Difference{{}, "the game, apart from the names of moves", first.name(), second.name()};
  return report;
}

}  // namespace banmen
