#include "play/engine_server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "core/text.hpp"
#include "play/agents.hpp"

namespace banmen {

void LineServer::say(std::string_view line) {
  const std::lock_guard lock(writing_);
  say_(line);
}

void LineServer::wait() {
  if (!thinking_.joinable()) return;
  thinking_.request_stop();
  thinking_.join();
}

void LineServer::start(std::function<Result<void>(const std::stop_token&)> search) {
  thinking_ = std::jthread([this, search = std::move(search)](const std::stop_token& stop) {
    try {
      if (const auto done = search(stop); !done) fail_search(done.error().message());
    } catch (const std::exception& thrown) {
      fail_search(thrown.what());
    }
  });
}

EngineServer::EngineServer(const OpenGame& game, Agent& agent, std::uint64_t seed, Say say)
    : LineServer(std::move(say)), rules_(game), agent_(agent), session_(game.session()), seed_(seed) {}

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
    say("id name " + agent_.title());
    say("id game " + rules_.name());
    say("ready");
  } else if (verb == "newgame") {
    const auto numbers = words(rest);
    if (!numbers.empty()) seed_ = std::strtoull(std::string(numbers[0]).c_str(), nullptr, 10);
    if (numbers.size() > 1) game_ = std::strtoull(std::string(numbers[1]).c_str(), nullptr, 10);
    session_->restart();
    if (auto fresh = agent_.new_game(); !fresh) complain(fresh.error().message());
  } else if (verb == "position") {
    if (rest == "start") {
      session_->restart();
    } else if (auto set = session_->restart(rest); !set) {
      complain(set.error().message());
    }
  } else if (verb == "play") {
    if (auto played = session_->play(rest); !played) complain(played.error().message());
  } else if (verb == "undo") {
    if (!session_->undo()) complain("there is nothing to undo");
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
    complain(
        "there is no command '" + std::string(verb) + "' (" +
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
  if (session_->is_over()) return complain("the game is over");
  if (session_->turn() == chance) return complain("chance acts, not a seat");
  start([this, seconds, lines](const std::stop_token& stop) { return think(seconds, lines, stop); });
}

Result<void> EngineServer::think(double seconds, int lines, const std::stop_token& stop) {
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
  if (!answer && stop.stop_requested()) {  // an external program, which can't be stopped: any answer will do
    say("bestmove " + session_->moves().front());
    return {};
  }
  if (!answer) return fail(answer.error());
  for (std::size_t k = answer->lines.size(); k-- > 0;) {
    const AnyAnswerLine& line = answer->lines[k];
    say(fmt::format("info line {} value {:g} exact {} nodes {} seconds {:.3f} moves {}", k + 1, line.value,
                    line.exact ? "yes" : "no", answer->nodes, answer->seconds, fmt::join(line.line, " ")));
  }
  say("bestmove " + answer->lines.front().move);
  return {};
}

double share_of_clock(double left, double added, double moves) {
  const double reserve = std::min(0.05, left / 10);  // for the way of the answer
  return std::clamp((left - reserve) / std::max(moves, 1.0) + 0.8 * added, 0.001, std::max(0.001, 0.8 * (left - reserve)));
}

std::string for_a_clock(const OpenGame& game, std::string_view name) {
  if (is_program(name)) return std::string(name);
  const auto read = read_name(name);
  if (!read) return std::string(name);
  for (const auto& [key, value] : read->given)
    if (key == "depth" || key == "nodes" || key == "playouts" || key == "time") return std::string(name);
  for (const AgentKind& kind : game.search().agents())
    for (const Parameter& parameter : kind.parameters)
      if (kind.id == read->id && parameter.name == "time")
        return fmt::format("{}{}time={:g}", name, read->given.empty() ? ":" : ",", longest_search);
  return std::string(name);
}

bool serve_lines(const std::function<std::unique_ptr<LineServer>(LineServer::Say)>& make, int in, int out,
                 const std::stop_token& stop) {
  std::atomic<bool> heard = true;  // false after a write error
  const auto server = make([&](std::string_view line) {
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
      quit = !server->obey(line);
    }
    if (pending.size() > (1 << 20)) {
      server->complain("a line is longer than 1 MiB");
      pending.clear();
    }
  }
  server->wait();
  return heard;
}

bool serve_lines(const OpenGame& game, Agent& agent, std::uint64_t seed, int in, int out, const std::stop_token& stop) {
  return serve_lines([&](LineServer::Say say) { return std::make_unique<EngineServer>(game, agent, seed, std::move(say)); }, in,
                     out, stop);
}

}  // namespace banmen
