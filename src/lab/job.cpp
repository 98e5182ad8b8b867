#include "lab/job.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/parameter.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"

namespace banmen::lab {
namespace {

/// The lines of settings that identify the game.
std::string game_lines(const OpenGame& game) {
  const std::string stamp = game.rules_stamp();
  return "game " + game.name() + "\n" + (stamp.empty() ? "" : "rules " + stamp + "\n");
}

void put(std::string& out, char letter, const std::vector<long>& numbers) {
  if (numbers.empty()) return;
  if (!out.empty()) out += ' ';
  out += letter;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(numbers[i]);
  }
}

/// Random games.
struct Playout {
  std::shared_ptr<const OpenGame> game;
  std::string position;
  std::uint64_t seed;
  std::uint32_t limit;
  Draw draw;
  bool keep_choices;

  Result<std::vector<Unit>> operator()(std::uint64_t first, std::uint64_t count, const std::stop_token& stop) const {
    const auto games = TRY(game->playout_games(position, first, count, limit, draw, seed, stop));
    std::vector<Unit> units;
    for (const PlayedGame& played : games) {
      Observation o;
      o.unfinished = !played.finished;
      o.result.assign(played.result.begin(), played.result.end());
      o.length = static_cast<long>(played.choices.size());
      for (const std::uint32_t n : played.choices) {
        o.moves += n;
        o.squares += static_cast<long>(n) * n;
      }
      if (keep_choices) o.choices.assign(played.choices.begin(), played.choices.end());
      units.push_back({played.number, o.text(), {}});
    }
    return units;
  }
};

/// Games of a match.
struct Match {
  std::shared_ptr<const OpenGame> game;
  MatchPlan plan;
  std::uint64_t seed;
  bool keep_choices;
  std::shared_ptr<Session> session = game->session();
  MatchPlayer player = {};

  Result<std::vector<Unit>> operator()(std::uint64_t first, std::uint64_t count, const std::stop_token& stop) {
    if (!player) {
      Control control;
      control.seed = seed;
      control.stop = stop;
      player = match_player(
          *game, plan, [&opened = *game](const std::string& name) { return make_agent(opened, name); }, control);
    }
    std::vector<Unit> units;
    for (std::uint64_t number = first; number < first + count; ++number) {
      const MatchGame played = player(number);
      if (played.result.empty() && !played.forfeit) break;  // stopped
      units.push_back({number, observe(played).text(), join(played.moves, " ")});
    }
    return units;
  }

  /// Replays the game to count the moves to choose from, which costs little compared with the searches.
  Observation observe(const MatchGame& played) {
    Observation o;
    o.result = played.result;
    o.seats.assign(played.seats.begin(), played.seats.end());
    if (played.forfeit) o.forfeit = *played.forfeit;
    o.unfinished = !played.forfeit && !played.verdict.empty();
    session->restart();
    for (const std::string& move : played.moves) {
      if (session->turn() != chance) {
        const auto n = static_cast<long>(session->choices());
        ++o.length;
        o.moves += n;
        o.squares += n * n;
        if (keep_choices) o.choices.push_back(n);
      }
      if (!session->play(move)) break;
    }
    return o;
  }
};

/// Games of random play up to an exactly searched end.
struct ExactPlay {
  std::shared_ptr<const OpenGame> game;
  std::string ties;
  int empties;
  std::uint64_t seed;

