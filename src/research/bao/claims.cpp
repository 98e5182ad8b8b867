// Tests of the paper's claims about endless play in Bao, over all boards up to a number of stones or over all positions.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/text.hpp"
#include "research/bao/marks.hpp"
#include "research/bao/reach.hpp"
#include "research/studies.hpp"

namespace banmen::bao {
namespace {

struct Claim {
  std::string id;
  std::string section;
  std::string text;          // the paper's statement
  std::string command;       // that reproduces it
  std::string verdict = {};  // "holds", "fails", "partly"
  std::string found = {};    // our result
  std::vector<std::string> counterexamples = {};
};

struct ClaimLimits {
  std::uint32_t stones = 16;             // maximum for boards of 4×2; other rings get four times that work
  std::uint64_t random_games = 20'000;   // for the frequency of endless moves
  std::uint64_t positions = 20'000'000;  // for the first repetition on 8×2
};

/// The maximum number of stones on a ring with at most four times as many boards as 4×2 has with `stones`.
std::uint32_t comparable_stones(std::uint32_t holes, std::uint32_t stones) {
  const std::uint64_t work = 4 * boards(8, std::min(stones, 60U));
  std::uint32_t most = 1;
  while (most < 60 && boards(holes, most + 1) <= work) ++most;
  return std::max(most, 2U);
}

class Tester {
 public:
  Tester(const ClaimLimits& limits, const Control& control) : limits_(limits), control_(control) {
    const Bao g = Bao::plain(4);
    four_ = reachable_loops(g, {}, control);
    types_ = all_loops(8, limits.stones, control);
  }

  Claim kinds() const {
    const Components cycles = repetition_components(Bao::plain(4), 1'000'000, control_);
    const std::size_t loops = four_.loops.size();
    Claim c{"kinds", "4.1", "4x2: 17 never-terminating kinds from the start, 12 of them loops and 5 sennichite",
            "banmen bao loops 4 --reachable"};
    c.found = fmt::format("{} = {} loops + {} sennichite (sets of positions that lead back to each other)",
                          loops + cycles.sizes.size(), loops, cycles.sizes.size());
    c.verdict = loops == paper::loop_kinds && cycles.sizes.size() == paper::sennichite_kinds ? "holds"
                : cycles.sizes.size() == paper::sennichite_kinds                             ? "partly"
                                                                                             : "fails";
    for (const ReachedLoop& loop : four_.loops)
      if (paper::printed_row(loop.type) == nullptr)
        c.counterexamples.push_back(in_brackets(loop.type.board) + " is not in the paper; reached by " + join(loop.moves, " "));
    return c;
  }

  Claim earliest() const {
    const auto& first = four_.loops.at(0).moves;
    return {"earliest",
            "4.1",
            fmt::format("4x2: the earliest endless move is ply {}", paper::earliest_ply),
            "banmen bao loops 4 --reachable",
            first.size() == paper::earliest_ply ? "holds" : "fails",
            fmt::format("ply {}: {}", first.size(), join(first, " "))};
  }

  Claim table2() const {
    Claim c{"table2", "A", "4x2: the boards of table 2 with their periods and shifts, and these are all",
            "banmen bao loops 4 --reachable"};
    std::size_t right = 0;
    for (const paper::Row& row : paper::table2) {
      const auto type = loop_of(row.board);
      const bool same = type && type->period() == row.period && type->shift() == row.shift;
      right += same;
      if (!same) c.counterexamples.push_back(in_brackets(row.board));
    }
    std::size_t reached = 0;
    for (const ReachedLoop& loop : four_.loops) {
      if (loop.type.period() == 0) continue;
      ++reached;
      if (paper::printed_row(loop.type) == nullptr)
        c.counterexamples.push_back(fmt::format("{} with period {}, shift {} is missing", in_brackets(loop.type.board),
                                                loop.type.period(), loop.type.shift()));
    }
    c.found = fmt::format("{} of {} rows are right; the start leads to {} loops of period 1 and more", right, paper::table2.size(),
                          reached);
    c.verdict = right == paper::table2.size() ? (reached == right ? "holds" : "partly") : "fails";
    return c;
  }

