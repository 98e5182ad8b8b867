#include "research/reversi/facing.hpp"

#include "host/threads.hpp"

namespace banmen::reversi {
namespace {

std::array<std::int8_t, 4> seen_from(const std::array<std::int8_t, 4>& seats, std::uint64_t seat) {
  std::array<std::int8_t, 4> out{};
  for (std::size_t k = 0; k < 4; ++k) out[k] = seats[(seat + k) % 4];
  return out;
}

struct FacedWorker {
  const Yonin* g;
  std::array<Search<Yonin>*, 4> players;
  int opening;
  Standing standing;
  const Control* control;
  std::vector<std::vector<FacedDecision>>* games;

  void operator()(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t game = begin; game < end; ++game) {
      std::vector<FacedDecision> decisions;
      std::vector<std::uint8_t> seats;
      const auto last = play_four(*g, players, opening, game, *control, [&](const DiscPosition& p, int ply) {
        decisions.push_back({static_cast<std::uint8_t>(ply),
                             static_cast<std::uint8_t>(popcount(g->placements(p))),
                             seen_from(standings(*g, p, standing), p.turn),
                             {}});
        seats.push_back(static_cast<std::uint8_t>(p.turn));
      });
      if (!last) return;
      for (std::size_t k = 0; k < decisions.size(); ++k) decisions[k].at_end = seen_from(standings(*g, *last, standing), seats[k]);
      (*games)[game] = std::move(decisions);
    }
  }
};

}  // namespace

std::array<std::int8_t, 4> standings(const Yonin& g, const DiscPosition& p, Standing standing) {
  const Gains<4> own = g.score(p);
  std::array<std::int8_t, 4> out{};
  for (int seat = 0; seat < 4; ++seat) {
    const auto k = static_cast<std::size_t>(seat);
    const int lying = popcount((p.mover | p.other) & g.board().quadrant(seat));
    out[k] = static_cast<std::int8_t>(standing == Standing::discs ? own[k] : 2 * own[k] - lying);
  }
  return out;
}

std::vector<std::vector<FacedDecision>> faced_decisions(const Yonin& g, const std::vector<std::array<YoninPlayer, 4>>& players,
                                                        int opening, Standing standing, std::uint64_t games,
                                                        const Control& control) {
  std::vector<std::vector<FacedDecision>> out(games);
  std::size_t next = 0;
  run_chunks(control, games, 4, "games", [&] {
    FacedWorker worker{&g, {}, opening, standing, &control, &out};
    for (std::size_t seat = 0; seat < 4; ++seat) worker.players[seat] = players[next][seat].get();
    ++next;
    return worker;
  });
  return out;
}

WithinRegression by_standing(const std::vector<std::vector<FacedDecision>>& games, FacedOutcome outcome, bool at_end, int from,
                             int to) {
  std::vector<GroupedRow> rows;
  for (std::size_t game = 0; game < games.size(); ++game)
    for (const FacedDecision& d : games[game]) {
      if (d.ply < from || d.ply > to) continue;
      GroupedRow row{d.ply, static_cast<std::uint32_t>(game), 0, {}};
      row.y = outcome == FacedOutcome::places ? d.places : d.places == 0;
      for (std::size_t k = 0; k < 4; ++k) row.x[k] = at_end ? d.at_end[k] : d.now[k];
      rows.push_back(row);
    }
  return WithinRegression(std::move(rows));
}

}  // namespace banmen::reversi
