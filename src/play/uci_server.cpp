// The engine's side of UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen 2000), for every game whose moves a bridge
// translates. The parameters of the agent are its options.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>

#include "core/characters.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "play/agents.hpp"
#include "play/engine_server.hpp"

namespace banmen {
namespace {

constexpr int most_lines = 500;

using Words = std::vector<std::string_view>;
using Given = std::vector<std::pair<std::string, std::string>>;

/// "type spin default 6 min 0 max 200".
std::string type_of(const Parameter& parameter, const std::string& value) {
  constexpr double largest = 2147483647;  // GUIs read numbers of 32 bits
  if (parameter.kind == Parameter::Kind::integer)
    return fmt::format("type spin default {} min {:.0f} max {:.0f}", value, parameter.least, std::min(parameter.most, largest));
  if (parameter.kind == Parameter::Kind::flag) return "type check default " + value;
  if (parameter.kind != Parameter::Kind::choice) return "type string default " + (value.empty() ? "<empty>" : value);
  std::string text = "type combo default " + value;
  for (const std::string& choice : parameter.choices) text += " var " + choice;
  return text;
}

/// The words after one, up to another.
std::string between(const Words& parts, std::string_view after, std::string_view before) {
  const auto begin = std::find(parts.begin(), parts.end(), after);
  if (begin == parts.end()) return {};
  return fmt::format("{}", fmt::join(begin + 1, std::find(begin, parts.end(), before), " "));
}

class UciServer final : public LineServer {
 public:
  UciServer(const OpenGame& game, Bridge bridge, std::string_view name, std::string title, std::uint64_t seed, Say say)
      : LineServer(std::move(say)),
        rules_(game),
        bridge_(std::move(bridge)),
        title_(std::move(title)),
        id_(name),
        session_(game.session()),
        seed_(seed) {
    if (is_program(name)) return;
    if (auto read = read_name(name)) {
      id_ = std::move(read->id);
      given_ = std::move(read->given);
    }
    for (const AgentKind& kind : game.search().agents())
      if (kind.id == id_) parameters_ = kind.parameters;
  }
  ~UciServer() override { wait(); }

  void complain(std::string_view what) override { say("info string " + harmless(what)); }

  bool obey(std::string_view line) override {
    // Unknown words at the beginning are skipped, as the protocol demands.
    for (Words parts = words(line); !parts.empty(); parts.erase(parts.begin())) {
      const std::string_view verb = parts[0];
      if (verb == "quit") return false;
      if (verb == "debug" || verb == "register") return true;
      if (verb == "isready") return say("readyok"), true;
      if (verb == "ponderhit") return complain("there is nothing to ponder on: this program does not ponder"), true;
      if (verb == "stop") return wait(), true;
      if (verb != "uci" && verb != "setoption" && verb != "ucinewgame" && verb != "position" && verb != "go") continue;
      wait();  // the agent and the session belong to the search until it has ended
      Result<void> done;
      if (verb == "uci") introduce();
      if (verb == "setoption") done = set_option(parts);
      if (verb == "go") go(parts);
      if (verb == "position") {
        done = set_position(parts);
        wrong_ = done ? "" : done.error().message();
      }
      if (verb == "ucinewgame" && ++game_ > 0 && agent_ != nullptr) done = agent_->new_game();
      if (!done) complain(done.error().message());
      return true;
    }
    return true;
  }

 private:
  struct Go {
    double seconds = 0;
    bool infinite = false;
    Given limits;  // depth and nodes, as parameters of the agent
  };

  // ---- Options

  const Parameter* parameter(std::string_view name) const {
    for (const Parameter& one : parameters_)
      if (lower(one.name) == lower(name)) return &one;
    return nullptr;
  }

  void introduce() {
    say("id name " + harmless(title_));
    say("id author the authors of Banmen");
    say(fmt::format("option name UCI_Variant type combo default {0} var {0}", bridge_.variant()));
    say(fmt::format("option name MultiPV type spin default 1 min 1 max {}", most_lines));
    for (const Parameter& one : parameters_) {
      const auto own = std::find_if(given_.begin(), given_.end(), [&](const auto& pair) { return pair.first == one.name; });
      say("option name " + one.name + " " + type_of(one, own == given_.end() ? one.fallback : own->second));
    }
    say("uciok");
  }