  Claim period_zero() const {
    Claim c{"period0", "5.2.1",
            "4x2: (3,1,0,2,1,0,2,1) is the only loop of period 0 that the start leads to; pattern 1 has too many stones",
            "banmen bao loops 4 --stones 28"};
    std::size_t reached = 0;
    for (const ReachedLoop& loop : four_.loops) reached += loop.type.period() == 0;
    std::string all;
    for (std::uint32_t first = 2; first < 8; ++first) {
      const Stones board = single_sowing_loop(first, 8);
      if (!board.empty())
        all += fmt::format(" {} with {} stones", in_brackets(board), std::accumulate(board.begin(), board.end(), 0));
    }
    c.found = fmt::format("reached: {}; over all boards there are three:{}", reached, all);
    c.verdict = reached == 1 ? "holds" : "fails";
    return c;
  }

  Claim patterns() const {
    Claim c{"patterns", "5.2.1", "patterns 1 and 2 are all loops of one sowing; table 1", "banmen bao loops --ring 10 --stones 12"};
    bool table = true;
    for (const paper::PatternRow& row : paper::table1) {
      table = table && row.board == paper::pattern2(row.first, static_cast<std::uint32_t>(row.board.size()));
      for (const std::uint32_t ring : row.rings) {
        const auto type = loop_of(paper::pattern2(row.first, ring));
        table = table && type && type->sowings == 1;
      }
    }
    std::uint64_t single = 0, in_patterns = 0, expected = 0;
    for (std::uint32_t ring = 3; ring <= 12; ++ring) {
      const std::uint32_t most = comparable_stones(ring, limits_.stones);
      for (std::uint32_t stones = 2; stones <= most && !control_.stop.stop_requested(); ++stones)
        for_each_loop(ring, stones, control_.stop, [&](const Stones& board, std::uint32_t sowings, std::uint64_t) {
          if (sowings != 1) return;
          ++single;
          expected += board == single_sowing_loop(board[0], ring);
          if (board == paper::pattern1(ring) || board == paper::pattern2(board[0], ring))
            ++in_patterns;
          else if (c.counterexamples.size() < 6)
            c.counterexamples.push_back(in_brackets(board));
        });
    }
    c.found = fmt::format(
        "table 1 is {}; on rings of 3 to 12 holes {} loops of one sowing were met, {} of them in the patterns; there is exactly "
        "one for each number of stones in the first hole that is prime to the ring ({} of {})",
        table ? "right" : "wrong", single, in_patterns, expected, single);
    c.verdict = in_patterns == single ? "holds" : "fails";
    return c;
  }

  Claim nines() const {
    Claim c{"nines", "5.2.3", "4x2: period = shift + 9k", "banmen bao loops 4 --stones 34"};
    std::size_t right = 0, with_period = 0;
    for (const LoopType& type : types_) {
      if (type.period() == 0) continue;
      ++with_period;
      if ((type.period() + 9 - type.shift()) % 9 == 0)
        ++right;
      else
        c.counterexamples.push_back(in_brackets(type.board));
    }
    const auto first = loop_of({10, 1, 3, 0, 2, 4, 6, 8});
    c.found = fmt::format(
        "{} of {} loop types of period 1 and more with up to {} stones; the same as: 9 divides all stones sown in the loop. It "
        "fails where the marks repeat (docs/games/bao/findings.md), first with 34 stones: (10,1,3,0,2,4,6,8), period {}, shift {}",
        right, with_period, limits_.stones, first->period(), first->shift());
    c.verdict = limits_.stones <= 16 && right == with_period ? "holds" : right == with_period ? "partly" : "fails";
    return c;
  }

