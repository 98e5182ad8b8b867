#include "play/agents.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "core/control.hpp"
#include "core/parameter.hpp"
#include "core/text.hpp"
#include "host/process.hpp"
#include "host/terminal.hpp"

namespace banmen {
namespace {

constexpr int most_greetings = 1000;

/// A program's line for an error message: shortened, without control bytes.
std::string shown(std::string_view line) {
  std::string out = harmless(line);
  std::replace(out.begin(), out.end(), '\'', '.');
  return cut(out, 60);
}
std::string in_quotes(std::string_view line) { return "'" + shown(line) + "'"; }

/// An external program as an agent.
class EngineAgent final : public Agent {
 public:
  /// The program starts with the first game, and again after a failure.
  EngineAgent(std::string name, std::string game, std::string command, double timeout)
      : name_(std::move(name)), game_(std::move(game)), command_(std::move(command)), timeout_(timeout), referee_(name_, game_) {}

  const std::string& name() const override { return name_; }
  std::string title() const override { return title_.empty() ? name_ : title_; }
  bool repeatable() const override { return false; }

  /// Bad input if the program plays another game; every other failure is the program's.
  Result<void> new_game() override {
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

  Result<AnyAnswer> think(const Session& session, const AnyQuestion& ask) override {
    if (process_ == nullptr)
      if (auto ready = new_game(); !ready) return fail(ready.error());
    Result<void> told = unasked();
    if (told)
      for (const std::string& line : referee_.ask(session, ask))
        if (told = process_->write_line(line); !told) break;
    Result<AnyAnswer> answer = fail("");
    if (!told)
      answer = fail(told.error());
    else
      answer = listen(session, ask);
    if (!answer) process_.reset();  // its state is unknown
    return answer;
  }

 private:
  /// Each question has one answer: a second one, or any other line, must not answer the next question.
  Result<void> unasked() {
    for (int lines = 0; lines < most_greetings; ++lines) {
      const auto line = process_->read_line(0);
      if (!line && line.error().kind == ErrorKind::no_answer) return {};
      if (!line) return fail(line.error());
      if (!words(*line).empty() && !line->starts_with("info"))
        return fail(ErrorKind::failed, "it sent a line without being asked: " + in_quotes(*line));
    }
    return fail(ErrorKind::failed, fmt::format("it sent {} lines without being asked", most_greetings));
  }

  Result<AnyAnswer> listen(const Session& session, const AnyQuestion& ask) {
    const auto begin = std::chrono::steady_clock::now();
    const double limit = ask.seconds + timeout_;
    const auto elapsed = [&] { return seconds_since(begin); };
    for (;;) {
      // In slices, to notice interruptions.
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

  std::string name_, game_, command_, title_;
  double timeout_;
  EngineReferee referee_;
  std::unique_ptr<Process> process_;
};

const AgentKind& engine_kind() {
  static const AgentKind kind{
      "engine",
      "an external program, by the protocol of docs/engine.md",
      {Parameter::real("timeout", "30", 0.01, 86400, "seconds for an answer beyond the time for the move"),
       Parameter::text("cmd", "", "COMMAND", "the command that starts it: everything after cmd=").needed()}};
  return kind;
}

bool same_form(const AgentKind& a, const AgentKind& b) {
  return a.id == b.id && a.help == b.help &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                    [](const Parameter& p, const Parameter& q) { return p.name == q.name && p.help == q.help; });
}

}  // namespace

Result<bool> EngineReferee::greeted(std::string_view line) {
  // Lines other than `id game`, `id name`, `wants choices` and `ready` are ignored.
  constexpr std::string_view plays = "id game ", named = "id name ";
  if (line.starts_with(plays) && line.substr(plays.size()) != game_)
    return fail(name_ + " plays " + in_quotes(line.substr(plays.size())) + ", not '" + game_ + "'",
                "start it with the same game and parameters");
  if (line.starts_with(named)) title_ = shown(line.substr(named.size()));
  if (line == "wants choices") wants_choices_ = true;
  if (line == "ready") return true;
  if (++lines_ >= most_greetings)
    return fail(ErrorKind::failed, fmt::format("it never got ready: it sent {} other lines", most_greetings));
  return false;
}

std::uint64_t EngineReferee::told_seed(std::uint64_t seed) {
  constexpr std::string_view purpose = "banmen: the seed of newgame";
  static_assert(purpose.size() >= crypto_generichash_KEYBYTES_MIN && purpose.size() <= crypto_generichash_KEYBYTES_MAX);
  std::array<unsigned char, 8> bytes{};
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<unsigned char>(seed >> 8 * k);
  crypto_generichash(hash.data(), hash.size(), bytes.data(), bytes.size(), reinterpret_cast<const unsigned char*>(purpose.data()),
                     purpose.size());
  std::uint64_t told = 0;
  for (std::size_t k = 0; k < 8; ++k) told |= std::uint64_t{hash[k]} << 8 * k;
  return told;
}

void EngineReferee::new_game() {
  fresh_ = true;
  sent_.clear();
}

std::vector<std::string> EngineReferee::ask(const Session& session, const AnyQuestion& question) {
  answer_ = {};
  value_ = 0;
  std::vector<std::string> lines;
  const auto& history = session.history();
  const bool continues = !fresh_ && sent_.size() <= history.size() && std::equal(sent_.begin(), sent_.end(), history.begin());
  if (!continues) {
    lines.push_back(fmt::format("newgame {} {}", told_seed(question.seed), question.game));
    if (!session.from_initial()) lines.push_back("position " + session.start());
    sent_.clear();
    fresh_ = false;
  }
  for (std::size_t k = sent_.size(); k < history.size(); ++k) {
    lines.push_back("play " + history[k]);
    sent_.push_back(history[k]);
  }
  if (wants_choices_) {
    const auto moves = session.moves();
    lines.push_back(fmt::format("choices {}", moves.size()));
    for (const std::string& move : moves) lines.push_back("choice " + move);
  }
  lines.push_back(question.seconds > 0 ? fmt::format("go seconds {:g}", question.seconds) : std::string("go"));
  return lines;
}

Result<std::optional<AnyAnswer>> EngineReferee::hear(std::string_view line, const Session& session) {
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
    return fail(ErrorKind::failed, "expected 'bestmove MOVE', got " + in_quotes(line));
  AnyAnswerLine best;
  best.move = line.substr(line.find("bestmove") + 9);
  const auto legal = session.moves();
  if (std::find(legal.begin(), legal.end(), best.move) == legal.end())
    return fail(ErrorKind::failed, "an illegal move, " + in_quotes(best.move), suggest(best.move, legal));
  best.value = std::isfinite(value_) ? value_ : 0;
  best.line = {best.move};
  answer_.lines = {std::move(best)};
  return answer_;
}

bool is_program(std::string_view name) { return name.substr(0, name.find(':')) == "engine"; }

Result<std::unique_ptr<Agent>> make_agent(const OpenGame& game, std::string_view name) {
  constexpr std::string_view prefix = "engine:";
  if (name == "engine") return fail("engine needs a command", "write engine:cmd=COMMAND");
  if (!name.starts_with(prefix)) {
    auto agent = game.search().agent(name);
    if (!agent && agent.error().kind == ErrorKind::unknown_name) {
      std::vector<std::string> ids = game.agents();
      ids.emplace_back("engine");
      const std::string_view id = name.substr(0, name.find(':'));
      return fail(ErrorKind::unknown_name, "there is no agent '" + std::string(id) + "'", suggest(id, ids));
    }
    return agent;
  }
  std::string_view rest = name.substr(prefix.size());
  const std::size_t at = rest.find("cmd=");
  if (at == std::string_view::npos || (at > 0 && rest[at - 1] != ','))
    return fail("engine needs a command", "write engine:cmd=COMMAND");
  const std::string command(rest.substr(at + 4));
  if (command.empty()) return fail("the command of engine is empty", "write engine:cmd=COMMAND");
  double timeout = 30;
  if (at > 0) {
    const auto options = read_name("engine:" + std::string(rest.substr(0, at - 1)));
    if (!options) return fail(options.error());
    const auto values = check_values("engine", {engine_kind().parameters.front()}, options->given);
    if (!values) return fail(values.error());
    timeout = values->real("timeout");
  }
  return std::make_unique<EngineAgent>(std::string(name), game.name(), command, timeout);
}

Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog) {
  std::vector<ListedAgent> listed;
  for (const AgentKind& kind : agent_kinds()) listed.push_back({kind, {}});
  ListedAgent engine{engine_kind(), {}};
  for (const GameEntry& entry : catalog.entries()) {
    const auto game = catalog.open(entry.id);
    if (!game) return fail(game.error());
    engine.games.push_back(entry.id);
    for (const AgentKind& kind : (*game)->search().agents()) {
      auto found = std::find_if(listed.begin(), listed.end(), [&](const ListedAgent& a) { return same_form(a.kind, kind); });
      if (found == listed.end()) found = listed.insert(listed.end(), {kind, {}});
      found->games.push_back(entry.id);
    }
  }
  // Leave out a general form if every game has its own variant of that agent.
  std::erase_if(listed, [all = listed](const ListedAgent& general) {
    return general.games.empty() &&
           std::count_if(all.begin(), all.end(), [&](const ListedAgent& a) { return a.kind.id == general.kind.id; }) > 1;
  });
  listed.push_back(std::move(engine));
  return listed;
}

std::string default_agent(const OpenGame& game) {
  const std::vector<AgentKind> kinds = game.search().agents();
  const auto plays = [&](std::string_view id) {
    return std::any_of(kinds.begin(), kinds.end(), [&](const AgentKind& kind) { return kind.id == id; });
  };
  for (const AgentKind& kind : kinds)
    if (!find_agent_kind(kind.id)) return kind.id;
  if (plays("expectimax")) return "expectimax";
  // Alpha-beta needs an evaluation, or a game small enough to be indexed. With more than two sides UCT has beaten every other
  // search (docs/playing.md).
  const std::vector<std::string> able = game.capabilities();
  const auto can = [&](std::string_view what) { return std::find(able.begin(), able.end(), what) != able.end(); };
  if (plays("alphabeta") && (can("evaluated") || can("indexed"))) return "alphabeta:nodes=300000";
  return plays("uct") ? "uct:playouts=8000,solve=true" : "random";
}

}  // namespace banmen
