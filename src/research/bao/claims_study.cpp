// What the paper says about endless play, each sentence tested.
#include "research/bao/claims.hpp"
#include "research/bao/studies.hpp"

namespace banmen::bao {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const ClaimLimits limits{.stones = static_cast<std::uint32_t>(values.integer("stones")),
                           .random_games = static_cast<std::uint64_t>(values.integer("games")),
                           .positions = static_cast<std::uint64_t>(values.integer("positions"))};
  using enum Findings::Column::Kind;
  Findings findings;
  Findings::Table table{.name = "claims",
                        .help = "",
                        .columns = {{"id", text},
                                    {.name = "paper", .kind = text, .hidden = true},
                                    {"section", text, "of the paper; -: our own"},
                                    {"text", text, "what the paper says"},
                                    {"status", text, "holds, partly, fails, not settled, open in the paper"},
                                    {"found", text, "what we see"},
                                    {"counterexamples", list},
                                    {.name = "command", .kind = text, .help = "that shows it", .hidden = true}}};
  for (const Claim& claim : test_claims(limits, control)) {
    table.rows.push_back(
        {claim.id, "bao", claim.section, claim.text, claim.verdict, claim.found, claim.counterexamples, claim.command});
    if (!claim.section.starts_with("5")) continue;  // the others have experiments of their own
    std::string words = "§" + claim.section + ": " + claim.text + ". Found: " + claim.found;
    if (!claim.counterexamples.empty()) words += ". Counterexample: " + claim.counterexamples.front();
    findings.add({.name = claim.id,
                  .value = claim.verdict == "holds"    ? 1
                           : claim.verdict == "partly" ? 0.5
                                                       : 0,
                  .words = std::move(words),
                  .tabled = true});
  }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study claims() {
  const ClaimLimits limits;
  constexpr long most = 1'000'000'000;
  return {
      .id = "claims",
      .help = "Test what the paper says about endless play",
      .examples = {"banmen bao claims --stones 16"},
      .parameters = {Parameter::integer("stones", limits.stones, 7, 40,
                                        "Boards of 4x2 with up to so many stones, other rings as far as four times that work goes"),
                     Parameter::integer("games", static_cast<long>(limits.random_games), 0, most,
                                        "Random games for the frequency of endless moves"),
                     Parameter::integer("positions", static_cast<long>(limits.positions), 0, most,
                                        "Positions of 8x2 to look for a repetition in")},
      .run = run,
      .takes = Study::Takes::minutes,
      .threads = true,
      .in_experiments = {{"stones", "14"}, {"games", "2000"}, {"positions", "200000"}}};
}

}  // namespace banmen::bao
