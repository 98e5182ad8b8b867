#include "solve/property.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "solve/components.hpp"

namespace banmen {
namespace {

Truth negated(Truth t) {
  for (auto& x : t) x = !x;
  return t;
}

// ---------------------------------------------------------------------------------------------- reading

class PropertyReader {
 public:
  PropertyReader(std::string_view text, const std::function<Result<Truth>(std::string_view)>& predicate)
      : reader_(text), predicate_(predicate) {}

  Result<Property> read() {
    Property out;
    if (take("always")) {
      if (take("eventually"))
        out.kind = Property::Kind::again;
      else
        out.kind = Property::Kind::always;
    } else if (take("eventually")) {
      out.kind = take("always") ? Property::Kind::settles : Property::Kind::eventually;
    } else if (take("never")) {
      out.kind = Property::Kind::always;
      auto p = either();
      if (!p) return fail(p.error());
      out.p = negated(std::move(*p));
      return finish(std::move(out));
    } else {
      out.kind = Property::Kind::until;
    }
    auto p = either();
    if (!p) return fail(p.error());
    out.p = std::move(*p);
    if (out.kind == Property::Kind::until) {
      if (!take("until"))
        return reader_.wanted("'until'", "a property begins with 'always', 'eventually' or 'never', or joins two parts by 'until'");
      auto q = either();
      if (!q) return fail(q.error());
      out.q = std::move(*q);
    }
    return finish(std::move(out));
  }

 private:
  Result<Property> finish(Property out) {
    reader_.skip_spaces();
    if (!reader_.done()) return reader_.wanted("the end of the property");
    return out;
  }
  /// Parts joined by `and`, which binds closer, or by `or`.
  Result<Truth> joined(bool by_and) {
    const auto part = [&] { return by_and ? single() : joined(true); };
    auto left = part();
    while (left && take(by_and ? "and" : "or")) {
      const auto right = part();
      if (!right) return right;
      for (std::size_t i = 0; i < left->size(); ++i) (*left)[i] = by_and ? (*left)[i] & (*right)[i] : (*left)[i] | (*right)[i];
    }
    return left;
  }
  Result<Truth> either() { return joined(false); }
  Result<Truth> single() {
    if (depth_ > 200) return reader_.error("the property is nested too deeply");
    if (take("not")) {
      ++depth_;
      auto inner = single();
      --depth_;
      return inner ? negated(std::move(*inner)) : inner;
    }
    reader_.skip_spaces();
    if (reader_.take('(')) {
      ++depth_;
      auto inner = either();
      --depth_;
      reader_.skip_spaces();
      if (inner && !reader_.take(')')) return reader_.wanted("')'");
      return inner;
    }
    const int column = reader_.column();
    const std::string_view word = reader_.word("()");
    if (word.empty()) return reader_.wanted("a predicate");
    auto truth = predicate_(word);
    if (!truth) {
      Error error = truth.error();
      error.column = column;
      return fail(std::move(error));
    }
    return truth;
  }
  bool take(std::string_view wanted) {
    reader_.skip_spaces();
    Reader ahead = reader_;
    if (ahead.word("()") != wanted) return false;
    reader_ = ahead;
    return true;
  }

