#include "play/engine_server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "core/text.hpp"

namespace banmen {

EngineServer::EngineServer(const OpenGame& game, Agent& agent, std::uint64_t seed, std::function<void(std::string_view)> say)
    : rules_(game), agent_(agent), session_(game.session()), seed_(seed), say_(std::move(say)) {}

void EngineServer::say(std::string_view line) {
  const std::lock_guard lock(writing_);
  say_(line);
}

void EngineServer::wait() {
  if (!thinking_.joinable()) return;
  thinking_.request_stop();
  thinking_.join();
}

bool EngineServer::obey(std::string_view line) {
  Reader reader(line);
  reader.skip_spaces();
  const std::string_view verb = reader.word();
  reader.skip_spaces();
  const std::string_view rest = reader.rest();
  if (verb.empty()) return true;
  if (verb == "quit") return false;
  if (verb == "stop") {
    wait();
    return true;
  }
  if (verb == "ping") {
    say("pong");
    return true;
  }
  if (thinking_.joinable()) {
    thinking_.join();
  }
  if (verb == "banmen") {
    say("id name " + agent_.name());
    say("id game " + rules_.name());
    say("ready");
  } else if (verb == "newgame") {
    const auto numbers = words(rest);
    if (!numbers.empty()) seed_ = std::strtoull(std::string(numbers[0]).c_str(), nullptr, 10);
    if (numbers.size() > 1) game_ = std::strtoull(std::string(numbers[1]).c_str(), nullptr, 10);
    session_->restart();
    if (auto fresh = agent_.new_game(); !fresh) say("error " + fresh.error().message());
  } else if (verb == "position") {
    if (rest == "start") {
      session_->restart();
    } else if (auto set = session_->restart(rest); !set) {
      say("error " + set.error().message());
    }
  } else if (verb == "play") {
    if (auto played = session_->play(rest); !played) say("error " + played.error().message());
  } else if (verb == "undo") {
    if (!session_->undo()) say("error there is nothing to undo");
  } else if (verb == "show") {
    say("position " + session_->position());
    say("turn " + session_->turn_name());
    if (const auto result = session_->result()) say(fmt::format("result {}", fmt::join(*result, " ")));
  } else if (verb == "moves") {
    const auto moves = session_->moves();
    say(fmt::format("moves {}", moves.size()));
    for (const std::string& move : moves) say("move " + move);
  } else if (verb == "legal") {
    const bool legal = session_->play(rest).has_value();
    if (legal) session_->undo();
    say(legal ? "legal yes" : "legal no");
  } else if (verb == "go") {
    go(rest);
  } else if (verb == "choices" || verb == "choice") {
    // For programs that don't know the rules.
  } else {
    say("error there is no command '" + std::string(verb) + "' (" +
        suggest(verb, {"banmen", "newgame", "position", "play", "undo", "show", "moves", "legal", "go", "stop", "ping", "quit"}) +
        ")");
  }
  return true;
}

void EngineServer::go(std::string_view rest) {
  double seconds = 0;
  int lines = 1;
  const auto parts = words(rest);
  for (std::size_t k = 0; k + 1 < parts.size(); k += 2) {
    const std::string number(parts[k + 1]);
    if (parts[k] == "seconds") seconds = std::clamp(std::strtod(number.c_str(), nullptr), 0.0, 86400.0);
    if (parts[k] == "lines") lines = static_cast<int>(std::clamp(std::strtol(number.c_str(), nullptr, 10), 1L, 10000L));
  }
  if (session_->is_over()) return say("error the game is over");
  if (session_->turn() == chance) return say("error chance acts, not a seat");
  // Searches on its own thread. An exception is reported and the server continues.
  thinking_ = std::jthread([this, seconds, lines](const std::stop_token& stop) {
    try {
      think(seconds, lines, stop);
    } catch (const std::exception& thrown) {
      say(std::string("error ") + thrown.what());
    }
  });
}

void EngineServer::think(double seconds, int lines, const std::stop_token& stop) {
  AnyQuestion ask;
  ask.seed = seed_;
  ask.game = game_;
  ask.seconds = seconds;
  ask.lines = lines;
  ask.stop = stop;
  ask.progress = [this](const AnyProgress& c) {
    const std::string depth = c.depth > 0 ? fmt::format("depth {} ", c.depth) : "";
    say(fmt::format("info {}value {:g} nodes {} seconds {:.3f}", depth, c.value, c.nodes, c.seconds));
  };
  const auto answer = agent_.think(*session_, ask);
  if (!answer) return say("error " + answer.error().message());
  for (std::size_t k = answer->lines.size(); k-- > 0;) {
    const AnyAnswerLine& line = answer->lines[k];
    say(fmt::format("info line {} value {:g} exact {} nodes {} seconds {:.3f} moves {}", k + 1, line.value,
                    line.exact ? "yes" : "no", answer->nodes, answer->seconds, fmt::join(line.line, " ")));
  }
  say("bestmove " + answer->lines.front().move);
}

bool serve_lines(const OpenGame& game, Agent& agent, std::uint64_t seed, int in, int out, const std::stop_token& stop) {
  std::atomic<bool> heard = true;  // false after a write error
  EngineServer server(game, agent, seed, [&](std::string_view line) {
    std::string text(line);
    text += '\n';
    for (std::size_t sent = 0; heard && sent < text.size();) {
      const ssize_t n = write(out, text.data() + sent, text.size() - sent);
      if (n < 0 && errno != EINTR) heard = false;
      if (n > 0) sent += static_cast<std::size_t>(n);
    }
  });
  std::string pending;
  bool quit = false;
  while (!stop.stop_requested() && heard && !quit) {
    pollfd ready{in, POLLIN, 0};
    const int some = poll(&ready, 1, 200);
    if (some <= 0) continue;
    char buffer[4096];
    const ssize_t n = read(in, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    pending.append(buffer, static_cast<std::size_t>(n));
    for (std::size_t end; !quit && (end = pending.find('\n')) != std::string::npos;) {
      std::string line = pending.substr(0, end);
      pending.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      quit = !server.obey(line);
    }
    if (pending.size() > (1 << 20)) {
      const std::string_view endless = "error a line without end\n";
      (void)!write(out, endless.data(), endless.size());
      pending.clear();
    }
  }
  server.wait();
  return heard;
}

}  // namespace banmen
