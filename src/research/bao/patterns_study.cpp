// Table 1 of the paper, board by board: is it sown into itself, turned?
#include <fmt/format.h>

#include "research/bao/paper.hpp"
#include "research/bao/studies.hpp"

namespace banmen::bao {
namespace {

Result<Findings> run(const Values&, const Control&) {
  using enum Findings::Column::Kind;
  Findings findings;
  Findings::Table table{.name = "patterns",
                        .help = "",
                        .columns = {{"first", integer, "stones in the first hole"},
                                    {"ring", integer, "holes"},
                                    {"loop", truth, "one sowing gives the same board, turned"},
                                    {"board", list, "pattern 2 on that ring"}}};
  for (const paper::PatternRow& row : paper::table1)
    for (const std::uint32_t ring : row.rings) {
      const Stones board = paper::pattern2(row.first, ring);
      const bool loop = !board.empty() && sow_once(board) == board;
      findings.add({.name = fmt::format("loop with {} first on a ring of {}", row.first, ring),
                    .value = loop,
                    .words = in_brackets(board),
                    .tabled = true});
      table.rows.push_back({row.first, ring, loop, board});
    }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study patterns() {
  return {.id = "patterns",
          .help = "Test table 1 of the paper: loops of one sowing",
          .examples = {"banmen bao patterns"},
          .parameters = {},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::bao