  Reader reader_;
  const std::function<Result<Truth>(std::string_view)>& predicate_;
  int depth_ = 0;
};

// ---------------------------------------------------------------------------------------------- all play

constexpr std::uint32_t none = ~std::uint32_t{0};

/// Breadth-first from node 0 over nodes where `through` holds.
struct Reach {
  std::vector<std::uint32_t> depth, parent, order;
  Reach(const PlayGraph& graph, const Truth& through) : depth(graph.rows.nodes(), none), parent(graph.rows.nodes(), none) {
    const Rows& rows = graph.rows;
    if (rows.nodes() == 0 || !through[0]) return;
    depth[0] = 0;
    order.push_back(0);
    for (std::size_t at = 0; at < order.size() && !graph.stop.stop_requested(); ++at)
      for (const std::uint32_t target : rows.row(order[at]))
        if (depth[target] == none && through[target]) {
          depth[target] = depth[order[at]] + 1;
          parent[target] = order[at];
          order.push_back(target);
        }
  }
  [[nodiscard]] std::vector<std::uint32_t> way(std::uint32_t node) const {
    std::vector<std::uint32_t> out;
    for (; node != none; node = parent[node]) out.push_back(node);
    std::reverse(out.begin(), out.end());
    return out;
  }
};

/// The subgraph of nodes where `inside` holds; nodes keep their numbers.
Rows restricted(const Rows& rows, const Truth& inside) {
  Rows out;
  out.first.reserve(rows.first.size());
  for (std::uint32_t node = 0; node < rows.nodes(); ++node) {
    if (inside[node])
      for (const std::uint32_t target : rows.row(node))
        if (inside[target]) out.targets.push_back(target);
    out.first.push_back(static_cast<std::uint32_t>(out.targets.size()));
  }
  return out;
}

/// Runs into cycles of nodes where `inside` holds, over nodes where `through` holds. With `must`, only cycles through a node where
/// that holds. The best of each component, or (most = 1) the best of all.
std::vector<Run> runs_into_cycles(const PlayGraph& graph, const Truth& through, const Truth& inside, const Truth* must,
                                  std::size_t most) {
  const Reach reach(graph, through);
  Truth live = inside;
  for (std::size_t i = 0; i < live.size(); ++i) live[i] &= reach.depth[i] != none;
  const Rows rows = restricted(graph.rows, live);
  const Components parts = components(rows, graph.stop);
  if (graph.stop.stop_requested()) return {};
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> groups;
  for (const std::uint32_t c : nontrivial(rows, parts)) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> group;
    for (const std::uint32_t node : parts.members(c))
      if (live[node] && (!must || (*must)[node])) group.emplace_back(reach.depth[node], node);
    if (group.empty()) continue;
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  std::sort(groups.begin(), groups.end());
  if (most == 1 && !groups.empty()) {
    for (std::size_t i = 1; i < groups.size(); ++i) groups[0].insert(groups[0].end(), groups[i].begin(), groups[i].end());
    std::sort(groups[0].begin(), groups[0].end());
    groups.resize(1);
  }
  std::vector<Run> out;
  for (const auto& group : groups) {
    if (out.size() == most) break;
    if (const auto lasso = shortest_lasso(rows, parts.of, group)) out.push_back({reach.way(lasso->entry), lasso->cycle});
  }
  return out;
}

/// Runs to nodes where `goal` holds, over nodes where `through` holds; their continuation does not matter.
std::vector<Run> runs_to(const PlayGraph& graph, const Truth& through, const Truth& goal, std::size_t most) {
  const Reach reach(graph, through);
  std::vector<Run> out;
  for (const std::uint32_t node : reach.order) {
    if (out.size() == most) break;
    if (goal[node]) out.push_back({reach.way(node), {}});
  }
  return out;
}

// ---------------------------------------------------------------------------------------------- games

/// The attractor: nodes from which `seat` (or, with `against`, all others together) can force play into `goal` without leaving
/// `allowed`.
Truth attractor(const PlayGraph& graph, const Rows& back, const Truth& goal, const Truth& allowed, Seat seat, bool against,
                std::vector<std::uint32_t>* choice) {
  const std::uint32_t nodes = graph.rows.nodes();
  Truth in(nodes, 0);
  std::vector<std::uint32_t> left(nodes), queue;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    left[node] = static_cast<std::uint32_t>(graph.rows.row(node).size());
    if (goal[node] && allowed[node]) {
      in[node] = 1;
      queue.push_back(node);
    }
  }
  for (std::size_t at = 0; at < queue.size() && !graph.stop.stop_requested(); ++at)
    for (const std::uint32_t node : back.row(queue[at])) {
      if (in[node] || !allowed[node]) continue;
      const bool chooses = (graph.turn[node] == seat) != against && graph.turn[node] >= 0;
      --left[node];
      if (!chooses && left[node] != 0) continue;
      in[node] = 1;
      if (choice && chooses) (*choice)[node] = queue[at];
      queue.push_back(node);
    }
  return in;
}

Rows reversed(const Rows& rows) {
  Rows out;
  out.first.assign(rows.nodes() + 1, 0);
  for (const std::uint32_t target : rows.targets) ++out.first[target + 1];
  for (std::uint32_t i = 0; i < rows.nodes(); ++i) out.first[i + 1] += out.first[i];
  out.targets.resize(rows.targets.size());
  std::vector<std::uint32_t> at(out.first.begin(), out.first.end() - 1);
  for (std::uint32_t node = 0; node < rows.nodes(); ++node)
    for (const std::uint32_t target : rows.row(node)) out.targets[at[target]++] = node;
  return out;
}

}  // namespace

Result<Property> read_property(std::string_view text, const std::function<Result<Truth>(std::string_view)>& predicate) {
  std::string spelt(text);
  if (text == "ends") spelt = "eventually over";
  if (text == "passes-turn") spelt = "never endless";
  auto out = PropertyReader(spelt, predicate).read();
  if (out) out->text = spelt;
  return out;
}

std::vector<Run> counterexamples(const PlayGraph& graph, const Property& property, std::size_t most) {
  const Truth everywhere(graph.rows.nodes(), 1);
  const Truth not_p = negated(property.p);
  switch (property.kind) {
    case Property::Kind::eventually: return runs_into_cycles(graph, not_p, not_p, nullptr, most);
    case Property::Kind::always: return runs_to(graph, everywhere, not_p, most);
    case Property::Kind::again: return runs_into_cycles(graph, everywhere, not_p, nullptr, most);
    case Property::Kind::settles: return runs_into_cycles(graph, everywhere, everywhere, &not_p, most);
    case Property::Kind::until: break;
  }
  const Truth not_q = negated(property.q);
  Truth neither = not_p, waiting = not_q;
  for (std::size_t i = 0; i < neither.size(); ++i) {
    neither[i] &= not_q[i];
    waiting[i] &= property.p[i];
  }
  auto out = runs_to(graph, not_q, neither, most);
  const auto cycles = runs_into_cycles(graph, waiting, waiting, nullptr, most);
  out.insert(out.end(), cycles.begin(), cycles.end());
  std::stable_sort(out.begin(), out.end(), [](const Run& a, const Run& b) { return a.nodes.size() < b.nodes.size(); });
  if (out.size() > most) out.resize(most);
  return out;
}

