#include "core/scene.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace banmen::scene {
namespace {

auto order_of(const Piece& p) { return std::tie(p.at, p.kind, p.seat, p.face, p.value, p.count, p.turn, p.strokes, p.used); }

Piece* piece_at(Scene& scene, const Place& at) {
  const auto found = std::find_if(scene.pieces.rbegin(), scene.pieces.rend(), [&](const Piece& p) { return p.at == at; });
  return found == scene.pieces.rend() ? nullptr : &*found;
}

void add(Scene& scene, Piece piece) {
  if (piece.count) {
    if (*piece.count == 0) return;
    for (Piece& heap : scene.pieces)
      if (heap.count && heap.at == piece.at && heap.kind == piece.kind && heap.seat == piece.seat && heap.face == piece.face) {
        *heap.count += *piece.count;
        return;
      }
  }
  scene.pieces.push_back(std::move(piece));
}

/// Removes `count` of the heap, or the piece.
std::optional<Piece> lift(Scene& scene, const Place& at, std::optional<int> count) {
  Piece* piece = piece_at(scene, at);
  if (!piece) return std::nullopt;
  Piece lifted = *piece;
  if (piece->count && count && *count < *piece->count) {
    *piece->count -= *count;
    lifted.count = *count;
  } else {
    scene.pieces.erase(scene.pieces.begin() + (piece - scene.pieces.data()));
  }
  return lifted;
}

void put_down(Scene& scene, std::optional<Piece> piece, const Place& at) {
  if (!piece) return;
  piece->at = at;
  add(scene, std::move(*piece));
}

struct Doer {
  Scene& scene;

  void operator()(const step::Move& s) { put_down(scene, lift(scene, s.from, 1), s.to); }
  void operator()(const step::Put& s) { add(scene, s.piece); }
  void operator()(const step::Take& s) {
    auto lifted = lift(scene, s.at, s.count);
    if (s.to) put_down(scene, std::move(lifted), *s.to);
  }
  void operator()(const step::Drop& s) {
    Piece stones;
    stones.kind = PieceKind::stones;
    stones.at = s.at;
    stones.count = s.count;
    add(scene, std::move(stones));
  }
  void operator()(const step::Sow& s) {
    const auto lifted = lift(scene, s.from, {});
    if (!lifted) return;
    for (const Place& place : s.over) {
      Piece stone = *lifted;
      stone.count = 1;
      put_down(scene, std::move(stone), place);
    }
  }
  void operator()(const step::Carry& s) {
    for (const Place& from : s.from) put_down(scene, lift(scene, from, {}), s.to);
  }
  void operator()(const step::Flip& s) {
    for (const Place& at : s.at)
      if (Piece* piece = piece_at(scene, at)) piece->seat = s.seat;
  }
  void operator()(const step::Turn& s) {
    if (Piece* piece = piece_at(scene, s.at)) piece->turn = s.turn;
  }
  void operator()(const step::Roll& s) {
    std::erase_if(scene.pieces, [](const Piece& p) { return p.kind == PieceKind::die; });
    for (const int value : s.values) {
      Piece die;
      die.kind = PieceKind::die;
      die.at = "dice";
      die.value = value;
      scene.pieces.push_back(std::move(die));
    }
  }
  void operator()(const step::Say&) {}
  void operator()(const step::Again&) {}
  void operator()(const step::MarkUp& s) {
    scene.marks = s.marks;
    scene.turn = s.turn;
    scene.banner = s.banner;
  }
  void operator()(const step::Set& s) { scene = s.scene; }
};

}  // namespace

void put_in_order(Scene& scene) {
  std::stable_sort(scene.pieces.begin(), scene.pieces.end(),
                   [](const Piece& a, const Piece& b) { return order_of(a) < order_of(b); });
}

Scene apply(Scene scene, const std::vector<Step>& steps) {
  for (const Step& step : steps) std::visit(Doer{scene}, step);
  put_in_order(scene);
  return scene;
}

namespace {

/// Builds the tree of sorted ways; `grow` handles those from `begin` to `end`, which share a prefix.
struct Grower {
  using Way = std::pair<std::vector<Pick>, std::string>;
  const std::vector<Way>& ways;
  std::size_t last_ask;
  Tree& tree;
  std::map<std::pair<std::size_t, std::vector<std::pair<Pick, std::variant<std::size_t, std::string>>>>, std::size_t> known = {};

