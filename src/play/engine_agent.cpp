#include "play/engine_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "core/control.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"

namespace banmen {
namespace {

constexpr int most_greetings = 1000;

/// What a program said, short and without control bytes.
std::string shown(std::string_view line) {
  std::string out = harmless(line);
  std::replace(out.begin(), out.end(), '\'', '.');
  return cut(out, 60);
}
std::string in_quotes(std::string_view line) { return "'" + shown(line) + "'"; }

}  // namespace

Result<bool> EngineReferee::greeted(std::string_view line) {
  // A program may greet with any lines of its own; only `id game`, `id name`, `wants choices` and `ready` mean something.
  constexpr std::string_view plays = "id game ", named = "id name ";
  if (line.starts_with(plays) && line.substr(plays.size()) != game_)
    return fail(name_ + " plays " + in_quotes(line.substr(plays.size())) + ", not '" + game_ + "'",
                "start it with the same game and parameters");
  if (line.starts_with(named)) title_ = shown(line.substr(named.size()));
  if (line == "wants choices") wants_choices_ = true;
  if (line == "ready") return true;
  if (++lines_ >= most_greetings)
    return fail(ErrorKind::failed, fmt::format("it never got ready: it said {} other lines", most_greetings));
  return false;
}

void EngineReferee::new_game() {
  fresh_ = true;
  told_.clear();
}

std::vector<std::string> EngineReferee::ask(const Session& session, const Ask& question) {
  answer_ = {};
  value_ = 0;
  std::vector<std::string> lines;
  const auto& history = session.history();
  const bool goes_on = !fresh_ && told_.size() <= history.size() && std::equal(told_.begin(), told_.end(), history.begin());
  if (!goes_on) {
    lines.push_back(fmt::format("newgame {} {}", question.seed, question.game));
    if (!session.from_initial()) lines.push_back("position " + session.start());
    told_.clear();
    fresh_ = false;
  }
  for (std::size_t k = told_.size(); k < history.size(); ++k) {
    lines.push_back("play " + history[k]);
    told_.push_back(history[k]);
  }
  if (wants_choices_) {
    const auto moves = session.moves();
    lines.push_back(fmt::format("choices {}", moves.size()));
    for (const std::string& move : moves) lines.push_back("choice " + move);
  }
  lines.push_back(question.seconds > 0 ? fmt::format("go seconds {:g}", question.seconds) : std::string("go"));
  return lines;
}

Result<std::optional<Answer>> EngineReferee::hear(std::string_view line, const Session& session) {
  const auto parts = words(line);
  if (parts.empty()) return std::nullopt;
  if (parts[0] == "info") {
    for (std::size_t k = 1; k + 1 < parts.size(); k += 2) {
      const std::string number(parts[k + 1]);
      if (parts[k] == "value") value_ = std::strtod(number.c_str(), nullptr);
      if (parts[k] == "nodes") answer_.nodes = std::strtoull(number.c_str(), nullptr, 10);
      if (parts[k] == "depth") answer_.depth = static_cast<int>(std::clamp(std::strtol(number.c_str(), nullptr, 10), 0L, 1000000L));
    }
    return std::nullopt;
  }
  if (parts[0] != "bestmove" || parts.size() < 2)
    return fail(ErrorKind::failed, "'bestmove MOVE' was wanted, but it said " + in_quotes(line));
  AnswerLine best;
  best.move = line.substr(line.find("bestmove") + 9);
  const auto legal = session.moves();
  if (std::find(legal.begin(), legal.end(), best.move) == legal.end())
    return fail(ErrorKind::failed, "an illegal move, " + in_quotes(best.move), suggest(best.move, legal));
  best.value = std::isfinite(value_) ? value_ : 0;
  best.line = {best.move};
  answer_.lines = {std::move(best)};
  return answer_;
}

Result<void> EngineAgent::new_game() {
  referee_.new_game();
  if (process_ != nullptr) return {};
  const auto never_ready = [](const Error& error) { return fail(error.kind, "it never got ready: " + error.message()); };
  auto started = Process::start(command_);
  if (!started) return fail(started.error());
  if (const auto sent = (*started)->write_line(EngineReferee::greeting); !sent) return never_ready(sent.error());
  referee_ = EngineReferee(name_, game_);
  for (;;) {
    const auto line = (*started)->read_line(timeout_);
    if (!line) return never_ready(line.error());
    const auto ready = referee_.greeted(*line);
    if (!ready) return fail(ready.error());
    if (!*ready) continue;
    title_ = referee_.title();
    process_ = std::move(*started);
    return {};
  }
}

Result<Answer> EngineAgent::listen(const Session& session, const Ask& ask) {
  const auto begin = std::chrono::steady_clock::now();
  const double limit = ask.seconds + timeout_;
  const auto elapsed = [&] { return seconds_since(begin); };
  for (;;) {
    // In slices, so that an interruption is noticed.
    const double left = limit - elapsed();
    if (left <= 0) return fail(ErrorKind::no_answer, fmt::format("no answer within {:g} s", limit));
    if (ask.stop.stop_requested()) return fail(ErrorKind::stopped, "interrupted");
    const auto line = process_->read_line(std::min(left, 0.25));
    if (!line) {
      if (line.error().kind == ErrorKind::no_answer) continue;
      return fail(line.error());
    }
    auto heard = referee_.hear(*line, session);
    if (!heard) return fail(heard.error());
    if (!*heard) continue;
    (*heard)->seconds = elapsed();
    return std::move(**heard);
  }
}

Result<Answer> EngineAgent::think(const Session& session, const Ask& ask) {
  if (process_ == nullptr)
    if (auto ready = new_game(); !ready) return fail(ready.error());
  Result<void> told;
  for (const std::string& line : referee_.ask(session, ask))
    if (told = process_->write_line(line); !told) break;
  Result<Answer> answer = fail("");
  if (!told)
    answer = fail(told.error());
  else
    answer = listen(session, ask);
  if (!answer) process_.reset();  // it can't be trusted to be where the game is
  return answer;
}

}  // namespace banmen
