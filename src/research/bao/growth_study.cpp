// How the number of loop types grows with the holes, by stones over the fewest that a loop has.
#include <fmt/format.h>

#include "research/bao/marks.hpp"
#include "research/bao/studies.hpp"
#include "research/bao/tape.hpp"
#include "research/bao/turned_boards.hpp"

namespace banmen::bao {
namespace {

struct TypesOf {
  std::uint64_t all = 0, spread = 0, fold = 0, neither = 0;
};

TypesOf types_of(std::uint32_t ring, std::uint32_t stones, const Control& control) {
  TypesOf sum;
  for (const TypesOf& part : by_first_hole(stones, control, [&](std::uint32_t first) {
         TypesOf types;
         for_each_loop(ring, stones, first, control.stop, [&](const Stones& board, std::uint32_t, std::uint64_t) {
           const bool is_spread = spread(board), is_fold = fold(heaps(board)) > 1;
           ++types.all;
           types.spread += is_spread;
           types.fold += is_fold;
           types.neither += !is_spread && !is_fold;
         });
         return types;
       })) {
    sum.all += part.all;
    sum.spread += part.spread;
    sum.fold += part.fold;
    sum.neither += part.neither;
  }
  return sum;
}

Result<Findings> run(const Values& values, const Control& control) {
  const auto most = static_cast<std::uint32_t>(values.integer("holes"));
  const auto over = static_cast<std::uint32_t>(values.integer("over"));
  using enum Findings::Column::Kind;
  Findings findings;
  Findings::Table table{.name = "growth",
                        .help = "",
                        .columns = {{"holes", integer, "a side"},
                                    {"stones", integer, "on the board"},
                                    {"over", integer, "stones over the fewest of a loop"},
                                    {"types", integer, "loop types"},
                                    {"spread", integer, "… that are spread"},
                                    {"fold", integer, "… that are c-fold, c ≥ 2"},
                                    {"neither", integer, "… that are neither"},
                                    {"proved", integer, "so many are proved for every number of holes"}}};
  for (std::uint32_t holes = 2; holes <= most && findings.complete; ++holes) {
    const std::uint32_t ring = 2 * holes, fewest = fewest_stones(ring);
    // What is below the fewest is looked through as well: there is none.
    for (std::uint32_t stones = 2; stones <= fewest + over; ++stones) {
      const TypesOf types = types_of(ring, stones, control);
      if (control.stop.stop_requested()) {
        findings.complete = false;
        break;
      }
      if (stones < fewest && types.all == 0) continue;
      findings.add({.name = fmt::format("types {}x2 with {} stones", holes, stones), .value = types.all, .tabled = true});
      table.rows.push_back({holes, stones, static_cast<std::int64_t>(stones) - fewest, types.all, types.spread, types.fold,
                            types.neither, proved_types(holes, stones)});
    }
  }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study growth() {
  return {.id = "growth",
          .help = "How the number of loop types grows with holes and stones",
          .examples = {"banmen bao growth 6 --over 4"},
          .parameters = {Parameter::integer("holes", 6, 2, 13, "Up to so many holes a side").at_place(),
                         Parameter::integer("over", 4, 0, 100, "Up to so many stones more than the smallest loop has")},
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::bao
