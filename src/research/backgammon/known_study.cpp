// How far the paper's backward induction carries with more checkers.
#include <algorithm>
#include <cmath>

#include "engines/backgammon/wide/sample.hpp"
#include "host/threads.hpp"
#include "research/backgammon/studies.hpp"
#include "research/backgammon/wide_induction.hpp"

namespace banmen::backgammon {
namespace {

/// Positions with contact of a tier, all as likely, of which so many turns are looked ahead.
std::uint64_t known_of_sample(const WideInduction& induction, const WideRules& rules, int n, int m, std::uint64_t count, int turns,
                              const Control& control) {
  struct Looker {
    const WideInduction* induction;
    const WideRules* rules;
    int n, m, turns;
    std::uint64_t contacts, known = 0;
    void operator()(std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) {
        const auto place = static_cast<std::uint64_t>(
            (static_cast<unsigned __int128>(wide::stirred(k + static_cast<std::uint64_t>(100 * n + m) * 0x100000000)) * contacts) >>
            64);
        const wide::Pair pair = pair_at(*rules, n, m, place);
        known += induction->within(n, pair.a, m, pair.b, turns) != 0;
      }
    }
  };
  std::uint64_t known = 0;
  for (const Looker& looker : run_chunks(control, count, 256, "positions", [&] {
         return Looker{&induction, &rules, n, m, turns, count_positions(n, m, Meeting::contact)};
       }))
    known += looker.known;
  return known;
}

Result<Findings> run(const Values& values, const Control& control) {
  const auto most = static_cast<int>(values.integer("most")), turns = static_cast<int>(values.integer("turns"));
  const auto sample = static_cast<std::uint64_t>(values.integer("sample"));
  const WideRules rules(most + (sample > 0 ? 1 : 0), control.threads);
  WideInduction induction(rules);
  Findings found;
  found.complete = induction.find(most, most, control);
  using Kind = Findings::Column::Kind;
  Findings::Table table{
      .name = "known",
      .help = "positions that backward induction values",
      .columns = {{"mover", Kind::integer, "checkers of the mover's"},
                  {"opponent", Kind::integer, "checkers of the opponent's"},
                  {"positions", Kind::integer},
                  {"races", Kind::integer, "all of which are valued"},
                  {"contact_valued", Kind::integer, "positions with contact that are valued, all counted"},
                  {"share", Kind::real, "of all positions; where only a sample was looked at, at least", 6},
                  {"contact_share", Kind::real, "of those with contact", 7},
                  {.name = "contact_error", .kind = Kind::real, .help = "standard error", .digits = 7, .title = "±"},
                  {"sampled", Kind::integer, "positions with contact that were looked at, where not all were"}}};
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  for (const KnownTier& t : induction.tiers())
    table.rows.push_back({t.n, t.m, t.positions, t.races, t.known - t.races, share(t.known, t.positions),
                          share(t.known - t.races, t.positions - t.races), Datum(), Datum()});
  for (const auto& [n, m] : {std::pair(most + 1, most), std::pair(most, most + 1), std::pair(most + 1, most + 1)}) {
    if (sample == 0 || !found.complete) break;
    const std::uint64_t known = known_of_sample(induction, rules, n, m, sample, turns, control);
    if (control.stop.stop_requested()) {
      found.complete = false;
      break;
    }
    const std::uint64_t positions = count_positions(n, m), races = count_positions(n, m, Meeting::race);
    const double contact = share(known, sample);
    table.rows.push_back({n, m, positions, races, Datum(), share(races, positions) + contact * share(positions - races, positions),
                          contact, std::sqrt(contact * (1 - contact) / static_cast<double>(sample)), sample});
  }
  found.add(std::move(table));
  return found;
}

}  // namespace

Study known_positions() {
  return {.id = "known",
          .help = "Which positions the paper's backward induction values, for more checkers than it was run with",
          .examples = {"banmen backgammon known", "banmen backgammon known --most 4 --sample 100000"},
          .parameters = {Parameter::integer("most", 3, 1, 4, "Checkers of a side: all positions of up to so many are counted"),
                         Parameter::integer("sample", 0, 0, 10000000, "Positions to look at of each tier with one checker more"),
                         Parameter::integer("turns", 3, 1, 5, "In the sample: turns that are looked ahead")},
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