  Claim odd_even() const {
    std::size_t odd = 0, even = 0;
    std::uint32_t fewest = ~0U;
    for (const ReachedLoop& loop : four_.loops) {
      if (loop.type.period() == 0) continue;
      ++(loop.type.stones % 2 == 1 ? odd : even);
    }
    for (const LoopType& type : types_)
      if (type.period() > 0) fewest = std::min(fewest, type.stones);
    return {"odd-even",
            "5.2.2",
            "4x2: of the loops of period 1 and more that the start leads to, 8 have an odd number of stones and 3 an even one; the "
            "fewest is 7",
            "banmen bao loops 4 --reachable",
            odd == 8 && even == 3 && fewest == 7 ? "holds"
            : fewest == 7                        ? "partly"
                                                 : "fails",
            fmt::format("{} odd, {} even; the fewest over all boards is {}", odd, even, fewest)};
  }

  /// Sums for both readings over all boards with `side` holes a side and up to `stones` stones.
  ConditionCount conditions(std::uint32_t side) const {
    ConditionCount all;
    // On long rings the smallest loops have 11 and 13 stones, which the limit must include.
    all.stones = std::max(comparable_stones(2 * side, limits_.stones), limits_.stones >= 16 ? 13U : 0U);
    for (std::uint32_t stones = 2; stones <= all.stones && !control_.stop.stop_requested(); ++stones)
      all.add(count_conditions(2 * side, stones, control_));
    return all;
  }

  static Claim loop_condition(std::uint32_t side, LoopReading reading, const ConditionCount& all) {
    const int r = reading == LoopReading::printed ? 0 : 1;
    const std::uint64_t types = all.types_period, with = all.types_loop[r], ending = all.loop_ending[r];
    const Stones &missing = all.not_loop[r], &ends = all.ends_although_loop[r];
    Claim c{fmt::format("loop-{}x2-{}", side, r == 0 ? "printed" : "by-itself"), "5.2.2",
            fmt::format("{}x2: LOOP{} is {}", side, r == 0 ? "" : " without regard to the sum of stones",
                        side < 4    ? "necessary and sufficient"
                        : side == 4 ? "(left open by the paper)"
                                    : "necessary, not sufficient; loops exist without it"),
            fmt::format("banmen bao condition {} --stones {}", side, all.stones)};
    const bool necessary = with == types, sufficient = ending == 0;
    c.found = fmt::format(
        "up to {} stones: {}necessary ({} of {} loop types of period 1 and more have such a board), {}sufficient ({} of {} such "
        "boards end)",
        all.stones, necessary ? "" : "not ", with, types, sufficient ? "" : "not ", ending, all.loop_boards[r]);
    if (!missing.empty()) c.counterexamples.push_back("a loop without it: " + in_brackets(missing));
    if (!ends.empty()) c.counterexamples.push_back("it holds, yet the move ends: " + in_brackets(ends));
    if (side == 4)
      c.verdict = "open in the paper";
    else if (types == 0)
      c.verdict = "not settled";
    else if (side < 4)
      c.verdict = necessary && sufficient ? "holds" : "fails";
    else
      c.verdict = !necessary ? "fails" : !sufficient ? "holds" : "not settled";
    return c;
  }

  Claim coprime() const {
    Claim c{"coprime", "5.2.3", "if period and number of holes are coprime, the very start board returns only after period x holes",
            "banmen bao loops 4"};
    std::size_t asked = 0, right = 0;
    for (const LoopType& type : types_) {
      if (std::gcd(type.period(), std::uint64_t{8}) != 1) continue;
      ++asked;
      const std::uint32_t turns = type.shift() == 0 ? 1 : 8 / std::gcd(type.shift(), 8U);
      if (turns == 8)
        ++right;
      else if (c.counterexamples.size() < 4)
        c.counterexamples.push_back(fmt::format("{}: period {}, shift {}: back after {} of its loops", in_brackets(type.board),
                                                type.period(), type.shift(), turns));
    }
    c.found = fmt::format(
        "{} of {} loop types with up to {} stones whose period is prime to 8 need all 8 turns; it is the shift that must be prime "
        "to the ring",
        right, asked, limits_.stones);
    c.verdict = right == asked ? "holds" : "fails";
    return c;
  }

