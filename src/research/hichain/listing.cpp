#include "research/hichain/listing.hpp"

#include <array>

namespace banmen::hichain {

std::string_view kind_name(Chain::Kind kind) {
  return kind == Chain::Kind::sequential ? "sequential" : kind == Chain::Kind::same ? "same-letter" : "royal";
}

std::string_view direction_name(int reader) {
  constexpr std::array<std::string_view, 4> names = {"north", "east", "south", "west"};
  return names.at(static_cast<std::size_t>(reader));
}

Result<Findings> list_strings(const Hichain& g, const std::vector<Laid>& cards) {
  using Kind = Findings::Column::Kind;
  std::array<int, 2> score{};
  std::array<bool, 2> royal{};
  Findings::Table table{.name = "chains",
                        .help = "",
                        .columns = {{.name = "colour"},
                                    {.name = "kind"},
                                    {.name = "score", .kind = Kind::integer},
                                    {.name = "letters", .help = "an asterisk as the letter it stands for, in lower case"},
                                    {.name = "reader", .help = "which way is up for the reader"},
                                    {.name = "cells", .kind = Kind::list, .hidden = true},
                                    {.name = "cards", .kind = Kind::list}}};
  for (int colour = 0; colour < 2; ++colour) {
    const auto chains = list_chains(g.chain, cards, colour);
    if (!chains) return fail(chains.error());
    for (const Chain& chain : *chains) {
      score[static_cast<std::size_t>(colour)] += chain.score;
      royal[static_cast<std::size_t>(colour)] |= chain.kind == Chain::Kind::royal;
      std::vector<std::string> own, cells;
      for (const int number : chain.cards) {
        own.push_back(text(cards[static_cast<std::size_t>(number)]));
        cells.push_back(own.back().substr(2));
      }
      table.rows.push_back({Hichain::seat_name(static_cast<Seat>(colour)), kind_name(chain.kind), chain.score, chain.letters,
                            direction_name(chain.reader), cells, own});
    }
  }
  Findings found;
  found.add(draw(cards));
  found.add(std::move(table));
  found.add("score", score, "black, red");
  found.add("royal", royal, "whether CHAIN is complete, which wins");
  return found;
}

}  // namespace banmen::hichain
