// Tests the suite itself: a complete game with every capability passes, and a game with a single fault fails the corresponding
// check.
#include <gtest/gtest-spi.h>

#include "conformance/conformance.hpp"
#include "core/text.hpp"

namespace banmen::tests {
namespace {

enum class Fault {
  none,
  seat_out_of_range,
  duplicate_move,
  too_many_moves,
  moves_at_the_end,
  forgetful_play,
  cleared_list,
  poor_hash,
  uneven_payoff,
  poor_position_text,
  poor_move_text,
  accepts_all,
  empty_refusal,
  biased_sample,
  wrong_count,
  wrong_image,
  wrong_seat_image,
  wrong_rank,
  growing_tier,
  broken_undo,
  missing_stage,
  extra_stage,
  wrong_staged_count,
  pass_beside_moves,
  endless_goes_on,
  wrong_weight,
  allocates
};

/// Take one to three from a heap; before each move a coin decides whether a second round follows. Taking the last one wins.
template <Fault F>
struct Heap {
  static constexpr int max_players = 2;
  static constexpr std::uint8_t start = 12;

  struct Position {
    std::uint8_t left = start;
    std::uint8_t mover = 0;
    std::uint8_t tossed = 1;  // 0: the coin comes first
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t take;  // 0 at the coin
    std::uint8_t coin;  // 1, 2
    bool operator==(const Move&) const = default;
  };
  struct Board {
    std::vector<Position> path;
  };

  static int players() { return 2; }
  static Position initial() { return {}; }
  static std::uint32_t move_capacity() { return 3; }
  static Seat turn(const Position& p) {
    if (p.left == 0) return over;
    if (F == Fault::seat_out_of_range && p.left == 5) return 2;
    return p.tossed ? static_cast<Seat>(p.mover) : chance;
  }
  static void moves(const Position& p, MoveList<Move>& list) {
    if constexpr (F == Fault::cleared_list) list.clear();
    if (p.left == 0) {
      if (F == Fault::moves_at_the_end) list.push({1, 0});
      return;
    }
    if (!p.tossed) {
      list.push({0, 1});
      list.push({0, 2});
      return;
    }
    for (std::uint8_t take = 1; take <= std::min<int>(3, p.left); ++take) list.push({take, 0});
    if (F == Fault::duplicate_move && p.left == 2) list.push({2, 0});
    if (F == Fault::too_many_moves && p.left == 9) list.push({4, 0});
  }
  Gains<2> play(Position& p, Move m) const {
    if constexpr (F == Fault::allocates) ::operator delete(::operator new(8));
    if (!p.tossed) {
      p.tossed = 1;
      return {};
    }
    static std::uint8_t calls = 0;
    p.left = static_cast<std::uint8_t>(p.left - m.take);
    p.mover ^= F == Fault::forgetful_play ? ++calls & 1 : 1;
    if (F == Fault::growing_tier && p.left == 3) p.left = 11;
    p.tossed = p.left % 4 == 0 ? 0 : 1;
    if (p.left == 0) p.tossed = 1;
    return {};
  }
  static Gains<2> payoff(const Position& p) {
    Gains<2> out{-1, -1};
    out[1 - p.mover] = F == Fault::uneven_payoff ? 2 : 1;
    return out;
  }
  static std::uint64_t hash(const Position& p) { return F == Fault::poor_hash ? p.left : hash_bytes(p); }

  static std::string text(const Position& p) {
    return std::to_string(p.left) + (p.mover != 0 && F != Fault::poor_position_text ? "b" : "a") + (p.tossed ? "" : "?");
  }
  static std::string text(const Position&, Move m) {
    if (m.take == 0) return m.coin == 1 ? "heads" : "tails";
    return std::to_string(F == Fault::poor_move_text && m.take == 3 ? 2 : m.take);
  }
  static Result<Position> read_position(std::string_view text) {
    if (F == Fault::empty_refusal) return fail("");
    Reader reader(text);
    const auto left = reader.number(start);
    const bool a = left && reader.take('a'), b = left && !a && reader.take('b');
    const bool coin = reader.take('?');
    if (F == Fault::accepts_all) return Position{static_cast<std::uint8_t>(left.value_or(1)), b, 1};
    if ((!a && !b) || !reader.done() || (coin && (*left % 4 != 0 || *left == 0 || *left == start))) return fail("no heap");
    return Position{static_cast<std::uint8_t>(*left), b, !coin};
  }
  static Result<Move> read_move(const Position&, std::string_view text) {
    if (text == "heads") return Move{0, 1};
    if (text == "tails") return Move{0, 2};
    if (text.size() != 1 || text[0] < '1' || text[0] > '3') return fail("no move");
    return Move{static_cast<std::uint8_t>(text[0] - '0'), 0};
  }
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  static std::string_view id() { return "heap"; }
  static std::string_view title() { return "Heap"; }
  static std::vector<Parameter> parameters() { return {}; }
  static Result<Heap> make(const Values&) { return Heap{}; }

