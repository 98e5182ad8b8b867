#include "research/reversi/table_of_four.hpp"

#include "core/name.hpp"
#include "core/text.hpp"
#include "search/greedy.hpp"
#include "search/maxn.hpp"
#include "search/random_agent.hpp"
#include "search/uct.hpp"

namespace banmen::reversi {

Parameter yonin_rules_parameter() { return Parameter::text("rules", "yonin", "yonin[:key=value,…]", "The rules, of individuals"); }

Parameter yonin_opening_parameter(int plies) {
  return Parameter::integer("opening", plies, 0, 60, "Random plies before the players play");
}

Result<Yonin> read_yonin_rules(const Values& values) {
  const auto name = read_name(values.text("rules"));
  if (!name) return fail(name.error());
  if (name->id != Yonin::id()) return fail("'" + name->id + "' is not yonin", "rules look like yonin:restrict=false");
  const auto rules = check_values(name->id, Yonin::parameters(), name->given);
  if (!rules) return fail(rules.error());
  if (rules->text("mode") == "team") return fail("between teams no seat has a standing of its own", "leave mode=team out");
  return Yonin::make(*rules);
}

Result<YoninPlayer> make_yonin_player(const Yonin& g, const std::string& text) {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  static const std::vector<std::string> known = {"random", "greedy", "maxn", "uct"};
  if (std::find(known.begin(), known.end(), name->id) == known.end())
    return fail(ErrorKind::unknown_name, "'" + name->id + "' does not sit at this table", suggest(name->id, known));
  const AgentKind& kind = **find_agent_kind(name->id);
  const auto values = check_values(name->id, kind.parameters, name->given);
  if (!values) return fail(values.error());
  if (name->id == "random") return std::make_unique<RandomSearch<Yonin>>(g);
  if (name->id == "greedy") {
    const auto options = GreedyOptions::from(*values);
    if (!options) return fail(options.error());
    return std::make_unique<Greedy<Yonin>>(g, *options);
  }
  if (name->id == "maxn") {
    const auto options = MaxNOptions::from(*values);
    if (!options) return fail(options.error());
    if (options->ties == Ties::all) return fail("ties=all is a range of results, not a player", "use ties=random");
    return std::make_unique<MaxN<Yonin>>(g, *options);
  }
  const auto options = UctOptions::from(*values);
  if (!options) return fail(options.error());
  if (options->staged) return fail("playout=staged wants a game whose moves are made in steps", "use playout=whole");
  return std::make_unique<Uct<Yonin>>(g, *options);
}

std::optional<DiscPosition> play_four(const Yonin& g, const std::array<Search<Yonin>*, 4>& players, int opening, std::uint64_t game,
                                      const Control& control, const std::function<void(const DiscPosition&, int ply)>& seen) {
  for (Search<Yonin>* player : players) player->new_game();
  DiscPosition p = g.initial();
  Random random(mix(control.seed, 0x6f70656e), game);
  for (int ply = 0;; ++ply) {
    if (g.count(p) == 0) return p;
    if (control.stop.stop_requested()) return std::nullopt;
    seen(p, ply);
    if (ply < opening) {
      g.play(p, g.sample(p, random).move);
      continue;
    }
    Question<Yonin> question;
    question.position = p;
    question.seed = mix(control.seed, p.turn);
    question.game = game;
    question.ply = static_cast<std::uint32_t>(ply);
    question.stop = control.stop;
    const auto thought = players[p.turn]->think(question);
    if (control.stop.stop_requested()) return std::nullopt;  // what it thought so far is not its choice
    g.play(p, thought.lines.front().move);
  }
}

}  // namespace banmen::reversi
