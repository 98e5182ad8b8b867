// One test suite for every game. Each game of cmake/games.cmake instantiates it in its own source (conformance.cpp.in); every check
// runs over all parameter sets of the game in tests/parameter_sets.txt.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "conformance/allocation_checks.hpp"
#include "conformance/capability_checks.hpp"
#include "conformance/notation_checks.hpp"
#include "conformance/rules_checks.hpp"
#include "core/parameter.hpp"

namespace banmen::tests {

/// Several classes may share an id, each for some parameter values (cmake/games.cmake).
template <NativeGame G>
bool fits(const Values& values) {
  if constexpr (OneOfSeveral<G>)
    return G::fits(values);
  else
    return true;
}

template <NativeGame G>
class ConformanceTest : public ::testing::Test {
 public:
  using Check = void (*)(const G&, const ParameterSet&);

  explicit ConformanceTest(Check check) : check_(check) {}

  void TestBody() override {
    int checked = 0;
    for (const ParameterSet& set : parameter_sets_of(std::string(G::id()))) {
      SCOPED_TRACE(set.name);
      const auto name = read_name(set.name);
      ASSERT_TRUE(name) << name.error().message();
      const auto values = check_values(G::id(), G::parameters(), name->given);
      ASSERT_TRUE(values) << values.error().message();
      if (!fits<G>(*values)) continue;
      const auto g = G::make(*values);
      ASSERT_TRUE(g) << g.error().message();
      check_(*g, set);
      ++checked;
      if (HasFailure() || IsSkipped()) return;
    }
    EXPECT_GT(checked, 0) << "tests/parameter_sets.txt has no line for this class of " << G::id();
  }

 private:
  Check check_;
};

/// Registers the checks that apply to G: the general ones, and those of its capabilities.
template <NativeGame G>
bool register_conformance(const char* game) {
  const std::string suite = "Conformance_" + std::string(game);
  auto add = [&](const char* name, typename ConformanceTest<G>::Check check) {
    ::testing::RegisterTest(suite.c_str(), name, nullptr, nullptr, __FILE__, __LINE__,
                            [check]() -> ::testing::Test* { return new ConformanceTest<G>(check); });
  };
  add("SeatsAreInRange", seats_are_in_range<G>);
  add("LegalMovesAreDistinctAndPlayable", legal_moves_are_distinct_and_playable<G>);
  add("MoveListsAreAppendedTo", move_lists_are_appended_to<G>);
  add("HashesTellPositionsApart", hashes_tell_positions_apart<G>);
  add("PayoffsFit", payoffs_fit<G>);
  add("PositionsAreReadBack", positions_are_read_back<G>);
  add("MovesAreReadBack", moves_are_read_back<G>);
  add("BrokenPositionsAreRefused", broken_positions_are_refused<G>);
  add("BrokenMovesAreRefused", broken_moves_are_refused<G>);
  add("LoopsDoNotAllocate", loops_do_not_allocate<G>);
  if constexpr (SampledGame<G>) add("SamplesAreUniform", samples_are_uniform<G>);
  if constexpr (ChanceGame<G>) add("WeightsAddUp", weights_add_up<G>);
  if constexpr (LoopyGame<G>) add("EndlessMovesEndTheGame", endless_moves_end_the_game<G>);
  if constexpr (PassGame<G>) add("PassesAreForced", passes_are_forced<G>);
  if constexpr (SymmetricGame<G>) add("SymmetriesCommuteWithPlay", symmetries_commute_with_play<G>);
  if constexpr (IndexedGame<G>) add("IndexIsABijection", index_is_a_bijection<G>);
  if constexpr (UndoGame<G>) add("UndoAgreesWithPlay", undo_agrees_with_play<G>);
  if constexpr (StagedGame<G>) add("StagedDrawsAreTheMoves", staged_draws_are_the_moves<G>);
  if constexpr (DrawableGame<G>) add("PicturesHaveLines", pictures_have_lines<G>);
  return true;
}

}  // namespace banmen::tests
