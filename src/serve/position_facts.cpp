#include "serve/position_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

#include "catalog/game_handle.hpp"
#include "core/text.hpp"
#include "lab/job.hpp"
#include "serve/fields.hpp"
#include "solve/container.hpp"

namespace banmen::serve {
namespace {

using Clock = std::chrono::steady_clock;

/// A stop token that follows another one and also stops after a time.
class Timer {
 public:
  Timer(double seconds, const std::stop_token& outer)
      : until_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        follow_(outer, [this] { source_.request_stop(); }),
        thread_([this](const std::stop_token& over) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          (void)never.wait_until(lock, over, until_, [] { return false; });
          source_.request_stop();
        }) {}

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  [[nodiscard]] double left() const { return std::chrono::duration<double>(until_ - Clock::now()).count(); }
  [[nodiscard]] bool over() const { return source_.stop_requested(); }

 private:
  std::stop_source source_;
  Clock::time_point until_;
  std::stop_callback<std::function<void()>> follow_;
  std::jthread thread_;
};

Json by_move(std::vector<std::pair<std::string, Json>>&& values) {
  Json moves = Json::object();
  for (auto& [move, value] : values) moves[move] = std::move(value);
  return moves;
}

Json from_solver(const OpenGame& game, const Session& session, const std::stop_token& stop) {
  SolveOptions options;
  options.openings = true;
  options.memory = std::uint64_t{256} << 20;
  options.graph_limit = 200'000;  // solvable within the time limit
  options.table_positions = 200'000;
  const std::string position = session.position();
  if (!game.solver().can_solve(position, options)) return nullptr;
  const auto report = game.solver().solve(position, options, Control{1, 1, stop, {}});
  if (!report || !report->value || !report->unfinished.empty()) return nullptr;
  std::vector<std::pair<std::string, Json>> moves;
  for (const OpeningValue& opening : report->openings)
    if (opening.low == opening.high) moves.emplace_back(opening.move, opening.low);
  return {{"value", *report->value},
          {"view", report->view},
          {"source", "solve: " + report->method},
          {"line", report->line},
          {"moves", by_move(std::move(moves))}};
}

/// An exhaustive search marks every line as exact.
Json from_search(const OpenGame& game, const Session& session, double seconds, const std::stop_token& stop) {
  if (session.turn() < 0 || seconds <= 0) return nullptr;
  const std::vector<std::string> ids = game.agents();
  for (const char* id : {"alphabeta", "maxn"}) {
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) continue;
    const auto agent = game.search().agent(fmt::format("{}:time={:.3f}", id, seconds));
    if (!agent || !(*agent)->new_game()) continue;
    AnyQuestion ask;
    ask.lines = static_cast<int>(std::min<std::size_t>(session.choices(), 1000));
    ask.stop = stop;
    const auto answer = (*agent)->think(session, ask);
    if (!answer || answer->lines.empty()) continue;
    if (!std::all_of(answer->lines.begin(), answer->lines.end(), [](const AnyAnswerLine& line) { return line.exact; })) continue;
    std::vector<std::pair<std::string, Json>> moves;
    for (const AnyAnswerLine& line : answer->lines) moves.emplace_back(line.move, line.value);
    return {{"value", answer->lines.front().value},
            {"view", answer->unit + ", of " + session.turn_name()},
            {"source", id},
            {"line", answer->lines.front().line},
            {"moves", by_move(std::move(moves))}};
  }
  return nullptr;
}

Json figures_of(const Findings& found) {
  Json figures = Json::array();
  for (const Figure& figure : found.figures()) {
    if (!figure.value.known()) continue;
    Json one{{"name", figure.name}, {"value", to_json(figure.value)}};
    if (!figure.unit.empty()) one["unit"] = figure.unit;
    if (!figure.words.empty()) one["words"] = figure.words;
    if (!figure.exact) one["exact"] = false;
    if (figure.error) one["error"] = *figure.error;
    figures.push_back(std::move(one));
  }
  return figures;
}

}  // namespace

PositionFacts::PositionFacts(const Catalog& catalog, Setting setting) : catalog_(catalog), setting_(std::move(setting)) {
  for (const std::string& path : setting_.databases)
    if (const auto file = Container::open(path)) owners_.insert(owner_line(file->owner(), "game"));
}

std::shared_ptr<const OpenGame> PositionFacts::kept(std::shared_ptr<const OpenGame> game) const {
  const std::string owner = name_with_rules(game->name(), *game);
  if (!owners_.contains(owner)) return game;
  const std::lock_guard lock(mutex_);
  return kept_.try_emplace(owner, std::move(game)).first->second;
}

