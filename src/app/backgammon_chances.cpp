#include "app/backgammon_chances.hpp"

#include "catalog/name.hpp"
#include "games/backgammon/backgammon.hpp"
#include "study/backgammon/equities.hpp"

namespace banmen::app {
namespace {

/// The game behind the table; nothing where it is another.
std::optional<Backgammon> backgammon_of(const OpenGame& table) {
  const auto name = read_name(table.name());
  if (!name || name->id != Backgammon::id()) return std::nullopt;
  const auto values = check_values(name->id, Backgammon::parameters(), name->given);
  if (!values) return std::nullopt;
  const auto g = Backgammon::make(*values);
  return g ? std::optional(*g) : std::nullopt;
}

}  // namespace

std::vector<double> backgammon_chances(const OpenGame& table, const std::string& agent, const std::string& position,
                                       const AnswerLine& line) {
  const auto g = backgammon_of(table);
  if (!g) return {};
  const auto p = g->read_position(position);
  if (!p) return {};
  const auto move = g->read_move(*p, line.move);
  if (!move) return {};
  if (const auto name = read_name(agent); name && line.exact)
    for (const auto& [key, path] : name->given) {
      if (key != "db") continue;
      const auto file = backgammon::EquityFile::open(path);
      if (!file) break;
      Backgammon::Position next = *p;
      g->play(next, *move);
      const auto known = file->chances(*g, next);
      if (!known || !*known) break;
      const std::array<double, 5>& c = **known;
      if (next.mover == p->mover) return {c.begin(), c.end()};
      return {1 - c[0], c[3], c[4], c[1], c[2]};
    }
  // Where every game is for one point, the value says it.
  if (g->stakes == Backgammon::Payoff::single || g->match != 0) return {(line.value + 1) / 2};
  return {};
}

}  // namespace banmen::app
