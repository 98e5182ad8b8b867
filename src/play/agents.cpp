#include "play/agents.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "catalog/text_games.hpp"
#include "core/control.hpp"
#include "core/parameter.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/process.hpp"
#include "host/terminal.hpp"
#include "play/peers.hpp"

namespace banmen {

std::string shown(std::string_view line) {
  std::string out = harmless(line);
  std::replace(out.begin(), out.end(), '\'', '.');
  return cut(out, 60);
}

namespace {

std::string in_quotes(std::string_view line) { return "'" + shown(line) + "'"; }

/// An external program as an agent.
class EngineAgent final : public Agent {
 public:
  /// Makes the referee of a program that starts. `check`: compares the rules first, as far as the program offers it.
  using MakeReferee = std::function<std::unique_ptr<Referee>(bool check)>;

  /// The program starts with the first game, and again after a failure.
  EngineAgent(std::string name, std::string command, double timeout, MakeReferee make)
      : name_(std::move(name)), command_(std::move(command)), timeout_(timeout), make_(std::move(make)) {}

  const std::string& name() const override { return name_; }
  std::string title() const override { return title_.empty() ? name_ : title_; }
  bool repeatable() const override { return false; }

  /// Bad input if the program plays another game; every other failure is the program's.
  Result<void> new_game() override {
    if (process_ != nullptr) referee_->new_game();
    while (process_ == nullptr) {
      const bool ready = TRY(start(!checked_));
      checked_ = true;
      if (!ready) process_.reset();
    }
    return {};
  }

  Result<AnyAnswer> think(const Session& session, const AnyQuestion& ask) override {
    if (process_ == nullptr)
      if (auto ready = new_game(); !ready) return fail(ready.error());
    Result<void> told = unasked();
    if (told) told = referee_->ask(session, ask).and_then([&](const auto& lines) { return send(lines); });
    Result<AnyAnswer> answer = fail("");
    if (!told)
      answer = fail(told.error());
    else
      answer = listen(session, ask);
    if (!answer) process_.reset();  // its state is unknown
    return answer;
  }

 private:
  static constexpr double trial = 2;  // seconds

  Result<void> send(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) TRY(process_->write_line(line));
    return {};
  }

  /// False if the program does not offer what the check needs, and is in an unknown state.
  Result<bool> start(bool check) {
    const auto never_ready = [&](const Error& error) {
      process_.reset();
      return fail(error.kind, "it never got ready: " + error.message());
    };
    process_ = TRY(Process::start(command_));
    referee_ = make_(check);
    if (const auto sent = send(referee_->opening()); !sent) return never_ready(sent.error());
    std::optional<std::chrono::steady_clock::time_point> tried;
    for (;;) {
      if (referee_->trying() && !tried) tried = std::chrono::steady_clock::now();
      const double left = tried ? trial - seconds_since(*tried) : timeout_;
      if (left <= 0) return false;
      const auto line = process_->read_line(left);
      if (!line && tried && line.error().kind == ErrorKind::no_answer) return false;
      if (!line) return never_ready(line.error());
      const auto ready = referee_->greeted(*line);
      if (!ready) process_.reset();
      if (!ready) return fail(ready.error());
      title_ = referee_->title();
      if (*ready) return true;
      if (const auto sent = send(referee_->replies()); !sent) return never_ready(sent.error());
    }
  }

  /// Each question has one answer: a second one, or any other line, must not answer the next question.
  Result<void> unasked() {
    for (int lines = 0; lines < Referee::most_greetings; ++lines) {
      const auto line = process_->read_line(0);
      if (!line && line.error().kind == ErrorKind::no_answer) return {};
      if (!line) return fail(line.error());
      if (!words(*line).empty() && !line->starts_with("info"))
        return fail(ErrorKind::failed, "it sent a line without being asked: " + in_quotes(*line));
    }
    return fail(ErrorKind::failed, fmt::format("it sent {} lines without being asked", Referee::most_greetings));
  }

  Result<AnyAnswer> listen(const Session& session, const AnyQuestion& ask) {
    const auto begin = std::chrono::steady_clock::now();
    const double limit = referee_->seconds(ask) + timeout_;
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
      auto heard = referee_->hear(*line, session);
      if (!heard) return fail(heard.error());
      if (!*heard) continue;
      (*heard)->seconds = elapsed();
      return std::move(**heard);
    }
  }

  std::string name_, command_, title_;
  double timeout_;
  MakeReferee make_;
  bool checked_ = false;
  std::unique_ptr<Referee> referee_;
  std::unique_ptr<Process> process_;  // ready if there is one
};

/// Programs, by protocol.
const std::vector<AgentKind>& program_kinds() {
  static const std::vector<AgentKind> kinds = [] {
    const Parameter timeout = Parameter::real("timeout", "30", 0.01, 86400, "seconds for an answer beyond the time for the move");
    const Parameter command = Parameter::text("cmd", "", "COMMAND", "the command that starts it: everything after cmd=").needed();
    const Parameter variant = Parameter::text("variant", "", "NAME", "the engine's name for the game, if not the usual one");
    const Parameter time = Parameter::real("time", "0", 0, 86400, "seconds for a move; 0: no limit if nodes= is given, else 0.1");
    return std::vector<AgentKind>{
        {"engine", "an external program, by the protocol of docs/engine.md", {timeout, command}},
        {"uci",
         "an engine that speaks UCI, such as Stockfish",
         {variant, time, Parameter::integer("nodes", 0, 0, std::int64_t{1} << 50, "nodes for a move; 0: no limit"),
          Parameter::text("option.NAME", "", "VALUE", "an option of the engine; may be given several times"), timeout, command}},
        {"gtp", "an engine that speaks GTP, such as gtp-rhino", {variant, time, timeout, command}}};
  }();
  return kinds;
}

