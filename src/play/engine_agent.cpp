#include "play/engine_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/seconds_since.hpp"
#include "core/text.hpp"
#include "host/terminal.hpp"

namespace banmen {
namespace {

/// What a program said, short and without control bytes.
std::string shown(std::string_view line) {
  std::string out = harmless(line);
  std::replace(out.begin(), out.end(), '\'', '.');
  return cut(out, 60);
}
std::string in_quotes(std::string_view line) { return "'" + shown(line) + "'"; }

}  // namespace

Result<void> EngineAgent::new_game() {
  fresh_ = true;
  told_.clear();
  if (process_ != nullptr) return {};
  const auto never_ready = [](const Error& error) { return fail(error.kind, "it never got ready: " + error.message()); };
  auto started = Process::start(command_);
  if (!started) return fail(started.error());
  if (const auto sent = (*started)->write_line("banmen 1"); !sent) return never_ready(sent.error());
  // A program may greet with any lines of its own; only `id game`, `id name`, `wants choices` and `ready` mean something.
  wants_choices_ = false;
  for (int line_count = 0; line_count < 1000; ++line_count) {
    const auto line = (*started)->read_line(timeout_);
    if (!line) return never_ready(line.error());
    constexpr std::string_view plays = "id game ";
    if (line->starts_with(plays) && line->substr(plays.size()) != game_)
      return fail(name_ + " plays " + in_quotes(line->substr(plays.size())) + ", not '" + game_ + "'",
                  "start it with the same game and parameters");
    if (*line == "wants choices") wants_choices_ = true;
    if (line->starts_with("id name ")) title_ = shown(line->substr(8));
    if (*line == "ready") {
      process_ = std::move(*started);
      return {};
    }
  }
  return fail(ErrorKind::failed, "it never got ready: it said 1000 other lines");
}

Result<void> EngineAgent::tell(const Session& session, const Ask& ask) {
  const auto& history = session.history();
  const bool goes_on = !fresh_ && told_.size() <= history.size() && std::equal(told_.begin(), told_.end(), history.begin());
  if (!goes_on) {
    if (auto sent = process_->write_line(fmt::format("newgame {} {}", ask.seed, ask.game)); !sent) return sent;
    if (!session.from_initial())
      if (auto sent = process_->write_line("position " + session.start()); !sent) return sent;
    told_.clear();
    fresh_ = false;
  }
  for (std::size_t k = told_.size(); k < history.size(); ++k) {
    if (auto sent = process_->write_line("play " + history[k]); !sent) return sent;
    told_.push_back(history[k]);
  }
  if (wants_choices_) {
    const auto moves = session.moves();
    if (auto sent = process_->write_line(fmt::format("choices {}", moves.size())); !sent) return sent;
    for (const std::string& move : moves)
      if (auto sent = process_->write_line("choice " + move); !sent) return sent;
  }
  return process_->write_line(ask.seconds > 0 ? fmt::format("go seconds {:g}", ask.seconds) : std::string("go"));
}

Result<Answer> EngineAgent::listen(const Session& session, const Ask& ask) {
  Answer answer;
  const auto begin = std::chrono::steady_clock::now();
  const double limit = ask.seconds + timeout_;
  const auto elapsed = [&] { return seconds_since(begin); };
  double value = 0;
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
    const auto parts = words(*line);
    if (parts.empty()) continue;
    if (parts[0] == "info") {
      for (std::size_t k = 1; k + 1 < parts.size(); k += 2) {
        const std::string number(parts[k + 1]);
        if (parts[k] == "value") value = std::strtod(number.c_str(), nullptr);
        if (parts[k] == "nodes") answer.nodes = std::strtoull(number.c_str(), nullptr, 10);
        if (parts[k] == "depth")
          answer.depth = static_cast<int>(std::clamp(std::strtol(number.c_str(), nullptr, 10), 0L, 1000000L));
      }
      continue;
    }
    if (parts[0] != "bestmove" || parts.size() < 2)
      return fail(ErrorKind::failed, "'bestmove MOVE' was wanted, but it said " + in_quotes(*line));
    AnswerLine best;
    best.move = line->substr(line->find("bestmove") + 9);
    const auto legal = session.moves();
    if (std::find(legal.begin(), legal.end(), best.move) == legal.end()) {
      return fail(ErrorKind::failed, "an illegal move, " + in_quotes(best.move), suggest(best.move, legal));
    }
    best.value = std::isfinite(value) ? value : 0;
    best.line = {best.move};
    answer.lines.push_back(std::move(best));
    answer.seconds = elapsed();
    return answer;
  }
}

Result<Answer> EngineAgent::think(const Session& session, const Ask& ask) {
  if (process_ == nullptr)
    if (auto ready = new_game(); !ready) return fail(ready.error());
  Result<Answer> answer = fail("");
  if (auto told = tell(session, ask); !told)
    answer = fail(told.error());
  else
    answer = listen(session, ask);
  if (!answer) process_.reset();  // it can't be trusted to be where the game is
  return answer;
}

}  // namespace banmen