  Claim one_in_ten_thousand() const {
    const Bao g = Bao::plain(8);
    std::uint64_t positions = 0, endless = 0, some = 0;
    for (std::uint64_t game = 0; game < limits_.random_games && !control_.stop.stop_requested(); ++game) {
      Random random(control_.seed, game);
      Bao::Position p = g.initial();
      for (auto drawn = g.sample(p, random); drawn.count > 0; drawn = g.sample(p, random)) {
        ++positions;
        MoveBuffer<Bao::Move, 13> list;
        g.moves(p, list);
        some += std::any_of(list.begin(), list.end(), [&](Bao::Move m) { return g.endless(p, m); });
        g.play(p, drawn.move);
        endless += p.ended;
      }
    }
    auto rate = [](std::uint64_t all, std::uint64_t part) {
      return part == 0 ? 0.0 : static_cast<double>(all) / static_cast<double>(part);
    };
    const double played = rate(positions, endless);
    return {"rarity",
            "2.2",
            "an endless move about once in 10,000 positions of play",
            fmt::format("banmen bao claims --games {} --seed {}", limits_.random_games, control_.seed),
            played > 5000 && played < 20000 ? "holds" : "fails",
            fmt::format("random 8x2 play, {} games: a move played was endless once in {:.0f} positions, and one could have been "
                        "played once in {:.0f}. "
                        "4x2, all {} reachable positions: {} of {} moves, one in {:.0f}",
                        limits_.random_games, played, rate(positions, some), four_.positions, four_.endless_moves, four_.moves,
                        rate(four_.moves, four_.endless_moves))};
  }

  Claim first_repetition() const {
    const Bao g = Bao::plain(8);
    const RepeatReport r = earliest_repetition(g, {limits_.positions, ~0U}, control_);
    Claim c{"sennichite", "4.2",
            fmt::format("8x2: a sennichite first seen at ply {}, back at ply {}", paper::sennichite_seen, paper::sennichite_back),
            "banmen bao repeat 8"};
    c.verdict = !r.found ? "not settled" : "fails";
    if (r.found)
      c.found = fmt::format("the earliest is at ply {}, back at ply {}: {} and then {} ({})", r.lead.size(),
                            r.lead.size() + r.cycle.size(), join(r.lead, " "), join(r.cycle, " "), g.text(r.position));
    else
      c.found = fmt::format("none is complete up to ply {} ({} positions)", r.plies, r.positions);
    c.counterexamples.push_back(
        fmt::format("{} plies between is odd: the same seat can't be on move both times, so the paper's two plies are not the same "
                    "position with the same turn",
                    paper::sennichite_back - paper::sennichite_seen));
    return c;
  }

  Claim spread_condition() const {
    std::uint64_t boards = 0, ending = 0;
    for (std::uint32_t holes = 3; holes <= 12; ++holes)
      for (std::uint32_t stones = 2; stones <= comparable_stones(holes, limits_.stones) && !control_.stop.stop_requested();
           ++stones) {
        const ConditionCount n = count_conditions(holes, stones, control_);
        boards += n.spread_boards;
        ending += n.spread_ending;
      }
    std::size_t in = 0;
    for (const ReachedLoop& loop : four_.loops) in += spread(loop.type.board);
    return {
        "spread",
        "-",
        "(ours) a board none of whose marks are neighbours is sown for ever",
        "banmen bao condition 4 --stones 16",
        ending == 0 ? "holds" : "fails",
        fmt::format("proved in docs/games/bao/findings.md; {} such boards on rings of 3 to 12 holes, {} end. {} of the {} loops "
                    "that the start of 4x2 leads to are spread",
                    boards, ending, in, four_.loops.size())};
  }