const AgentKind* program_kind(std::string_view name) {
  const auto& kinds = program_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.id == name.substr(0, name.find(':')); });
  return found == kinds.end() ? nullptr : &*found;
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
    return fail(ErrorKind::failed, fmt::format("it sent {} lines, but never got ready", most_greetings));
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

Result<std::vector<std::string>> EngineReferee::ask(const Session& session, const AnyQuestion& question) {
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

bool is_program(std::string_view name) { return program_kind(name) != nullptr; }

namespace {

/// "uci:nodes=1000,option.Hash=64,cmd=stockfish" in its parts.
struct NamedProgram {
  std::string protocol, command;
  double timeout = 0;
  std::optional<std::string> variant;
  PeerOptions peer;
};

Result<NamedProgram> read_program(const AgentKind& kind, std::string_view name) {
  const std::string& id = kind.id;
  NamedProgram out{id, {}, 0, {}, {.name = std::string(name)}};
  const std::string_view rest = name.substr(std::min(name.size(), id.size() + 1));
  const std::size_t at = rest.find("cmd=");
  if (at == std::string_view::npos || (at > 0 && rest[at - 1] != ','))
    return fail(id + " needs a command", "write " + id + ":cmd=COMMAND");
  out.command = rest.substr(at + 4);
  if (out.command.empty()) return fail("the command of " + id + " is empty", "write " + id + ":cmd=COMMAND");
  if (const std::string given(rest.substr(0, at)); harmless(given) != given)
    return fail("the options of " + id + " have a control character or an invisible one");  // it would be sent to the program
  Name options = at > 0 ? TRY(read_name(id + ":" + std::string(rest.substr(0, at - 1)))) : Name{};
  constexpr std::string_view own = "option.";
  const auto is_own = [&](const std::string& key) { return id == "uci" && key.starts_with(own); };
  for (const auto& [key, value] : options.given) {
    if (is_own(key)) out.peer.options.emplace_back(key.substr(own.size()), value);
    if (key == "variant") out.variant = value;
  }
  std::erase_if(options.given, [&](const auto& option) { return is_own(option.first); });
  std::vector<Parameter> schema = kind.parameters;
  std::erase_if(schema, [&](const Parameter& parameter) { return parameter.name == "cmd" || is_own(parameter.name); });
  const Values values = TRY(check_values(id, schema, options.given));
  out.timeout = values.real("timeout");
  if (id == "engine") return out;
  out.peer.seconds = values.real("time");
  if (id == "uci") out.peer.nodes = static_cast<std::uint64_t>(values.integer("nodes"));
  return out;
}

}  // namespace

Result<void> check_program(std::string_view name) {
  return read_program(*program_kind(name), name).map([](const auto&) {});
}

Result<std::unique_ptr<Agent>> make_agent(const OpenGame& game, std::string_view name) {
  const AgentKind* kind = program_kind(name);
  if (kind == nullptr) {
    auto agent = game.search().agent(name);
    if (!agent && agent.error().kind == ErrorKind::unknown_name) {
      std::vector<std::string> ids = game.agents();
      for (const AgentKind& program : program_kinds()) ids.push_back(program.id);
      const std::string_view id = name.substr(0, name.find(':'));
      return fail(ErrorKind::unknown_name, "there is no agent '" + std::string(id) + "'", suggest(id, ids));
    }
    return agent;
  }
  NamedProgram program = TRY(read_program(*kind, name));
  EngineAgent::MakeReferee make;
  if (program.protocol == "engine") {
    make = [whole = std::string(name), title = game.name()](bool) { return std::make_unique<EngineReferee>(whole, title); };
  } else {
    const Bridge bridge = TRY(Bridge::of(game, program.protocol == "uci" ? Protocol::uci : Protocol::gtp));
    program.peer.variant = program.variant.value_or(bridge.variant());
    make = [bridge, peer = program.peer, start = std::shared_ptr<Session>(game.session())](bool check) {
      return peer_referee(bridge, start->copy(), peer, check);
    };
  }
  return std::make_unique<EngineAgent>(std::string(name), program.command, program.timeout, std::move(make));
}

Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog) {
  std::vector<ListedAgent> listed;
  for (const AgentKind& kind : agent_kinds()) listed.push_back({kind, {}});
  std::vector<ListedAgent> programs;
  for (const AgentKind& kind : program_kinds()) programs.push_back({kind, {}});
  const auto plays = [&](std::string_view protocol, const std::string& id) {
    for (ListedAgent& program : programs)
      if (program.kind.id == protocol) program.games.push_back(id);
  };
  for (const GameEntry& entry : catalog.entries()) {
    const auto game = catalog.open(entry.id);
    if (!game) return fail(game.error());
    programs.front().games.push_back(entry.id);
    for (const Correspondence& known : (*game)->correspondences()) plays(known.protocol, entry.id);
    for (const AgentKind& kind : (*game)->search().agents()) {
      auto found = std::find_if(listed.begin(), listed.end(), [&](const ListedAgent& a) { return same_form(a.kind, kind); });
      if (found == listed.end()) found = listed.insert(listed.end(), {kind, {}});
      found->games.push_back(entry.id);
    }
  }
  for (const std::string& id : Catalog::library_ids())
    if (const auto text = read_text_game(id))
      for (const rules::BridgeSection& known : text->file.bridges) plays(known.protocol, id);
  // Leave out a general form if every game has its own variant of that agent.
  std::erase_if(listed, [all = listed](const ListedAgent& general) {
    return general.games.empty() &&
           std::count_if(all.begin(), all.end(), [&](const ListedAgent& a) { return a.kind.id == general.kind.id; }) > 1;
  });
  listed.insert(listed.end(), programs.begin(), programs.end());
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