  Result<void> set_option(const Words& parts) {
    const std::string name = between(parts, "name", "value");
    std::string value = between(parts, "value", "");
    if (lower(name) == "uci_variant")
      return value == bridge_.variant() ? Result<void>() : fail("this program plays " + bridge_.variant() + " only");
    if (lower(name) == "multipv") {
      const int count = std::atoi(value.c_str());
      if (count < 1 || count > most_lines) return fail(fmt::format("MultiPV is between 1 and {}", most_lines));
      lines_ = count;
      return {};
    }
    const Parameter* const found = parameter(name);
    if (found == nullptr) return fail("there is no option '" + name + "'");
    if (value == "<empty>") value.clear();
    // A comma in a text would begin another parameter.
    if (value.find(',') != std::string::npos) return fail("'" + value + "' can't be a value of " + found->name);
    TRY(prepare(agent_with({{found->name, value}})));
    given_ = merged({{found->name, value}});
    return {};
  }

  Given merged(const Given& more) const {
    Given all = given_;
    for (const auto& pair : more) {
      std::erase_if(all, [&](const auto& one) { return one.first == pair.first; });
      all.push_back(pair);
    }
    return all;
  }

  std::string agent_with(const Given& more) const {
    std::string name = id_;
    char sign = ':';
    for (const auto& [key, value] : merged(more)) name += std::exchange(sign, ',') + key + "=" + value;
    return name;
  }

  /// Makes the agent, unless it is the current one.
  Result<void> prepare(const std::string& name) {
    if (agent_ != nullptr && name == made_) return {};
    agent_ = TRY(make_agent(rules_, name));
    made_ = name;
    return {};
  }

  // ---- Positions

  Result<void> set_position(const Words& parts) {
    const std::string_view kind = parts.size() > 1 ? parts[1] : std::string_view{};
    session_->restart();
    if (kind == "fen") {
      const std::string position = TRY(bridge_.our_position(between(parts, "fen", "moves")));
      TRY(session_->restart(position));
    } else if (kind != "startpos") {
      return fail("expected 'position startpos' or 'position fen'");
    } else if (!bridge_.same_start()) {
      return fail(rules_.name() + " does not start from the start position of " + bridge_.variant(), "send 'position fen'");
    }
    const std::string moves = between(parts, "moves", "");
    for (const std::string_view theirs : words(moves)) {
      const std::string move = TRY(bridge_.our_move(*session_, theirs));
      TRY(session_->play(move));
    }
    return {};
  }

  // ---- Searches

  void fail_search(std::string_view what) override {
    complain(what);
    say("bestmove 0000");
  }

  Go read_go(const Words& parts) {
    Go go;
    double left = 0, added = 0, moves = 25;  // of the game, that the time left is for
    const bool first = session_->turn() == 0;
    for (std::size_t k = 1; k < parts.size(); ++k) {
      const std::string_view word = parts[k];
      const std::string text(k + 1 < parts.size() ? parts[k + 1] : std::string_view{});
      const double number = std::strtod(text.c_str(), nullptr);
      if (word == "infinite") go.infinite = true;
      if (word == "movetime") go.seconds = std::clamp(number / 1000, 0.001, longest_search);
      if (word == (first ? "wtime" : "btime")) left = std::max(number, 1.0) / 1000;
      if (word == (first ? "winc" : "binc")) added = number / 1000;
      if (word == "movestogo") moves = number;
      if (word == "ponder" || word == "searchmoves" || word == "mate") complain(std::string(word) + " is ignored");
      if (word != "depth" && word != "nodes") continue;
      if (const Parameter* limit = parameter(word))
        go.limits.emplace_back(word, fmt::format("{:.0f}", std::clamp(number, std::max(1.0, limit->least), limit->most)));
      else
        complain(fmt::format("{} is ignored: the agent {} has no option '{}'", word, id_, word));
    }
    if (go.seconds == 0 && left > 0) go.seconds = share_of_clock(left, added, moves);
    if (go.infinite) go.seconds = longest_search;
    return go;
  }

  void go(const Words& parts) {
    if (!wrong_.empty()) return fail_search("the position is not set: " + wrong_);
    if (session_->is_over()) return fail_search("the game is over");
    if (parts.size() > 2 && parts[1] == "perft")
      return start([this, depth = std::clamp(std::atoi(std::string(parts[2]).c_str()), 1, 20)](const std::stop_token& stop) {
        return perft(depth, stop);
      });
    const Go asked = read_go(parts);
    const std::string name = agent_with(asked.limits);
    if (const auto made = prepare(asked.seconds > 0 ? for_a_clock(rules_, name) : name); !made)
      return fail_search(made.error().message());
    start([this, asked](const std::stop_token& stop) { return think(asked, stop); });
  }

