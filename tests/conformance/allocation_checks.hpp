// Playout and perft don't allocate in their loops.
#pragma once

#include "conformance/allocations.hpp"
#include "conformance/walk.hpp"
#include "parameter_sets.hpp"
#include "search/playout.hpp"
#include "solve/perft.hpp"

namespace banmen::tests {

template <Game G>
void loops_do_not_allocate(const G& g, const ParameterSet& set) {
  if (set.allocates) return;
  if (!allocations_are_counted) GTEST_SKIP() << "the sanitizers bring their own operator new";
  const std::uint64_t before_any = allocations();
  PlayoutWorker<G> playouts(g, g.initial(), 1, 2000);
  ASSERT_GT(allocations(), before_any) << "the counter does not count";
  const std::uint64_t before = allocations();
  playouts(0, 50);
  EXPECT_EQ(allocations() - before, 0u) << "in fifty random games";

  // A cheap depth: the loop is the same at every depth.
  int depth = 2;
  for (std::uint64_t size = g.move_capacity(); depth < 4 && size * g.move_capacity() < 200'000; size *= g.move_capacity()) ++depth;
  Perft<G> perft(g, depth, {});
  const auto start = g.initial();
  const std::uint64_t before_perft = allocations();
  perft.count(start, 0);
  EXPECT_EQ(allocations() - before_perft, 0u) << "in perft to depth " << depth;
  EXPECT_GT(perft.reached[1], 0u);
}

}  // namespace banmen::tests
