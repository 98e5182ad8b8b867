#include "play/peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <map>

#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen {
namespace {

constexpr double usual_seconds = 0.1;

template <class Number>
Number number_in(std::string_view text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

class Peer : public Referee {
 public:
  Peer(const Bridge& bridge, std::unique_ptr<Session> start, PeerOptions options, bool check)
      : bridge_(bridge), start_(std::move(start)), options_(std::move(options)), check_(check) {}

  const std::string& title() const override { return title_; }
  std::vector<std::string> replies() override { return std::exchange(replies_, {}); }
  double seconds(const AnyQuestion& question) const override {
    if (question.seconds > 0) return question.seconds;
    return options_.seconds > 0 || options_.nodes > 0 ? options_.seconds : usual_seconds;
  }

 protected:
  [[nodiscard]] Result<void> one_more_line() {
    if (++lines_ < most_greetings) return {};
    return fail(ErrorKind::failed, fmt::format("it sent {} lines, but never got ready", most_greetings));
  }
  [[nodiscard]] auto other_rules(const std::string& what) const {
    return fail(options_.name + " has other rules: " + what, "use parameters of the game, or a variant=NAME, that it plays");
  }
  [[nodiscard]] auto does_not_play(const std::vector<std::string>& games) const {
    return fail(options_.name + " does not play '" + options_.variant + "'", games.empty() ? "" : suggest(options_.variant, games));
  }

  Bridge bridge_;
  std::unique_ptr<Session> start_;
  PeerOptions options_;
  bool check_;
  std::string title_;
  std::vector<std::string> replies_;

 private:
  int lines_ = 0;
};

/// The universal chess interface: https://www.shredderchess.com/download/div/uci.zip, with the options of its dialects for
/// variants.
class UciPeer final : public Peer {
 public:
  using Peer::Peer;

  std::vector<std::string> opening() const override { return {"uci"}; }
  bool trying() const override { return stage_ == Stage::perft; }
  void new_game() override { fresh_ = true; }

  Result<bool> greeted(std::string_view line) override {
    const auto parts = words(line);
    if (parts.empty()) return false;
    if (stage_ == Stage::perft) return compared(line, parts);
    TRY(one_more_line());
    constexpr std::string_view named = "id name ";
    if (line.starts_with(named)) title_ = shown(line.substr(named.size()));
    if (parts[0] == "option") note_option(line);
    if (stage_ == Stage::uci && parts[0] == "uciok") {
      TRY(set_options());
      replies_.emplace_back("isready");
      stage_ = Stage::ready;
    } else if (stage_ == Stage::ready && parts[0] == "readyok") {
      if (!check_) return true;
      depth_ = start_->moves().size() > 40 ? 2 : 3;
      replies_ = {TRY(position(*start_)), fmt::format("go perft {}", depth_)};
      stage_ = Stage::perft;
    }
    return false;
  }

  Result<std::vector<std::string>> ask(const Session& session, const AnyQuestion& question) override {
    lines_.clear();
    answer_ = {};
    question_lines_ = question.texts ? question.lines : 1;
    texts_ = question.texts;
    ready_ = false;
    std::vector<std::string> out;
    if (std::exchange(fresh_, false)) out.emplace_back("ucinewgame");
    if (const auto multi = known_.find("multipv"); multi != known_.end() && question_lines_ != asked_lines_) {
      asked_lines_ = question_lines_;
      out.push_back(fmt::format("setoption name {} value {}", multi->second.name, asked_lines_));
    }
    out.push_back(TRY(position(session)));
    out.emplace_back("isready");  // an answer before `readyok` is not to this question
    std::string go = "go";
    if (const double limit = seconds(question); limit > 0)
      go += fmt::format(" movetime {}", std::max(1L, std::lround(1000 * limit)));
    if (options_.nodes > 0) go += fmt::format(" nodes {}", options_.nodes);
    out.push_back(go);
    return out;
  }

  Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session) override {
    const auto parts = words(line);
    if (parts.empty()) return std::nullopt;
    if (parts[0] == "readyok") ready_ = true;
    if (parts[0] == "info") note(parts);
    if (parts[0] != "bestmove") return std::nullopt;  // other lines are for people
    if (!ready_) return fail(ErrorKind::failed, "it sent a line without being asked: '" + shown(line) + "'");
    if (parts.size() < 2 || parts[1] == "0000" || parts[1] == "(none)")
      return fail(ErrorKind::failed, "it has no move: '" + shown(line) + "'");
    auto best = bridge_.our_move(session, parts[1]);
    if (!best) return fail(ErrorKind::failed, "an illegal move: " + shown(best.error().what), best.error().hint);
    for (const auto& [number, found] : lines_)
      if (number <= question_lines_) answer_.lines.push_back(ours(found, session));
    auto& all = answer_.lines;
    if (all.empty()) all.emplace_back();
    if (all.front().move != *best) {
      all.front().move = *best;
      all.front().line = {*best};
    }
    std::erase_if(all, [&](const AnyAnswerLine& one) { return one.move.empty() || (&one != &all.front() && one.move == *best); });
    answer_.unit = "centipawns";
    return std::exchange(answer_, {});
  }

 private:
  enum class Stage : std::uint8_t { uci, ready, perft };
  struct Option {
    std::string name;
    bool button = false;
    std::vector<std::string> values;
  };
  struct Line {
    double value = 0;
    std::vector<std::string> moves;
  };

  /// option name UCI_Variant type combo default chess var chess var atomic
  void note_option(std::string_view line) {
    const std::size_t name = line.find(" name "), type = line.find(" type ");
    if (name == line.npos || type == line.npos || type < name + 6) return;
    Option option{std::string(line.substr(name + 6, type - name - 6)), line.find(" type button") == type, {}};
    for (std::size_t at = type; (at = line.find(" var ", at)) != line.npos; at += 5)
      option.values.emplace_back(line.substr(at + 5, line.find(" var ", at + 5) - at - 5));
    known_[lower(option.name)] = std::move(option);
  }

  Result<void> set_options() {
    const std::string& variant = options_.variant;
    if (const auto own = known_.find("uci_variant"); own != known_.end() && !variant.empty()) {
      const auto& games = own->second.values;
      if (std::find(games.begin(), games.end(), variant) == games.end()) return does_not_play(games);
      replies_.push_back("setoption name " + own->second.name + " value " + variant);
    } else if (!variant.empty() && variant != "chess") {
      return does_not_play({});
    }
    for (const auto& [name, value] : options_.options) {
      const auto found = known_.find(lower(name));
      if (found == known_.end()) {
        std::vector<std::string> names;
        for (const auto& [key, option] : known_) names.push_back(option.name);
        return fail(options_.name + " has no option '" + name + "'", suggest(name, names));
      }
      replies_.push_back("setoption name " + found->second.name + (found->second.button ? "" : " value " + value));
    }
    return {};
  }

  Result<std::string> position(const Session& session) const {
    std::string out = "position ";
    if (session.from_initial() && bridge_.same_start())
      out += "startpos";
    else
      out += "fen " + TRY(bridge_.their_position(session.start()));
    if (!session.history().empty()) out += " moves";
    for (const std::string& move : session.history()) out += " " + TRY(bridge_.their_move(session, move));
    return out;
  }

  /// Takes a line of `go perft`: "e2e4: 400", and at last "Nodes searched: 8902".
  Result<bool> compared(std::string_view line, const std::vector<std::string_view>& parts) {
    if (parts[0] == "bestmove") return true;  // it searched: it has no perft
    if (parts.size() == 2 && parts[0].ends_with(':') && counted_.size() < 10'000)
      counted_.emplace(parts[0].substr(0, parts[0].size() - 1), number_in<std::uint64_t>(parts[1]));
    if (!lower(line).starts_with("nodes searched")) return false;
    for (const std::string& move : start_->moves()) {
      const std::string theirs = TRY(bridge_.their_move(*start_, move));
      const auto count = counted_.find(theirs);
      if (count == counted_.end()) return other_rules("it has no move '" + theirs + "' at the start");
      (void)start_->play(move);
      const std::uint64_t own = leaves(*start_, depth_ - 1);
      start_->undo();
      if (count->second != own)
        return other_rules(
            fmt::format("after '{}' it counts {} positions {} plies later, not {}", theirs, count->second, depth_ - 1, own));
      counted_.erase(count);
    }
    if (!counted_.empty()) return other_rules("'" + shown(counted_.begin()->first) + "' is a move at the start");
    return true;
  }

  void note(const std::vector<std::string_view>& parts) {
    int number = 1;
    std::optional<double> value;
    std::vector<std::string> moves;
    for (std::size_t k = 1; k < parts.size() && parts[k] != "string"; ++k) {
      const std::string_view next = k + 1 < parts.size() ? parts[k + 1] : std::string_view();
      if (parts[k] == "depth") answer_.depth = std::clamp(number_in<int>(next), 0, 1'000'000);
      if (parts[k] == "nodes") answer_.nodes = number_in<std::uint64_t>(next);
      if (parts[k] == "multipv") number = number_in<int>(next);
      if (parts[k] == "score" && k + 2 < parts.size()) {
        const auto amount = static_cast<double>(number_in<int>(parts[k + 2]));
        if (next == "cp") value = amount;
        if (next == "mate")
          value = std::copysign(mate_value - std::abs(amount), parts[k + 2].starts_with('-') ? -1 : amount > 0 ? 1 : -1);
      }
      if (parts[k] == "pv") {
        moves.assign(parts.begin() + static_cast<std::ptrdiff_t>(k) + 1, parts.end());
        break;
      }
    }
    if (!value || number < 1 || number > 500) return;
    Line& line = lines_[number];
    line.value = *value;
    if (!moves.empty()) line.moves = std::move(moves);
  }

  /// A principal variation up to its first move that is illegal here.
  [[nodiscard]] AnyAnswerLine ours(const Line& found, const Session& session) const {
    AnyAnswerLine out;
    out.value = found.value;
    const auto ahead = session.copy();
    for (std::size_t k = 0; k < found.moves.size() && (texts_ || k == 0) && !ahead->is_over(); ++k) {
      const auto move = bridge_.our_move(*ahead, found.moves[k]);
      if (!move || !ahead->play(*move)) break;
      out.line.push_back(*move);
    }
    if (!out.line.empty()) out.move = out.line.front();
    return out;
  }

  static constexpr double mate_value = 100'000;  // less the moves to it

  Stage stage_ = Stage::uci;
  std::map<std::string, Option> known_;           // by name in lower case
  std::map<std::string, std::uint64_t> counted_;  // leaves after each move
  int depth_ = 0;
  bool fresh_ = true, ready_ = false, texts_ = true;
  int question_lines_ = 1, asked_lines_ = 1;
  std::map<int, Line> lines_;
  AnyAnswer answer_;
};

/// The Go text protocol, version 2: https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html
class GtpPeer final : public Peer {
 public:
  using Peer::Peer;

  std::vector<std::string> opening() const override { return {"list_commands"}; }
  void new_game() override { fresh_ = true; }

  Result<bool> greeted(std::string_view line) override {
    TRY(one_more_line());
    if (asked_.empty() && commands_.empty()) asked_ = {"list_commands"};
    const auto reply = TRY(take(line));
    if (!reply) return false;
    const std::string command = std::exchange(last_, {});
    if (command == "list_commands") {
      if (!options_.options.empty())
        return fail(options_.name + ": GTP has no options",
                    "set '" + options_.options.front().first + "' in the engine's command line");
      if (options_.nodes > 0) return fail(options_.name + ": GTP has no node limit", "use time=SECONDS");
      for (const std::string_view known : words(*reply)) commands_.emplace_back(known);
      send("name");
      if (offers("version")) send("version");
      if (offers("list_games") && !options_.variant.empty()) send("list_games");
      if (offers("boardsize") && bridge_.board_size() > 0) send(fmt::format("boardsize {}", bridge_.board_size()));
      send("clear_board");
      for (const char* legal : {"gogui-rules_legal_moves", "all_legal", "legal_moves"})
        if (check_ && offers(legal)) {
          legal_ = legal;
          send(legal_ == "gogui-rules_legal_moves" ? legal_ : legal_ + " black");
          break;
        }
    } else if (command == "name" || command == "version") {
      title_ += (title_.empty() ? "" : " ") + shown(*reply);
    } else if (command == "list_games") {
      std::vector<std::string> games;
      for (const std::string_view game : words(*reply)) games.emplace_back(game);
      const auto same = [&](const std::string& game) { return lower(game) == lower(options_.variant); };
      const auto found = std::find_if(games.begin(), games.end(), same);
      if (found == games.end()) return does_not_play(games);
      if (offers("set_game")) send("set_game " + *found);
    } else if (!legal_.empty() && command.starts_with(legal_)) {
      TRY(compare(*reply));
    }
    return asked_.empty();
  }

  Result<std::vector<std::string>> ask(const Session& session, const AnyQuestion& question) override {
    if (!session.from_initial()) return fail("GTP can't set up positions: " + options_.name + " can only play from the start");
    asked_.clear();
    reply_.clear();
    const auto& history = session.history();
    if (std::exchange(fresh_, false) || sent_.size() > history.size() || !std::equal(sent_.begin(), sent_.end(), history.begin())) {
      sent_.clear();
      send("clear_board");
    }
    const auto before = session.copy();
    std::vector<Seat> seats(history.size());
    for (std::size_t ply = history.size(); ply-- > sent_.size();) {
      before->undo();
      seats[ply] = before->turn();
    }
    for (std::size_t ply = sent_.size(); ply < history.size(); ++ply) {
      send(fmt::format("play {} {}", colour(seats[ply]), TRY(bridge_.their_move(session, history[ply]))));
      sent_.push_back(history[ply]);
    }
    if (const int limit = static_cast<int>(std::ceil(seconds(question))); limit != told_ && offers("time_settings")) {
      told_ = limit;
      send(fmt::format("time_settings 0 {} 1", limit));
    }
    send(fmt::format("genmove {}", colour(session.turn())));
    return replies();
  }

  Result<std::optional<AnyAnswer>> hear(std::string_view line, const Session& session) override {
    const auto reply = TRY(take(line));
    if (!reply || !last_.starts_with("genmove")) return std::nullopt;
    const std::string move = lower(*reply);
    if (move == "resign") return fail(ErrorKind::failed, "it resigned");
    auto best = bridge_.our_move(session, move);
    if (!best) return fail(ErrorKind::failed, "an illegal move: " + shown(best.error().what), best.error().hint);
    sent_.push_back(*best);
    AnyAnswer answer;
    answer.lines.emplace_back();
    answer.lines.front().move = *best;
    answer.lines.front().line = {*best};
    return answer;
  }

 private:
  static const char* colour(Seat seat) { return seat == 0 ? "black" : "white"; }
  [[nodiscard]] bool offers(std::string_view command) const {
    return std::find(commands_.begin(), commands_.end(), command) != commands_.end();
  }
  void send(std::string command) {
    replies_.push_back(command);
    asked_.push_back(std::move(command));
  }

  /// Takes a line; once an empty line ends a reply, its text, with the command in last_.
  Result<std::optional<std::string>> take(std::string_view line) {
    if (!line.empty()) {
      if (reply_.empty() && line[0] != '=' && line[0] != '?')
        return fail(ErrorKind::failed, "expected a GTP reply ('=' or '?'), got '" + shown(line) + "'");
      if (reply_.size() < 100'000) reply_ += (reply_.empty() ? "" : " ") + std::string(line);
      return std::nullopt;
    }
    if (reply_.empty()) return std::nullopt;  // an empty line between replies
    const std::string reply = std::exchange(reply_, {});
    if (asked_.empty()) return fail(ErrorKind::failed, "it sent a line without being asked: '" + shown(reply) + "'");
    last_ = asked_.front();
    asked_.pop_front();
    const auto parts = words(std::string_view(reply).substr(1));
    std::string text;
    for (const std::string_view part : parts) text += (text.empty() ? "" : " ") + std::string(part);
    // Engines that play by levels need no time, and gtp-rhino makes forced passes by itself.
    if (reply[0] == '=' || last_.starts_with("time_settings") || last_.ends_with(" pass")) return text;
    const std::string what = "it refuses '" + last_ + "': " + shown(text);
    if (last_.starts_with("boardsize")) return fail(options_.name + ": " + what, "choose a size that it plays");
    return fail(ErrorKind::failed, what);
  }

  Result<void> compare(const std::string& reply) const {
    std::vector<std::string> theirs;
    for (const std::string_view move : words(reply)) theirs.push_back(lower(move));
    for (const std::string& move : start_->moves()) {
      const auto found = std::find(theirs.begin(), theirs.end(), TRY(bridge_.their_move(*start_, move)));
      if (found == theirs.end()) return other_rules("it has no move '" + move + "' at the start");
      theirs.erase(found);
    }
    std::erase(theirs, "pass");  // offered in every position, by engines of Go
    if (!theirs.empty()) return other_rules("'" + shown(theirs.front()) + "' is a move at the start");
    return {};
  }

  std::vector<std::string> commands_;  // that it knows
  std::string legal_;                  // the one that lists legal moves; empty: none
  std::deque<std::string> asked_;      // commands without a reply yet
  std::string reply_, last_;
  bool fresh_ = true;
  int told_ = 0;                   // seconds
  std::vector<std::string> sent_;  // moves on its board
};

}  // namespace

std::unique_ptr<Referee> peer_referee(const Bridge& bridge, std::unique_ptr<Session> start, PeerOptions options, bool check) {
  if (bridge.protocol() == Protocol::uci) return std::make_unique<UciPeer>(bridge, std::move(start), std::move(options), check);
  return std::make_unique<GtpPeer>(bridge, std::move(start), std::move(options), check);
}

}  // namespace banmen
