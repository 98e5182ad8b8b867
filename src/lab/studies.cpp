#include "lab/studies.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"

namespace banmen::lab {
namespace {

Result<std::pair<double, double>> shares_of_points(const Catalog& catalog, const std::string& name,
                                                   const std::vector<std::string>& agents, std::uint64_t games,
                                                   const Control& control) {
  const auto game = catalog.open(name);
  if (!game) return fail(game.error());
  const MatchPlan plan{.agents = agents, .games = games};
  const auto report = play_match(
      **game, plan, [&](const std::string& agent) { return make_agent(**game, agent); }, {}, control);
  if (!report) return fail(report.error());
  if (!report->complete) return fail(ErrorKind::stopped, "stopped");
  const auto share = [&](std::size_t seat) {
    const AgentScore::AtSeat& at = report->agents.at(0).by_seat.at(seat);
    return (static_cast<double>(at.wins) + 0.5 * static_cast<double>(at.draws)) / static_cast<double>(at.games);
  };
  return std::pair{share(0), share(1)};
}

/// The figures that are numbers; where there is none, the texts say why.
Result<Figures> measures(const Findings& found) {
  Figures numbers;
  std::string texts;
  for (Figure& figure : found.figures())
    if (const auto* text = std::get_if<std::string>(&figure.value.value))
      texts += (texts.empty() ? "" : "; ") + *text;
    else if (figure.value.number())
      numbers.push_back(std::move(figure));
  if (numbers.empty()) return fail("the study found no figure" + (texts.empty() ? "" : ": " + texts));
  // Given up at a limit of its own: what it found holds, but whoever reads it must see that there may be more.
  if (!found.complete)
    for (Figure& figure : numbers) figure.words += std::string(figure.words.empty() ? "" : "; ") + "not all was looked at";
  return numbers;
}

}  // namespace

Services services(const Catalog& catalog) {
  return {[&catalog](const std::string& game, const std::vector<std::string>& agents, std::uint64_t games, const Control& control) {
    return shares_of_points(catalog, game, agents, games, control);
  }};
}

Result<NamedStudy> find_study(const Catalog& catalog, std::string_view text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  std::vector<std::string> ids;
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      ids.push_back(entry.id + "-" + study.id);
      if (ids.back() != name->id) continue;
      auto parameters = study.parameters;
      for (Parameter& parameter : parameters)
        for (const auto& [key, preset] : study.in_experiments)
          if (parameter.name == key) parameter.fallback = preset;
      const auto values = check_values(name->id, parameters, name->given);
      if (!values) return fail(values.error());
      return NamedStudy{canonical_name(name->id, parameters, *values),
                        [&catalog, run = study.run, values = *values](Control control) -> Result<Figures> {
                          if (!values.text("seed").empty()) control.seed = static_cast<std::uint64_t>(values.integer("seed"));
                          const auto found = run({values, control, services(catalog)});
                          if (!found) return fail(found.error());
                          if (!found->complete && control.stop.stop_requested())
                            return fail(ErrorKind::stopped, "stopped before all was looked at");
                          return measures(*found);
                        }};
    }
  return fail("there is no study '" + name->id + "'", suggest(name->id, ids));
}

}  // namespace banmen::lab