  static std::uint32_t weight(const Position&, Move m) { return m.coin; }
  static std::uint32_t total_weight(const Position&) { return F == Fault::wrong_weight ? 4 : 3; }
  static bool endless(const Position& p, Move) { return F == Fault::endless_goes_on && p.left == 7; }
  static Gains<2> forever() { return {}; }
  static bool is_pass(Move m) { return F == Fault::pass_beside_moves && m.take == 3; }

  static std::uint32_t count(const Position& p) {
    return std::min<std::uint32_t>(3, p.left) + (F == Fault::wrong_count && p.left == 2 ? 1 : 0);
  }
  static Sample<Move> sample(const Position& p, Random& random) {
    const std::uint32_t n = std::min<std::uint32_t>(3, p.left);
    if (n == 0) return {};
    const std::uint32_t k = F == Fault::biased_sample ? std::min(random.below(n + 1), n - 1) : random.below(n);
    return {{static_cast<std::uint8_t>(k + 1), 0}, n};
  }

  static int symmetries() { return 2; }
  static Position image(std::uint8_t s, Position p) {
    p.mover ^= s;
    if (F == Fault::wrong_image && s == 1 && p.left == 6) p.left = 5;
    return p;
  }
  static Move image(std::uint8_t, Move m) { return m; }
  static Seat image_seat(std::uint8_t s, Seat seat) { return F == Fault::wrong_seat_image ? seat : static_cast<Seat>(seat ^ s); }
  static Canonical<Position> canonical(const Position& p) { return {image(p.mover, p), p.mover}; }

  // Tiers by the number left; it determines the coin of a position, except at the start, which is not indexed.
  static std::uint32_t tiers() { return start; }
  static std::uint32_t tier(const Position& p) { return p.left; }
  static std::uint64_t tier_size(std::uint32_t tier) { return tier % 4 == 0 && tier != 0 ? 4 : 2; }
  static std::uint64_t rank(const Position& p) {
    const bool coin = p.left % 4 == 0 && p.left != 0;
    return F == Fault::wrong_rank && p.left == 6 ? 0 : static_cast<std::uint64_t>(p.mover + (coin ? 2 * p.tossed : 0));
  }
  static Position unrank(std::uint32_t tier, std::uint64_t rank) {
    const bool coin = tier % 4 == 0 && tier != 0;
    return {static_cast<std::uint8_t>(tier), static_cast<std::uint8_t>(rank & 1), static_cast<std::uint8_t>(coin ? rank >> 1 : 1)};
  }

  static Board board(const Position& p) { return {{p}}; }
  static Position position(const Board& b) { return b.path.back(); }
  static Seat turn(const Board& b) { return turn(b.path.back()); }
  static std::uint32_t count(const Board& b) { return count(b.path.back()); }
  static Sample<Move> sample(const Board& b, Random& random) { return sample(b.path.back(), random); }
  static Gains<2> payoff(const Board& b) { return payoff(b.path.back()); }
  static void moves(const Board& b, MoveList<Move>& list) { moves(b.path.back(), list); }
  Gains<2> play(Board& b, Move m) const {
    b.path.push_back(b.path.back());
    return play(b.path.back(), m);
  }
  static void undo(Board& b) {
    b.path.pop_back();
    if (F == Fault::broken_undo && b.path.back().left == 9) b.path.back().mover ^= 1;
  }

