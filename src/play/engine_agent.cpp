#include "play/engine_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace banmen {

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
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
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