  Result<std::vector<Unit>> operator()(std::uint64_t first, std::uint64_t count, const std::stop_token& stop) const {
    std::vector<Unit> units;
    for (std::uint64_t number = first; number < first + count && !stop.stop_requested(); ++number) {
      const auto games = TRY(game->search().exact_play_games(ties, empties, number, 1, seed, stop));
      if (games.empty()) break;  // stopped
      Observation o;
      o.result = games.front().result;
      o.least.assign(games.front().least.begin(), games.front().least.end());
      o.most.assign(games.front().most.begin(), games.front().most.end());
      units.push_back({number, o.text(), {}});
    }
    return units;
  }
};

void do_once(Job& job, std::string settings, std::uint64_t seed, std::function<Result<Figures>(const Control&)> action) {
  job.settings = std::move(settings);
  job.once = true;
  job.worker = [seed, action = std::move(action)] {
    return [seed, action](std::uint64_t, std::uint64_t, const std::stop_token& stop) -> Result<std::vector<Unit>> {
      Control control;
      control.seed = seed;
      control.stop = stop;
      const auto found = action(control);
      if (stop.stop_requested()) return std::vector<Unit>{};  // the result is incomplete
      if (!found) return fail(found.error());
      return std::vector<Unit>{{0, write_figures(*found), {}}};
    };
  };
}

Result<Figures> solve(const OpenGame& game, const std::string& position, const Control& control) {
  const auto solved = TRY(game.solver().solve(position, {}, control));
  if (!solved.proved || !solved.value) return fail("the game was not solved: " + solved.unfinished);
  return Figures{{"value", *solved.value, solved.view + (solved.line.empty() ? "" : "; best play " + join(solved.line, " "))},
                 {"positions", std::max(solved.nodes, solved.positions), solved.method}};
}

Result<Figures> perft(const OpenGame& game, const std::string& position, int depth, const Control& control) {
  const auto report = TRY(game.perft(position, depth, control));
  Figures figures;
  for (std::size_t d = 0; d < report.leaves.size(); ++d) figures.push_back({fmt::format("leaves[{}]", d + 1), report.leaves[d]});
  return figures;
}

Result<int> whole_number(const Cell& cell, const std::string& key, int least, int most, int fallback) {
  const auto found = cell.texts.find(key);
  if (found == cell.texts.end()) return fallback;
  int value = 0;
  const auto& text = found->second;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (bad != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    return fail(fmt::format("{} is '{}'; expected a whole number {}..{}", key, text, least, most));
  return value;
}

}  // namespace

std::string Observation::text() const {
  std::string out;
  put(out, 'R', result);
  if (length > 0) put(out, 'L', {length});
  if (length > 0) put(out, 'M', {moves, squares});
  put(out, 'S', seats);
  put(out, 'A', least);
  put(out, 'B', most);
  if (forfeit >= 0) put(out, 'F', {forfeit});
  if (unfinished) put(out, 'U', {1});
  put(out, 'C', choices);
  return out;
}

Result<Observation> Observation::read(std::string_view text) {
  Observation o;
  std::vector<long> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char letter = *at++;
    numbers.clear();
    for (;;) {
      long value = 0;
      const auto read = std::from_chars(at, end, value);
      if (read.ec != std::errc{}) return fail("the store holds a game that can't be read: '" + std::string(text) + "'");
      numbers.push_back(value);
      at = read.ptr;
      if (at == end || *at != ',') break;
      ++at;
    }
    if (at != end && *at++ != ' ') return fail("the store holds a game that can't be read: '" + std::string(text) + "'");
    switch (letter) {
      case 'R': o.result = numbers; break;
      case 'L': o.length = numbers.front(); break;
      case 'M':
        o.moves = numbers.front();
        o.squares = numbers.back();
        break;
      case 'S': o.seats = numbers; break;
      case 'A': o.least = numbers; break;
      case 'B': o.most = numbers; break;
      case 'F': o.forfeit = numbers.front(); break;
      case 'U': o.unfinished = true; break;
      case 'C': o.choices = numbers; break;
      default: return fail("the store has a game of an unknown kind: '" + std::string(text) + "'");
    }
  }
  return o;
}

std::string write_figures(const Figures& figures) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Figure& f : figures) {
    const auto value = f.value.number();
    if (!value) continue;
    nlohmann::ordered_json one = {{"measure", f.name}, {"value", *value}};
    if (f.error.value_or(0) != 0) one["error"] = *f.error;
    if (f.n != 1) one["n"] = f.n;
    if (!f.words.empty()) one["words"] = f.words;
    out.push_back(std::move(one));
  }
  return out.dump();
}