  /// As Stockfish prints it: programs compare their rules with ours.
  Result<void> perft(int depth, const std::stop_token& stop) {
    const auto session = session_->copy();
    std::uint64_t sum = 0;
    for (const std::string& move : session->moves()) {
      const std::string theirs = TRY(bridge_.their_move(*session, move));
      (void)session->play(move);
      const std::uint64_t count = leaves(*session, depth - 1, stop);
      session->undo();
      if (stop.stop_requested()) return {};
      say(fmt::format("{}: {}", theirs, count));
      sum += count;
    }
    say(fmt::format("\nNodes searched: {}\n", sum));
    return {};
  }

  Result<void> think(const Go& go, const std::stop_token& stop) {
    const auto work = [](std::uint64_t nodes, double seconds) {
      return fmt::format(" nodes {} nps {:.0f} time {:.0f}", nodes, seconds > 0 ? static_cast<double>(nodes) / seconds : 0.0,
                         1000 * seconds);
    };
    AnyQuestion ask;
    ask.seed = seed_;
    ask.game = game_;
    ask.seconds = go.seconds;
    ask.lines = lines_;
    ask.stop = stop;
    ask.progress = [&](const AnyProgress& now) {
      say(fmt::format("info depth {} {}{}{}", std::max(1, now.depth), score(now.value), work(now.nodes, now.seconds),
                      pv({now.move})));
    };
    const auto answer = TRY(agent_->think(*session_, ask));
    const std::string best = TRY(bridge_.their_move(*session_, answer.lines.front().move));
    for (std::size_t k = answer.lines.size(); k-- > 0;)
      say(fmt::format("info depth {} {}{}{}{}", std::max(1, answer.depth), lines_ > 1 ? fmt::format("multipv {} ", k + 1) : "",
                      score(answer.lines[k]), work(answer.nodes, answer.seconds), pv(answer.lines[k].line)));
    if (go.infinite) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait(lock, stop, [] { return false; });
    }
    say("bestmove " + best);
    return {};
  }

  /// " pv e2e4 e7e5", as far as the moves are legal.
  std::string pv(const std::vector<std::string>& moves) const {
    const auto session = session_->copy();
    std::string text;
    for (const std::string& move : moves) {
      const auto theirs = bridge_.their_move(*session, move);
      if (!theirs || !session->play(move)) break;
      text += (text.empty() ? " pv " : " ") + *theirs;
    }
    return text;
  }

  /// Hundredths of a point: of the result in a built-in game, else one of the rule file's `value`, whose hundred is a pawn. A
  /// search by playouts reports shares of wins, on the scale of Elo: 400 are odds of ten to one.
  std::string score(double value) const {
    if (parameter("playouts") != nullptr) {
      const double share = std::clamp(value, 1e-9, 1 - 1e-9);
      value = 400 * std::log10(share / (1 - share));
    } else {
      const auto able = rules_.capabilities();
      const bool evaluated = std::find(able.begin(), able.end(), "evaluated") != able.end();
      value *= rules_.rules_stamp().empty() || !evaluated ? 100 : 1 << 14;  // search/value.hpp
    }
    return fmt::format("score cp {}", std::lround(std::clamp(value, -10000.0, 10000.0)));
  }

  /// "mate" if the value is a result and the line ends a game of wins and losses.
  std::string score(const AnyAnswerLine& line) const {
    const auto end = session_->copy();
    std::size_t plies = 0;
    if (line.exact || (parameter("playouts") == nullptr && std::fabs(line.value) >= 1))  // no evaluation is worth a result
      while (plies < line.line.size() && end->play(line.line[plies])) ++plies;
    const auto result = end->is_over() ? end->result() : std::nullopt;
    const long own = result ? (*result)[static_cast<std::size_t>(session_->turn())] : 0;
    if (plies == 0 || (own != 1 && own != -1)) return score(line.value);
    return fmt::format("score mate {}", own > 0 ? static_cast<long>(plies + 1) / 2 : -static_cast<long>(plies / 2));
  }

  const OpenGame& rules_;
  Bridge bridge_;
  std::string title_, id_;  // of the agent
  Given given_;
  std::vector<Parameter> parameters_;  // none: an external program
  std::unique_ptr<Agent> agent_;
  std::string made_;  // the name that it was made from
  std::unique_ptr<Session> session_;
  std::string wrong_;  // why the last position could not be set; empty: it was
  std::uint64_t seed_, game_ = 0;
  int lines_ = 1;
};

}  // namespace

std::unique_ptr<LineServer> uci_server(const OpenGame& game, Bridge bridge, std::string_view agent, std::string title,
                                       std::uint64_t seed, LineServer::Say say) {
  return std::make_unique<UciServer>(game, std::move(bridge), agent, std::move(title), seed, std::move(say));
}

}  // namespace banmen