Result<Json> PositionFacts::of(const std::string& name, const std::string& position, const std::vector<std::string>& moves,
                               const std::stop_token& stop) const {
  auto opened = setting_.open(name);
  if (!opened) return fail(opened.error());
  const std::shared_ptr<const OpenGame> game = kept(std::move(*opened));
  const auto session = game->session();
  if (!position.empty())
    if (const auto set = session->restart(position); !set) return fail_in("position", set.error());
  for (std::size_t k = 0; k < moves.size(); ++k)
    if (const auto played = session->play(moves[k]); !played) return fail_in("moves/" + std::to_string(k), played.error());
  Json document{{"game", game->name()}, {"position", session->position()}, {"findings", Json::array()}, {"exact", nullptr}};
  if (session->is_over() || session->repeated()) return document;
  try {
    document["exact"] = exact(*game, *session, stop);
    document["findings"] = findings(*game, *session, stop);
  } catch (const std::exception&) {
    // Out of memory: return what is known.
  }
  return document;
}

Json PositionFacts::exact(const OpenGame& game, const Session& session, const std::stop_token& stop) const {
  const Timer timer(setting_.seconds, stop);
  if (Json found = from_databases(game, session, timer.token()); !found.is_null()) return found;
  // Half of the time for the solver, half for the search.
  {
    const Timer half(setting_.seconds / 2, timer.token());
    if (Json found = from_solver(game, session, half.token()); !found.is_null()) return found;
  }
  return from_search(game, session, timer.left(), timer.token());
}

Json PositionFacts::from_databases(const OpenGame& game, const Session& session, const std::stop_token& stop) const {
  for (const std::string& path : setting_.databases) {
    // Fails for a database of another game or without this position.
    const auto report = game.solver().probe_database(path, session.position(), Control{1, 1, stop, {}});
    if (!report || !report->value.known()) continue;
    std::vector<std::pair<std::string, Json>> moves;
    for (const ProbeReport::Move& move : report->moves)
      if (move.value.known()) moves.emplace_back(move.move, to_json(move.value));
    const std::size_t slash = path.rfind('/');
    Json found{{"value", to_json(report->value)},
               {"view", report->view},
               {"source", "database " + (slash == std::string::npos ? path : path.substr(slash + 1))},
               {"win", to_json(report->win)},
               {"moves", by_move(std::move(moves))}};
    for (const Figure& figure : report->more)
      if (!found.contains(figure.name)) found[figure.name] = to_json(figure.value);
    return found;
  }
  return nullptr;
}

Json PositionFacts::findings(const OpenGame& game, const Session& session, const std::stop_token& stop) const {
  Json all = Json::array();
  const std::string id = game.name().substr(0, game.name().find(':'));
  const auto& entries = catalog_.entries();
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const GameEntry& one) { return one.id == id; });
  if (entry == entries.end()) return all;
  const Timer timer(setting_.seconds, stop);
  const Control control{1, 1, timer.token(), {}};
  const std::string position = session.position();
  for (const Study& study : entry->studies) {
    const auto& way = study.of_position;
    if (!way) continue;
    // A study without a parameter for rules assumes the default ones or infers them from the board.
    const auto ask = [&](const std::string& move, std::optional<long> depth) {
      if (timer.over()) return false;
      std::vector<std::pair<std::string, std::string>> given;
      if (!way->position.empty()) given.emplace_back(way->position, position);
      if (!way->board.empty()) given.emplace_back(way->board, position.substr(0, position.find(' ')));
      if (!way->rules.empty()) given.emplace_back(way->rules, game.name());
      if (!move.empty()) given.emplace_back(way->move, move);
      if (depth) given.emplace_back(way->depth, std::to_string(*depth));
      const auto values = check_values(entry->id + " " + study.id, study.parameters, given);
      if (!values) return false;
      const auto found = study.run(*values, control);
      if (!found || !found->complete || timer.over()) return false;
      Json one{{"study", entry->id + " " + study.id + (depth ? " " + std::to_string(*depth) : "")}, {"title", study.help}};
      if (!move.empty()) one["move"] = move;
      one["figures"] = figures_of(*found);
      all.push_back(std::move(one));
      return true;
    };
    if (!way->move.empty()) {
      if (session.turn() >= 0)
        for (const std::string& move : session.moves()) (void)ask(move, {});
    } else if (!way->depth.empty()) {
      // Each depth costs a multiple of the previous one: don't start one that can't finish.
      constexpr double dearer = 5;
      const auto parameter = std::find_if(study.parameters.begin(), study.parameters.end(),
                                          [&](const Parameter& one) { return one.name == way->depth; });
      for (long depth = std::stol(parameter->fallback); depth <= static_cast<long>(parameter->most); ++depth) {
        const double before = timer.left();
        if (!ask("", depth) || timer.left() < dearer * (before - timer.left())) break;
      }
    } else {
      (void)ask("", {});
    }
  }
  return all;
}

}  // namespace banmen::serve
