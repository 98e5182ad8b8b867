#include "lab/first_moves.hpp"

#include "play/agents.hpp"

namespace banmen::lab {

Result<std::vector<FirstMoves>> scores_by_first_moves(const Catalog& catalog, const std::vector<std::string>& games,
                                                      const MatchPlan& plan, const Control& control) {
  std::vector<FirstMoves> starts;
  for (const std::string& game : games) {
    const auto table = catalog.open(game);
    if (!table) return fail(table.error());
    const auto session = (*table)->session();
    Control quiet = control;  // the bar counts starts
    quiet.progress = {};
    const auto report = play_match(
        **table, plan, [&](const std::string& name) { return make_agent(**table, name); }, {}, quiet);
    if (!report) return fail(report.error());
    if (!report->complete) return fail(ErrorKind::stopped, "stopped");
    const auto share = [&](std::size_t seat) {
      const AgentScore::AtSeat& at = report->agents.at(0).by_seat.at(seat);
      return (static_cast<double>(at.wins) + 0.5 * static_cast<double>(at.draws)) / static_cast<double>(at.games);
    };
    starts.push_back({(*table)->name(), session->moves().size(), share(0), share(1)});
    if (control.progress) control.progress(starts.size(), games.size(), "starts");
  }
  return starts;
}

FirstMovesCorrelations correlations(const std::vector<FirstMoves>& starts) {
  const auto with = [&](auto measure) {
    std::vector<std::pair<double, double>> pairs;
    for (const FirstMoves& start : starts) pairs.emplace_back(static_cast<double>(start.moves), measure(start));
    return correlation(pairs);
  };
  return {with([](const FirstMoves& s) { return s.first; }), with([](const FirstMoves& s) { return s.second; }),
          with([](const FirstMoves& s) { return (s.first + s.second) / 2; }),
          with([](const FirstMoves& s) { return s.first - s.second; })};
}

}  // namespace banmen::lab