Result<Figures> read_figures(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return fail("the store holds findings that can't be read");
  Figures figures;
  for (const auto& one : json) {
    Figure figure{.name = one.value("measure", ""), .value = one.value("value", 0.0), .words = one.value("words", "")};
    figure.error = one.value("error", 0.0);
    figure.n = one.value("n", std::uint64_t{1});
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::function<Error(Error)> at_key(const ExperimentFile& file, const Cell& cell, const std::string& key) {
  return [&file, &cell, key](Error error) {
    const Experiment& e = file.experiments[cell.experiment];
    error.where = file.path;
    error.column = 0;
    error.line = e.line_of(key);
    error.what = e.id + (cell.factors.empty() ? "" : " (" + text_of(cell.factors) + ")") + ": " + key + ": " + error.what;
    return error;
  };
}

Result<std::unique_ptr<Job>> make_job(const Catalog& catalog, const ExperimentFile& file, const Cell& cell) {
  const Experiment& e = file.experiments[cell.experiment];
  const auto at = [&](const char* key) { return at_key(file, cell, key); };
  const auto text = [&](const char* key, const char* fallback) {
    const auto found = cell.texts.find(key);
    return found == cell.texts.end() ? fallback : found->second;
  };
  auto job = std::make_unique<Job>();
  if (e.kind == "study") {
    const auto study = TRY(find_study(catalog, cell.texts.at("study")).map_error(at("study")));
    do_once(*job, fmt::format("study\n{}\nseed {}\n", study.name, cell.seed), cell.seed, study.run);
    return job;
  }
  const std::shared_ptr<const OpenGame> game = TRY(catalog.open(cell.texts.at("game")).map_error(at("game")));
  const std::string lines = game_lines(*game);
  for (int seat = 0; seat < game->players(); ++seat) {
    job->seats.push_back(game->seat_name(static_cast<Seat>(seat)));
    job->sides.push_back(game->search().side(static_cast<Seat>(seat)));
  }
  const std::string position = text("position", "");
  if (cell.texts.contains("position")) TRY(game->session()->restart(position).map_error(at("position")));
  if (e.kind == "playout") {
    const std::string draw = text("draw", "uniform");
    if (draw != "uniform" && draw != "staged")
      return fail(at("draw")({"there is no '" + draw + "'", suggest(draw, {"uniform", "staged"})}));
    const Playout playout{
        game,          position, cell.seed, static_cast<std::uint32_t>(e.limit), draw == "staged" ? Draw::staged : Draw::uniform,
        e.keep_choices};
    // Plays no game, but refuses an unsupported draw.
    TRY(playout(0, 0, {}).map_error(at("draw")));
    job->settings = fmt::format("playout\n{}seed {}\nlimit {}\nposition {}\ndraw {}\nchoices {}\n", lines, cell.seed, playout.limit,
                                position, draw, e.keep_choices ? "kept" : "summed");
    job->chunk = 64;
    job->worker = [playout] { return playout; };
  } else if (e.kind == "match") {
    MatchPlan plan;
    plan.agents = cell.agents;
    plan.limit = static_cast<std::uint32_t>(e.limit);
    plan.games = std::uint64_t{1} << 40;  // a game depends on its number alone, so the total may grow later
    plan.opening = TRY(whole_number(cell, "opening", 0, 10000, 0).map_error(at("opening")));
    if (plan.agents.size() != 2 && plan.agents.size() != job->seats.size())
      return fail(at("agents")(
          {fmt::format("{} agents for {} seats", plan.agents.size(), job->seats.size()), "name one or two, or one for each seat"}));
    std::string names;
    for (std::string& name : plan.agents) {
      const auto agent = TRY(make_agent(*game, name).map_error(at("agents")));
      name = agent->name();
      job->repeatable &= agent->repeatable();
      names += "agent " + name + "\n";
    }
    job->agents = plan.agents.size();
    // An agent against itself that leaves nothing to chance would play each opening the same way from all seats.
    plan.own_openings = std::ranges::count(plan.agents, plan.agents.front()) == std::ssize(plan.agents);
    job->games_per_opening = games_per_opening(*game, plan);
    job->settings = fmt::format("match\n{}seed {}\nlimit {}\nopening {}\nchoices {}\n{}", lines, cell.seed, plan.limit,
                                plan.opening, e.keep_choices ? "kept" : "summed", names);
    job->greet = [game, agents = plan.agents](std::set<std::string>& greeted) -> Result<void> {
      const AgentMaker make = [&](const std::string& name) { return make_agent(*game, name); };
      for (const std::string& name : agents)
        if (greeted.insert(game->name() + " " + name).second) TRY(agent_for_match(make, name));
      return {};
    };
    job->worker = [game, plan, seed = cell.seed, keep = e.keep_choices] { return Match{game, plan, seed, keep}; };
  } else if (e.kind == "exact_play") {
    const int empties = TRY(whole_number(cell, "empties", 0, 64, 8).map_error(at("empties")));
    const ExactPlay play{game, text("ties", "first"), empties, cell.seed};
    TRY(game->search().exact_play_games(play.ties, empties, 0, 0, cell.seed, {}).map_error(at("empties")));
    job->settings = fmt::format("exact_play\n{}seed {}\nties {}\nempties {}\n", lines, cell.seed, play.ties, empties);
    job->worker = [play] { return play; };
  } else if (e.kind == "solve") {
    TRY(game->solver().can_solve(position, {}).map_error(at("game")));
    do_once(*job, fmt::format("solve\n{}position {}\n", lines, position), cell.seed,
            [game, position](const Control& control) { return solve(*game, position, control); });
  } else {
    const int depth = TRY(whole_number(cell, "depth", 1, 60, 1).map_error(at("depth")));
    do_once(*job, fmt::format("perft\n{}position {}\ndepth {}\n", lines, position, depth), cell.seed,
            [game, position, depth](const Control& control) { return perft(*game, position, depth, control); });
  }
  return job;
}

std::string cell_id(const Job& job) {
  const std::string all = job.settings + "code " + std::string(code_stamp()) + "\n";
  return fmt::format("{:016x}", XXH3_64bits(all.data(), all.size()));
}

namespace {

/// The numeric figures; if there are none, an error with the texts.
Result<Figures> measures(const Findings& found) {
  Figures numbers;
  std::string texts;
  for (Figure& figure : found.figures())
    if (const auto* text = std::get_if<std::string>(&figure.value.value))
      texts += (texts.empty() ? "" : "; ") + *text;
    else if (figure.value.number())
      numbers.push_back(std::move(figure));
  if (numbers.empty()) return fail("the study found no figure" + (texts.empty() ? "" : ": " + texts));
  // The study stopped at a limit of its own: its figures hold, but there may be more.
  if (!found.complete)
    for (Figure& figure : numbers) figure.words += std::string(figure.words.empty() ? "" : "; ") + "incomplete";
  return numbers;
}

}  // namespace

Result<NamedStudy> find_study(const Catalog& catalog, std::string_view text) {
  const auto name = TRY(read_name(text));
  std::vector<std::string> ids;
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      ids.push_back(entry.id + "-" + study.id);
      if (ids.back() != name.id) continue;
      auto parameters = study.parameters;
      for (Parameter& parameter : parameters)
        for (const auto& [key, preset] : study.in_experiments)
          if (parameter.name == key) parameter.fallback = preset;
      const auto values = TRY(check_values(name.id, parameters, name.given));
      return NamedStudy{canonical_name(name.id, parameters, values), [run = study.run, values](Control control) -> Result<Figures> {
                          if (!values.text("seed").empty()) control.seed = static_cast<std::uint64_t>(values.integer("seed"));
                          const auto found = TRY(run(values, control));
                          if (!found.complete && control.stop.stop_requested())
                            return fail(ErrorKind::stopped, "stopped before the end");
                          return measures(found);
                        }};
    }
  return fail("there is no study '" + name.id + "'", suggest(name.id, ids));
}

}  // namespace banmen::lab