  /// Stages: whether to take more than one, then the number.
  Sample<Move> sample_staged(const Position& p, Random& random, bool counted) const {
    const std::uint32_t all = count(p);
    if (all == 0) return {};
    const bool more = all > 1 && F != Fault::missing_stage && random.below(2) == 1;
    const std::uint32_t most = F == Fault::extra_stage ? 3 : all;
    return {{static_cast<std::uint8_t>(more ? 2 + random.below(most - 1) : 1), 0},
            counted && F != Fault::wrong_staged_count ? all : 1};
  }
};

static_assert(require_native_game<Heap<Fault::none>>());
static_assert(ChanceGame<Heap<Fault::none>> && LoopyGame<Heap<Fault::none>> && PassGame<Heap<Fault::none>> &&
              SampledGame<Heap<Fault::none>> && SymmetricGame<Heap<Fault::none>> && IndexedGame<Heap<Fault::none>> &&
              UndoGame<Heap<Fault::none>> && StagedGame<Heap<Fault::none>>);

template <Fault F>
bool passes(void (*check)(const Heap<F>&, const ParameterSet&)) {
  ::testing::TestPartResultArray found;
  {
    ::testing::ScopedFakeTestPartResultReporter listen(::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &found);
    check(Heap<F>{}, {"heap", true});
  }
  for (int i = 0; i < found.size(); ++i)
    if (found.GetTestPartResult(i).failed()) return false;
  return true;
}

#define SOUND(check) EXPECT_TRUE(passes<Fault::none>(check<Heap<Fault::none>>)) << #check " fails on a sound game"
#define FOUND(fault, check) EXPECT_FALSE(passes<Fault::fault>(check<Heap<Fault::fault>>)) << #check " does not see " #fault

TEST(ConformanceSelf, ASoundGamePasses) {
  SOUND(seats_are_in_range);
  SOUND(legal_moves_are_distinct_and_playable);
  SOUND(move_lists_are_appended_to);
  SOUND(hashes_tell_positions_apart);
  SOUND(payoffs_fit);
  SOUND(positions_are_read_back);
  SOUND(moves_are_read_back);
  SOUND(broken_positions_are_refused);
  SOUND(broken_moves_are_refused);
  SOUND(samples_are_uniform);
  SOUND(weights_add_up);
  SOUND(endless_moves_end_the_game);
  SOUND(passes_are_forced);
  SOUND(symmetries_commute_with_play);
  SOUND(index_is_a_bijection);
  SOUND(undo_agrees_with_play);
  SOUND(staged_draws_are_the_moves);
}

TEST(ConformanceSelf, EachFaultIsFound) {
  FOUND(seat_out_of_range, seats_are_in_range);
  FOUND(duplicate_move, legal_moves_are_distinct_and_playable);
  FOUND(too_many_moves, legal_moves_are_distinct_and_playable);
  FOUND(moves_at_the_end, legal_moves_are_distinct_and_playable);
  FOUND(forgetful_play, legal_moves_are_distinct_and_playable);
  FOUND(cleared_list, move_lists_are_appended_to);
  FOUND(poor_hash, hashes_tell_positions_apart);
  FOUND(uneven_payoff, payoffs_fit);
  FOUND(poor_position_text, positions_are_read_back);
  FOUND(poor_move_text, moves_are_read_back);
  FOUND(accepts_all, broken_positions_are_refused);
  FOUND(empty_refusal, broken_positions_are_refused);
  FOUND(biased_sample, samples_are_uniform);
  FOUND(wrong_count, samples_are_uniform);
  FOUND(wrong_weight, weights_add_up);
  FOUND(endless_goes_on, endless_moves_end_the_game);
  FOUND(pass_beside_moves, passes_are_forced);
  FOUND(wrong_image, symmetries_commute_with_play);
  FOUND(wrong_seat_image, symmetries_commute_with_play);
  FOUND(wrong_rank, index_is_a_bijection);
  FOUND(growing_tier, index_is_a_bijection);
  FOUND(broken_undo, undo_agrees_with_play);
  FOUND(missing_stage, staged_draws_are_the_moves);
  FOUND(extra_stage, staged_draws_are_the_moves);
  FOUND(wrong_staged_count, staged_draws_are_the_moves);
  if (allocations_are_counted) {
    SOUND(loops_do_not_allocate);
    FOUND(allocates, loops_do_not_allocate);
  }
}

}  // namespace
}  // namespace banmen::tests