 private:
  ClaimLimits limits_;
  Control control_;
  ReachReport four_;
  std::vector<LoopType> types_;
};

/// When stopped, returns the claims tested so far.
std::vector<Claim> test_claims(const ClaimLimits& limits, const Control& control) {
  std::vector<Claim> claims;
  std::uint64_t all = 0;
  Control within = control;  // progress counts claims, not their parts
  if (control.progress)
    within.progress = [&](std::uint64_t, std::uint64_t, std::string_view) { control.progress(claims.size(), all, "claims"); };
  const Tester tester(limits, within);
  if (control.stop.stop_requested()) return claims;
  std::vector<std::function<Claim()>> tests;
  const auto plan = [&](std::initializer_list<Claim (Tester::*)() const> some) {
    for (const auto test : some) tests.emplace_back([&tester, test] { return (tester.*test)(); });
  };
  plan({&Tester::one_in_ten_thousand, &Tester::kinds, &Tester::earliest, &Tester::first_repetition, &Tester::patterns,
        &Tester::period_zero, &Tester::table2, &Tester::odd_even});
  ConditionCount both;
  for (std::uint32_t side = 2; side <= 8; ++side)
    for (const LoopReading reading : {LoopReading::printed, LoopReading::by_itself})
      tests.emplace_back([&, side, reading] {
        if (reading == LoopReading::printed) both = tester.conditions(side);
        return Tester::loop_condition(side, reading, both);
      });
  plan({&Tester::nines, &Tester::coprime, &Tester::spread_condition});
  all = tests.size();
  for (const auto& test : tests) {
    Claim claim = test();
    if (control.stop.stop_requested()) break;  // tested in part
    claims.push_back(std::move(claim));
    if (control.progress) control.progress(claims.size(), all, "claims");
  }
  return claims;
}

Result<Findings> run_claims(const Values& values, const Control& control) {
  const ClaimLimits limits{.stones = static_cast<std::uint32_t>(values.integer("stones")),
                           .random_games = static_cast<std::uint64_t>(values.integer("games")),
                           .positions = static_cast<std::uint64_t>(values.integer("positions"))};
  using enum Findings::Column::Kind;
  Findings findings;
  Findings::DataTable table{
      .name = "claims",
      .help = "",
      .columns = {{"id", text},
                  {.name = "paper", .kind = text, .hidden = true},
                  {"section", text, "section of the paper; -: a claim of our own"},
                  {"text", text, "claim of the paper"},
                  {"status", text, "one of: holds, partly, fails, not settled, open in the paper"},
                  {"found", text, "result of the test"},
                  {"counterexamples", list},
                  {.name = "command", .kind = text, .help = "command that shows the result", .hidden = true}}};
  for (const Claim& claim : test_claims(limits, control)) {
    table.rows.push_back(
        {claim.id, "bao", claim.section, claim.text, claim.verdict, claim.found, claim.counterexamples, claim.command});
    if (!claim.section.starts_with("5")) continue;  // the other claims have their own experiments
    std::string words = "§" + claim.section + ": " + claim.text + ". Found: " + claim.found;
    if (!claim.counterexamples.empty()) words += ". Counterexample: " + claim.counterexamples.front();
    findings.add(tabled(claim.id, claim.verdict == "holds" ? 1 : claim.verdict == "partly" ? 0.5 : 0, std::move(words)));
  }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study claims_study() {
  const ClaimLimits limits;
  constexpr long most = 1'000'000'000;
  return {.id = "claims",
          .help = "Test the paper's claims about endless play",
          .examples = {"banmen bao claims --stones 16"},
          .parameters = {Parameter::integer("stones", limits.stones, 7, 40,
                                            "Maximum stones on 4x2; other rings: the most with at most four times as many boards"),
                         Parameter::integer("games", static_cast<long>(limits.random_games), 0, most,
                                            "Random games to estimate the frequency of endless moves"),
                         Parameter::integer("positions", static_cast<long>(limits.positions), 0, most,
                                            "Maximum positions of 8x2 in the search for a repetition")},
          .run = run_claims,
          .takes = Study::Takes::minutes,
          .threads = true,
          .in_experiments = {{"stones", "14"}, {"games", "2000"}, {"positions", "200000"}}};
}

}  // namespace banmen::bao