  std::size_t grow(std::size_t begin, std::size_t end, std::size_t depth) {
    std::vector<std::pair<Pick, std::variant<std::size_t, std::string>>> picks;
    std::size_t at = begin;
    while (at < end && ways[at].first.size() == depth) {  // ways that end here while others continue
      const bool alone = at == begin && (at + 1 == end || ways[at + 1].first.size() > depth);
      picks.emplace_back(Pick::key(alone ? "done" : ways[at].second), ways[at].second);
      ++at;
    }
    while (at < end) {
      const Pick& pick = ways[at].first[depth];
      std::size_t after = at + 1;
      while (after < end && ways[after].first[depth] == pick) ++after;
      if (after == at + 1 && ways[at].first.size() == depth + 1)
        picks.emplace_back(pick, ways[at].second);
      else
        picks.emplace_back(pick, grow(at, after, depth + 1));
      at = after;
    }
    const std::size_t ask = std::min(depth, last_ask);
    const auto [entry, is_new] = known.try_emplace({ask, picks}, tree.nodes.size());
    if (is_new) {
      Tree::Node node{ask, {}};
      for (auto& [pick, next] : picks) node.picks.push_back({pick, next});
      tree.nodes.push_back(std::move(node));
    }
    return entry->second;
  }
};

}  // namespace

Tree TreeMaker::make() && {
  Tree tree;
  tree.asks = std::move(asks_);
  if (ways_.empty()) return tree;
  std::sort(ways_.begin(), ways_.end());
  ways_.erase(std::unique(ways_.begin(), ways_.end()), ways_.end());
  Grower grower{ways_, tree.asks.empty() ? 0 : tree.asks.size() - 1, tree};
  grower.grow(0, ways_.size(), 0);
  // Nodes were created bottom-up: reversed, the root comes first.
  std::reverse(tree.nodes.begin(), tree.nodes.end());
  for (Tree::Node& node : tree.nodes)
    for (Tree::Branch& branch : node.picks)
      if (auto* next = std::get_if<std::size_t>(&branch.next)) *next = tree.nodes.size() - 1 - *next;
  return tree;
}

namespace {

void collect(const Tree& tree, std::size_t node, std::vector<std::string>& moves) {
  for (const Tree::Branch& branch : tree.nodes[node].picks)
    if (const auto* next = std::get_if<std::size_t>(&branch.next))
      collect(tree, *next, moves);
    else
      moves.push_back(std::get<std::string>(branch.next));
}

}  // namespace

std::vector<std::string> leaves(const Choices& choices) {
  if (const auto* listed = std::get_if<Listed>(&choices)) return listed->moves;
  std::vector<std::string> moves;
  if (const auto* tree = std::get_if<Tree>(&choices)) {
    if (!tree->nodes.empty()) collect(*tree, 0, moves);
    return moves;
  }
  const auto& facets = std::get<Facets>(choices);
  const std::size_t parts = facets.facets.size();
  for (std::size_t at = 0; parts > 0 && at + parts <= facets.moves.size(); at += parts) {
    std::string move;
    for (std::size_t part = 0; part < parts; ++part) move += facets.facets[part].options[facets.moves[at + part]].text;
    moves.push_back(std::move(move));
  }
  return moves;
}

std::string grid_site(const Grid& grid, int column, int row) {
  return static_cast<char>('a' + column) + std::to_string(grid.a1_bottom ? grid.rows - row : row + 1);
}

Layout grid_layout(std::string_view game, std::string_view tone, Grid grid) {
  Layout layout;
  layout.game = game;
  layout.tone = tone;
  layout.view.bounds = {0, 0, static_cast<double>(grid.columns), static_cast<double>(grid.rows)};
  layout.grid = grid;
  return layout;
}

Mark last_mark(std::vector<Place> sites) {
  Mark mark;
  mark.kind = MarkKind::last;
  mark.sites = std::move(sites);
  return mark;
}

step::MarkUp marked_as(const Scene& after) { return {after.marks, after.turn, after.banner}; }

}  // namespace banmen::scene
