#include "rules/move_bound.hpp"

#include <algorithm>

namespace banmen::rules {
namespace {

using Op = Node::Op;
using Kind = Statement::Kind;

constexpr std::uint64_t beyond = most_moves + 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a == 0 || b == 0 ? 0 : a > beyond / b ? beyond : std::min(beyond, a * b);
}

class Bounds {
 public:
  explicit Bounds(const Rules& rules) : rules_(rules), grows_(rules.kinds.size()) {
    for (const Turn& turn : rules.turns)
      for (const Steps& block : turn.blocks) find_growth(block);
  }

  bool repeats = false;

  std::uint64_t of(const Steps& steps) {
    std::uint64_t moves = 1;
    for (const Step& step : steps) {
      switch (step.kind) {
        case Kind::choose:
        case Kind::place: moves = times(moves, options(step)); break;
        case Kind::among: moves = times(moves, step.kinds.size()); break;
        case Kind::either: {
          std::uint64_t sum = 0;
          for (const Steps& block : step.blocks) sum = std::min(beyond, sum + of(block));
          moves = times(moves, sum);
          break;
        }
        case Kind::condition: {
          std::uint64_t most = 1;
          for (const Steps& block : step.blocks) most = std::max(most, of(block));
          moves = times(moves, most);
          break;
        }
        case Kind::repeat: {
          repeats = true;
          moves = times(moves, of(step.blocks[0]));
          break;
        }
        default: break;
      }
    }
    return moves;
  }

 private:
  void find_growth(const Steps& steps) {
    for (const Step& step : steps) {
      if (step.kind == Kind::flip || step.piece == -2) std::fill(grows_.begin(), grows_.end(), true);
      if ((step.kind == Kind::put || step.kind == Kind::place) && step.piece >= 0)
        grows_[static_cast<std::size_t>(step.piece)] = true;
      for (const Steps& block : step.blocks) find_growth(block);
    }
  }

  std::uint64_t options(const Step& step) {
    if (step.type == Type::dirs) return directions(step.parts[0]);
    if (step.type == Type::number) {
      const Node &least = step.parts[0], &most = step.parts[1];
      if (least.op != Op::number) return 65'536;
      const long top = most.op == Op::number ? most.number : most.op == Op::stones ? rules_.all_stones : 65'535;
      return top < least.number ? 0 : static_cast<std::uint64_t>(top - least.number + 1);
    }
    return sites(step.parts[0]);
  }

  [[nodiscard]] std::uint64_t directions(const Node& node) const {
    const auto all = static_cast<std::uint64_t>(__builtin_popcount(rules_.board.all_directions()));
    if (node.index == -2) return all;
    switch (node.op) {
      case Op::dirs: return static_cast<std::uint64_t>(__builtin_popcountl(static_cast<unsigned long>(node.number)));
      case Op::facing: return 1;
      case Op::leading:
      case Op::reverse: return directions(node.parts[0]);
      default: return all;
    }
  }

  /// One site, whichever it is.
  static bool single(const Node& node) { return node.type == Type::site; }

  std::uint64_t sites(const Node& node) {
    const auto all = static_cast<std::uint64_t>(rules_.board.size());
    const auto part = [&](int i) -> const Node& { return node.parts[static_cast<std::size_t>(i)]; };
    switch (node.op) {
      case Op::slot: return node.type == Type::site ? 1 : all;
      case Op::last: return 1;
      case Op::fixed: {
        std::size_t most = 0;
        for (const Set& set : node.sets) most = std::max(most, set.count());
        return std::min<std::uint64_t>(all, most);
      }
      case Op::owned:
      case Op::kind: return std::min(all, pieces(node.index));
      case Op::intersect: return std::min(sites(part(0)), sites(part(1)));
      case Op::subtract: return sites(part(0));
      case Op::unite: return std::min(all, sites(part(0)) + sites(part(1)));
      case Op::choice: return std::max(sites(part(1)), node.parts.size() > 2 ? sites(part(2)) : 0);
      case Op::as_seat:
      case Op::those: return sites(part(0));
      case Op::let_in: return sites(part(1));
      case Op::near:
      case Op::jump: return single(part(0)) ? std::min(all, directions(part(1))) : all;
      case Op::leap: return single(part(0)) ? std::min<std::uint64_t>(all, 8) : all;
      case Op::at: return single(part(0)) ? std::min(all, directions(part(1))) : all;
      case Op::slide:
      case Op::ray: {
        if (!single(part(0))) return all;
        std::size_t most = 0;
        for (int s = 0; s < rules_.board.size(); ++s) {
          std::size_t reach = 0;
          for (const Board::Ray& ray : rules_.board.rays(s)) reach += ray.sites.size();
          most = std::max(most, reach);
        }
        return std::min<std::uint64_t>(all, most);
      }
      default: return all;
    }
  }

  /// Of a kind that is only ever moved and removed, a seat has as many as at the start.
  [[nodiscard]] std::uint64_t pieces(int kind) const {
    std::uint64_t most = 0;
    for (int side = -1; side < rules_.sides; ++side) {
      std::uint64_t here = 0;
      for (const std::int16_t code : rules_.start.piece)
        if (code >= 0 && (kind < 0 || rules_.codes[static_cast<std::size_t>(code)].kind == kind) &&
            rules_.codes[static_cast<std::size_t>(code)].side == side)
          ++here;
      most = std::max(most, here);
    }
    for (std::size_t k = 0; k < grows_.size(); ++k)
      if (grows_[k] && (kind < 0 || static_cast<std::size_t>(kind) == k) && rules_.kinds[k].owner != PieceKind::Owner::neutral)
        return beyond;
    return most;
  }

  const Rules& rules_;
  std::vector<bool> grows_;
};

}  // namespace

MoveBound move_bound(const Rules& rules) {
  MoveBound bound;
  Bounds bounds(rules);
  for (const Turn& turn : rules.turns) {
    bound.moves = std::max(bound.moves, static_cast<std::uint64_t>(turn.roll));
    for (const Steps& block : turn.blocks) bound.moves = std::max(bound.moves, bounds.of(block));
  }
  bound.repeats = bounds.repeats;
  return bound;
}

}  // namespace banmen::rules