std::optional<Run> counterexample(const PlayGraph& graph, const Property& property) {
  auto found = counterexamples(graph, property, 1);
  if (found.empty()) return std::nullopt;
  return std::move(found[0]);
}

Strategy synthesise(const PlayGraph& graph, const Property& property, Seat seat) {
  const Rows back = reversed(graph.rows);
  const std::uint32_t nodes = graph.rows.nodes();
  const Truth everywhere(nodes, 1);
  Strategy out;
  out.choice.assign(nodes, Strategy::none);
  Truth wins;
  // Chooses a successor inside `region` for nodes without a choice.
  auto stay = [&](const Truth& region) {
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!region[node] || graph.turn[node] != seat || out.choice[node] != Strategy::none) continue;
      for (const std::uint32_t target : graph.rows.row(node))
        if (region[target]) {
          out.choice[node] = target;
          break;
        }
    }
  };
  switch (property.kind) {
    case Property::Kind::eventually: wins = attractor(graph, back, property.p, everywhere, seat, false, &out.choice); break;
    case Property::Kind::until: {
      Truth allowed = property.p;
      for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i] |= property.q[i];
      wins = attractor(graph, back, property.q, allowed, seat, false, &out.choice);
      break;
    }
    case Property::Kind::always:
      wins = negated(attractor(graph, back, negated(property.p), everywhere, seat, true, nullptr));
      stay(wins);
      break;
    case Property::Kind::again:
      // Shrink the goal until the seat can return to a goal from every remaining goal.
      for (Truth goal = property.p; !graph.stop.stop_requested();) {
        out.choice.assign(nodes, Strategy::none);
        wins = attractor(graph, back, goal, everywhere, seat, false, &out.choice);
        Truth kept = goal;
        for (std::uint32_t node = 0; node < nodes; ++node) {
          if (!goal[node]) continue;
          const auto row = graph.rows.row(node);
          auto winning = [&](std::uint32_t target) { return wins[target] != 0; };
          kept[node] = graph.turn[node] == seat ? std::any_of(row.begin(), row.end(), winning)
                                                : std::all_of(row.begin(), row.end(), winning);
        }
        if (kept == goal) break;
        goal = std::move(kept);
      }
      stay(wins);
      break;
    case Property::Kind::settles: {
      // Grow the region where the seat can keep P for ever, or until play enters a region already won.
      wins.assign(nodes, 0);
      while (!graph.stop.stop_requested()) {
        Truth safe = property.p;
        for (std::uint32_t node = 0; node < nodes; ++node) safe[node] |= wins[node];
        const Truth lost = attractor(graph, back, negated(safe), negated(wins), seat, true, nullptr);
        Truth core = wins;
        for (std::uint32_t node = 0; node < nodes; ++node) core[node] |= safe[node] && !lost[node];
        Truth fresh = core;
        for (std::uint32_t node = 0; node < nodes; ++node) fresh[node] &= !wins[node];
        stay(core);
        std::vector<std::uint32_t> towards(nodes, Strategy::none);
        Truth grown = attractor(graph, back, core, everywhere, seat, false, &towards);
        for (std::uint32_t node = 0; node < nodes; ++node)
          if (grown[node] && !core[node] && towards[node] != Strategy::none) out.choice[node] = towards[node];
        if (grown == wins) break;
        wins = std::move(grown);
      }
      break;
    }
  }
  if (graph.stop.stop_requested()) return out;
  // At a goal the choice no longer matters, but the strategy needs one.
  for (std::uint32_t node = 0; node < nodes; ++node) {
    out.positions += wins[node];
    if (!wins[node])
      out.choice[node] = Strategy::none;
    else if (graph.turn[node] == seat && out.choice[node] == Strategy::none)
      out.choice[node] = graph.rows.row(node)[0];
  }
  out.wins = wins[0];
  return out;
}

PlayGraph follow(const PlayGraph& graph, const Strategy& strategy, Seat seat, std::vector<std::uint32_t>& number) {
  PlayGraph out;
  std::vector<std::uint32_t> id(graph.rows.nodes(), none);
  number.assign(1, 0);
  id[0] = 0;
  auto reach = [&](std::uint32_t target) {
    if (id[target] == none) {
      id[target] = static_cast<std::uint32_t>(number.size());
      number.push_back(target);
    }
    out.rows.targets.push_back(id[target]);
  };
  for (std::size_t at = 0; at < number.size(); ++at) {
    const std::uint32_t node = number[at];
    out.turn.push_back(graph.turn[node]);
    if (graph.turn[node] == seat && strategy.choice[node] != Strategy::none)
      reach(strategy.choice[node]);
    else
      for (const std::uint32_t target : graph.rows.row(node)) reach(target);
    out.rows.first.push_back(static_cast<std::uint32_t>(out.rows.targets.size()));
  }
  return out;
}

}  // namespace banmen
