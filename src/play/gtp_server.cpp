// The engine's side of GTP, the Go Text Protocol, version 2 (Farnebäck 2002), for every game whose moves a bridge translates.
// Commands are carried out one after the other, on the caller's thread.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "core/characters.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "play/engine_server.hpp"

namespace banmen {
namespace {

using Words = std::vector<std::string_view>;
using Answer = Result<std::string>;

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}
int number(std::string_view text) { return std::atoi(std::string(text).c_str()); }

class GtpServer final : public LineServer {
 public:
  GtpServer(const OpenGame& game, Bridge bridge, std::string_view name, std::array<std::string, 2> title, std::uint64_t seed,
            std::stop_token stop, Say say)
      : LineServer(std::move(say)),
        rules_(game),
        bridge_(std::move(bridge)),
        name_(name),
        title_(std::move(title)),
        session_(game.session()),
        seed_(seed),
        stop_(std::move(stop)) {}

  void complain(std::string_view what) override { say("? " + harmless(what) + "\n"); }

  bool obey(std::string_view line) override {
    // Comments and control characters are dropped; a tab is a space.
    std::string clean;
    for (const char c : line.substr(0, line.find('#')))
      if (c == '\t' || (static_cast<unsigned char>(c) >= 32 && c != 127)) clean += c == '\t' ? ' ' : c;
    Words parts = words(clean);
    if (parts.empty()) return true;
    std::string id;
    if (is_number(parts[0])) {
      id = parts[0];
      parts.erase(parts.begin());
    }
    if (parts.empty()) parts.emplace_back();
    const auto known = std::find_if(commands.begin(), commands.end(), [&](const Command& one) { return one.name == parts[0]; });
    const Answer answer = known == commands.end() ? Answer(fail("unknown command")) : (this->*known->run)(parts);
    say(answer ? "=" + id + " " + *answer + "\n" : "?" + id + " " + harmless(answer.error().what) + "\n");
    return parts[0] != "quit";
  }

 private:
  struct Command {
    const char* name;
    Answer (GtpServer::*run)(const Words& parts);
  };
  static const std::vector<Command> commands;

  struct Clock {
    double main = 0, period = 0;  // seconds
    int stones = 0;
  };

  Answer introduce(const Words& parts) {
    if (parts[0] == "protocol_version") return "2";
    if (parts[0] == "name") return harmless(title_[0]);
    if (parts[0] == "version") return title_[1];
    std::string all;
    bool known = false;
    for (const Command& one : commands) {
      all += (all.empty() ? "" : "\n") + std::string(one.name);
      known = known || (parts.size() > 1 && parts[1] == one.name);
    }
    if (parts[0] == "known_command") return known ? "true" : "false";
    return parts[0] == "list_commands" ? all : "";
  }

  // ---- The game

  Answer board_size(const Words& parts) {
    if (parts.size() < 2 || !is_number(parts[1])) return fail("boardsize not an integer");
    if (bridge_.board_size() > 0 && number(parts[1]) != bridge_.board_size()) return fail("unacceptable size");
    return "";
  }

  Answer komi(const Words& parts) { return parts.size() < 2 ? Answer(fail("komi not a float")) : Answer(""); }

  Answer clear_board(const Words&) {
    session_->restart();
    ++game_;
    left_ = {};
    if (agent_ != nullptr) TRY(agent_->new_game());
    return "";
  }

  /// The seat of a colour: of that name, else black is the first.
  Result<Seat> seat_of(std::string_view colour) const {
    const std::string name = lower(colour);
    const bool black = name == "b" || name == "black";
    if (!black && name != "w" && name != "white") return fail("invalid color or coordinate");
    for (Seat seat = 0; seat < 2; ++seat)
      if (rules_.seat_name(seat) == (black ? "black" : "white")) return seat;
    return static_cast<Seat>(black ? 0 : 1);
  }

  /// Makes it this seat's turn, by a forced pass if necessary.
  Result<void> turn_to(Seat seat) {
    if (session_->is_over()) return fail("the game is over");
    if (session_->turn() == seat) return {};
    if (session_->choices() != 0) return fail("it is not this colour's turn");
    return session_->play(session_->moves().front());
  }

  Answer play(const Words& parts) {
    const Seat seat = TRY(seat_of(parts.size() < 3 ? "" : parts[1]));
    const std::size_t before = session_->ply();
    const bool passes = lower(parts[2]) == "pass" && session_->turn() == seat && session_->choices() != 0;
    if (!passes && turn_to(seat))
      if (const auto move = bridge_.our_move(*session_, parts[2]); move && session_->play(*move)) return "";
    while (session_->ply() > before) session_->undo();
    return fail("illegal move");
  }

