// Checks the contract of each capability in core/capabilities.hpp on the games that claim it.
#pragma once

#include <deque>

#include "conformance/walk.hpp"
#include "parameter_sets.hpp"

namespace banmen::tests {

template <ChanceGame G>
void weights_add_up(const G& g, const ParameterSet&) {
  std::uint64_t seen = 0;
  walk(g, effort(20000), [&](const Visit<G>& at) {
    if (g.turn(at.position) != chance) return;
    ++seen;
    std::uint64_t sum = 0;
    for (const auto& m : at.moves) {
      EXPECT_GT(g.weight(at.position, m), 0u) << "an outcome that can't happen is listed at " << g.text(at.position);
      sum += g.weight(at.position, m);
    }
    EXPECT_EQ(sum, g.total_weight(at.position)) << g.text(at.position);
  });
  EXPECT_GT(seen, 0u) << "chance never acts";
}

template <LoopyGame G>
void endless_moves_end_the_game(const G& g, const ParameterSet&) {
  Moves<G> generator(g);
  for (int seat = g.players(); seat < G::max_players; ++seat) EXPECT_EQ(g.forever()[static_cast<std::size_t>(seat)], 0);
  walk(g, effort(20000), [&](const Visit<G>& at) {
    if (g.turn(at.position) == chance) return;
    for (const auto& m : at.moves) {
      if (!g.endless(at.position, m)) continue;
      auto next = at.position;
      g.play(next, m);
      EXPECT_EQ(g.turn(next), over) << g.text(at.position, m) << " never ends, yet play goes on after it at "
                                    << g.text(at.position);
      EXPECT_TRUE(generator.at(g, next).empty());
    }
  });
}

template <PassGame G>
void passes_are_forced(const G& g, const ParameterSet&) {
  walk(g, effort(40000), [&](const Visit<G>& at) {
    for (const auto& m : at.moves)
      if (g.is_pass(m)) {
        EXPECT_EQ(at.moves.size(), 1u) << "a pass beside other moves at " << g.text(at.position);
      }
  });
}

/// The image of a game under each symmetry is the same game.
/// The image of a move at p under a symmetry.
template <SymmetricGame G>
typename G::Move image_of(const G& g, std::uint8_t symmetry, const typename G::Position& p, typename G::Move m) {
  if constexpr (requires { g.image(symmetry, p, m); })
    return g.image(symmetry, p, m);
  else
    return g.image(symmetry, m);
}

template <SymmetricGame G>
void symmetries_commute_with_play(const G& g, const ParameterSet&) {
  Moves<G> generator(g);
  auto turned = [&](std::uint8_t s, const GainsOf<G>& gains) {
    GainsOf<G> out{};
    for (Seat seat = 0; seat < g.players(); ++seat)
      out[static_cast<std::size_t>(g.image_seat(s, seat))] = gains[static_cast<std::size_t>(seat)];
    return out;
  };
  ASSERT_GE(g.symmetries(), 1);
  for (int s = 0; s < g.symmetries(); ++s) {
    std::vector<bool> hit(static_cast<std::size_t>(g.players()));
    for (Seat seat = 0; seat < g.players(); ++seat) {
      const Seat image = g.image_seat(static_cast<std::uint8_t>(s), seat);
      ASSERT_TRUE(image >= 0 && image < g.players());
      EXPECT_FALSE(hit[static_cast<std::size_t>(image)]) << "symmetry " << s << " sends two seats to one";
      hit[static_cast<std::size_t>(image)] = true;
      if (s == 0) {
        EXPECT_EQ(image, seat) << "symmetry 0 is not the identity";
      }
    }
  }
  walk(g, effort(6000), [&](const Visit<G>& at) {
    const auto& p = at.position;
    EXPECT_EQ(raw_bytes(g.image(0, p)), raw_bytes(p)) << "symmetry 0 is not the identity";
    const auto canonical = g.canonical(p);
    ASSERT_LT(canonical.symmetry, g.symmetries());
    EXPECT_EQ(raw_bytes(g.image(canonical.symmetry, p)), raw_bytes(canonical.position)) << g.text(p);
    for (int i = 0; i < g.symmetries(); ++i) {
      const auto s = static_cast<std::uint8_t>(i);
      const std::string where = "symmetry " + std::to_string(i) + " at " + g.text(p);
      const auto q = g.image(s, p);
      EXPECT_EQ(raw_bytes(g.canonical(q).position), raw_bytes(canonical.position)) << "another canonical form: " << where;
      const Seat turn = g.turn(p);
      EXPECT_EQ(g.turn(q), turn < 0 ? turn : g.image_seat(s, turn)) << where;
      std::vector<typename G::Move> images;
      for (const auto& m : at.moves) images.push_back(image_of(g, s, p, m));
      ASSERT_EQ(sorted_bytes(generator.at(g, q)), sorted_bytes(images)) << "other moves: " << where;
      if (at.moves.empty()) {
        EXPECT_EQ(g.payoff(q), turned(s, g.payoff(p))) << "another payoff: " << where;
      }
      for (std::size_t k = 0; k < at.moves.size(); ++k) {
        auto next = p, image = q;
        const auto gains = turned(s, g.play(next, at.moves[k]));
        EXPECT_EQ(g.play(image, images[k]), gains) << "another gain: " << where;
        EXPECT_EQ(raw_bytes(g.image(s, next)), raw_bytes(image)) << g.text(p, at.moves[k]) << " leads elsewhere: " << where;
        if constexpr (ChanceGame<G>)
          if (turn == chance) {
            EXPECT_EQ(g.weight(q, images[k]), g.weight(p, at.moves[k])) << "another weight: " << where;
          }
      }
    }
  });
}

/// Unranks indices (all of a small set) to positions, ranks them again, and follows every move.
template <IndexedGame G>
void index_is_a_bijection(const G& g, const ParameterSet&) {
  Moves<G> generator(g);
  const std::uint32_t tiers = g.tiers();
  ASSERT_GT(tiers, 0u);
  auto expect_there_and_back = [&](const typename G::Position& p, std::uint32_t most_tier) {
    const std::uint32_t tier = g.tier(p);
    ASSERT_LT(tier, tiers);
    EXPECT_LE(tier, most_tier) << "a move leads to a larger tier, at " << g.text(p);
    // A tier that exceeds 64 bits reports the largest number; its ranks are meaningless.
    if (g.tier_size(tier) == ~std::uint64_t{0}) return;
    const std::uint64_t rank = g.rank(p);
    ASSERT_LT(rank, g.tier_size(tier)) << g.text(p);
    EXPECT_EQ(raw_bytes(g.unrank(tier, rank)), raw_bytes(p)) << "tier " << tier << " rank " << rank << " " << g.text(p);
  };
  auto check = [&](std::uint32_t tier, std::uint64_t rank) {
    const auto p = g.unrank(tier, rank);
    EXPECT_EQ(g.tier(p), tier) << g.text(p);
    EXPECT_EQ(g.rank(p), rank) << g.text(p);
    for (const auto& m : generator.at(g, p)) {
      // An endless move leaves the board as it was, marked as over: the index covers the board, not the mark.
      if constexpr (LoopyGame<G>) {
        if (g.endless(p, m)) continue;
      }
      auto next = p;
      g.play(next, m);
      expect_there_and_back(next, tier);
    }
  };
  const std::uint64_t each = std::max<std::uint64_t>(1, effort(4000) / tiers);
  for (std::uint32_t tier = 0; tier < tiers && !::testing::Test::HasFailure(); tier += 1 + tiers / 4000) {
    const std::uint64_t size = g.tier_size(tier);
    Random random(3, tier);
    for (std::uint64_t i = 0; i < std::min(size, each); ++i) check(tier, size <= each ? i : random.word64() % size);
    if (size > 0) check(tier, size - 1);
  }
}

template <UndoGame G>
void undo_agrees_with_play(const G& g, const ParameterSet&) {
  std::vector<typename G::Move> storage(2 * static_cast<std::size_t>(g.move_capacity()) + 1024);
  auto moves = [&](auto& board) {
    MoveList<typename G::Move> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
    g.moves(board, list);
    return std::vector<typename G::Move>(list.begin(), list.end());
  };
  for (std::uint64_t game = 0; game < effort(12) && !::testing::Test::HasFailure(); ++game) {
    Random random(11, game);
    std::deque<typename G::Position> path{g.initial()};
    auto board = g.board(path.back());
    for (int ply = 0; ply < 300; ++ply) {
      const auto legal = moves(path.back());
      ASSERT_EQ(moves(board), legal) << g.text(path.back());
      if (legal.empty()) break;
      // Plays and undoes a few moves, as a search would do.
      for (int i = 0; i < 3; ++i) {
        const auto tried = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
        auto next = path.back();
        const auto gains = g.play(next, tried);
        EXPECT_EQ(g.play(board, tried), gains) << g.text(path.back());
        EXPECT_EQ(raw_bytes(g.position(board)), raw_bytes(next)) << g.text(path.back(), tried) << " at " << g.text(path.back());
        g.undo(board);
        EXPECT_EQ(raw_bytes(g.position(board)), raw_bytes(path.back())) << "undo of " << g.text(path.back(), tried);
      }
      const auto m = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
      path.push_back(path.back());
      g.play(path.back(), m);
      g.play(board, m);
    }
    while (path.size() > 1) {
      path.pop_back();
      g.undo(board);
      ASSERT_EQ(raw_bytes(g.position(board)), raw_bytes(path.back()));
      EXPECT_EQ(moves(board), moves(path.back()));
    }
  }
}

/// Moves drawn in stages are exactly the legal moves, and the count is right if requested.
template <StagedGame G>
void staged_draws_are_the_moves(const G& g, const ParameterSet&) {
  std::uint64_t draw = 0;
  walk(g, effort(10000), [&](const Visit<G>& at) {
    if (g.turn(at.position) == chance) return;
    Random random(17, draw++);
    const auto is_move = [&](const auto& m) { return std::find(at.moves.begin(), at.moves.end(), m) != at.moves.end(); };
    const auto counted = g.sample_staged(at.position, random, true);
    EXPECT_EQ(counted.count, at.moves.size()) << g.text(at.position);
    const auto uncounted = g.sample_staged(at.position, random, false);
    EXPECT_EQ(uncounted.count == 0, at.moves.empty()) << g.text(at.position);
    if (at.moves.empty()) return;
    EXPECT_TRUE(is_move(counted.move)) << g.text(at.position);
    EXPECT_TRUE(is_move(uncounted.move)) << g.text(at.position);
    // Each of eight moves is drawn at least once in 64 samples, if it takes two stages.
    if (at.moves.size() > 8) return;
    std::vector<typename G::Move> drawn;
    for (int i = 0; i < 2000 && drawn.size() < at.moves.size(); ++i) {
      const auto m = g.sample_staged(at.position, random, false).move;
      ASSERT_TRUE(is_move(m)) << g.text(at.position);
      if (std::find(drawn.begin(), drawn.end(), m) == drawn.end()) drawn.push_back(m);
    }
    EXPECT_EQ(drawn.size(), at.moves.size()) << "a move is never drawn at " << g.text(at.position);
  });
}

}  // namespace banmen::tests