  Answer generate(const Words& parts) {
    const Seat seat = TRY(seat_of(parts.size() < 2 ? "" : parts[1]));
    if (session_->is_over()) return "pass";
    TRY(turn_to(seat));
    if (agent_ == nullptr) agent_ = TRY(make_agent(rules_, clock_ ? for_a_clock(rules_, name_) : name_));
    AnyQuestion ask;
    ask.seed = seed_;
    ask.game = game_;
    ask.seconds = seconds_for(seat);
    ask.stop = stop_;
    const auto answer = TRY(agent_->think(*session_, ask));
    const std::string& move = answer.lines.front().move;
    std::string theirs = TRY(bridge_.their_move(*session_, move));
    TRY(session_->play(move));
    return theirs;
  }

  Answer undo(const Words&) { return session_->undo() ? Answer("") : Answer(fail("cannot undo")); }
  Answer show_board(const Words&) { return "\n" + join(picture_lines(session_->picture()), "\n"); }

  Answer final_score(const Words&) {
    const auto result = session_->result();
    if (!result) return fail("cannot score");
    const long black = (*result)[*seat_of("black")], white = (*result)[*seat_of("white")];
    const long lead = black == -white ? black : black - white;
    return lead == 0 ? "0" : fmt::format("{}+{}", lead > 0 ? "B" : "W", std::labs(lead));
  }

  Answer legal_moves(const Words& parts) {
    const Seat seat = parts.size() > 1 ? TRY(seat_of(parts[1])) : session_->turn();
    if (seat != session_->turn()) return "";
    std::vector<std::string> all;
    for (const std::string& move : session_->moves()) {
      std::string theirs = TRY(bridge_.their_move(*session_, move));
      all.push_back(std::move(theirs));
    }
    return join(all, " ");
  }

  // ---- Time

  Answer time_settings(const Words& parts) {
    if (parts.size() < 4 || !is_number(parts[1]) || !is_number(parts[2]) || !is_number(parts[3])) return fail("syntax error");
    clock_ = Clock{static_cast<double>(number(parts[1])), static_cast<double>(number(parts[2])), number(parts[3])};
    if (clock_->period > 0 && clock_->stones == 0) clock_.reset();  // no limit
    agent_.reset();
    return "";
  }

  Answer time_left(const Words& parts) {
    if (parts.size() < 4 || !is_number(parts[2]) || !is_number(parts[3])) return fail("syntax error");
    const Seat seat = TRY(seat_of(parts[1]));
    left_[seat] = Clock{static_cast<double>(number(parts[2])), 0, number(parts[3])};
    return "";
  }

  double seconds_for(Seat seat) const {
    if (!clock_) return 0;
    constexpr double moves = 25;  // of the game, that the time left is for
    const Clock now = left_[seat].value_or(clock_->main > 0 ? Clock{clock_->main} : Clock{clock_->period, 0, clock_->stones});
    const double added = clock_->stones > 0 && now.stones == 0 ? clock_->period / clock_->stones : 0;
    return now.stones > 0 ? std::max(0.001, 0.9 * now.main / now.stones) : share_of_clock(now.main, added, moves);
  }

  const OpenGame& rules_;
  Bridge bridge_;
  std::string name_;
  std::array<std::string, 2> title_;
  std::unique_ptr<Agent> agent_;
  std::unique_ptr<Session> session_;
  std::uint64_t seed_, game_ = 0;
  std::stop_token stop_;
  std::optional<Clock> clock_;                // time_settings
  std::array<std::optional<Clock>, 2> left_;  // time_left
};

const std::vector<GtpServer::Command> GtpServer::commands{
    {"protocol_version", &GtpServer::introduce},
    {"name", &GtpServer::introduce},
    {"version", &GtpServer::introduce},
    {"known_command", &GtpServer::introduce},
    {"list_commands", &GtpServer::introduce},
    {"quit", &GtpServer::introduce},
    {"boardsize", &GtpServer::board_size},
    {"clear_board", &GtpServer::clear_board},
    {"komi", &GtpServer::komi},
    {"play", &GtpServer::play},
    {"genmove", &GtpServer::generate},
    {"undo", &GtpServer::undo},
    {"showboard", &GtpServer::show_board},
    {"final_score", &GtpServer::final_score},
    {"legal_moves", &GtpServer::legal_moves},
    {"time_settings", &GtpServer::time_settings},
    {"time_left", &GtpServer::time_left},
};

}  // namespace

std::unique_ptr<LineServer> gtp_server(const OpenGame& game, Bridge bridge, std::string_view agent,
                                       std::array<std::string, 2> title, std::uint64_t seed, std::stop_token stop,
                                       LineServer::Say say) {
  return std::make_unique<GtpServer>(game, std::move(bridge), agent, std::move(title), seed, std::move(stop), std::move(say));
}

}  // namespace banmen
