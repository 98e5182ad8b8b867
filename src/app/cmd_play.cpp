// A game at the terminal: people and agents at the seats, undo, save, help.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <optional>

#include "app/command.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

struct PlayArguments {
  std::string game;
  std::vector<std::string> seats;
  std::string position;
  std::string from;
  std::string save;
};

const std::vector<std::string> words_of_command{"help", "moves", "board", "undo", "save", "quit"};

constexpr const char* help_text =
    "a move    play it (type 'moves' to see them)\n"
    "moves     list the legal moves\n"
    "board     draw the board again\n"
    "undo      take back to your last turn\n"
    "save FILE write the game as a record; 'banmen play --from FILE' goes on with it\n"
    "quit      stop here";

class Match {
 public:
  Match(Context& context, Replay replay, std::vector<std::string> seats, std::string save)
      : context_(context),
        table_(std::move(replay.table)),
        session_(std::move(replay.session)),
        seats_(std::move(seats)),
        save_(std::move(save)) {}

  Result<int> run() {
    if (has_person()) context_.draw(session_->picture());
    while (!session_->is_over() && !quit_) {
      if (context_.stopped()) break;
      const Seat turn = session_->turn();
      const auto step = turn != chance && seats_[static_cast<std::size_t>(turn)] == "human" ? ask() : move_by_machine(turn);
      if (!step) return fail(step.error());
    }
    return finish();
  }

 private:
  [[nodiscard]] bool has_person() const { return std::find(seats_.begin(), seats_.end(), "human") != seats_.end(); }

  Result<void> move_by_machine(Seat turn) {
    // Keyed by ply, so that undo and replay do not change what a seat plays.
    Random random(context_.seed, 0, static_cast<std::uint32_t>(session_->history().size()));
    const std::string name = session_->turn_name();
    std::string text;
    if (turn == chance) {
      const auto move = session_->play_random(random);
      if (!move) return fail(move.error());
      text = *move;
    } else {
      auto& agent = agents_[turn];
      if (agent == nullptr) {
        auto made = make_agent(*table_, seats_[static_cast<std::size_t>(turn)]);
        if (!made) return fail(made.error());
        agent = std::move(*made);
        if (auto ready = agent->new_game(); !ready) return fail(ready.error());
      }
      Ask ask;
      ask.seed = mix(context_.seed, static_cast<std::uint64_t>(turn));
      ask.stop = context_.control().stop;
      const auto answer = agent->think(*session_, ask);
      if (!answer) return fail(answer.error());
      text = answer->lines.front().move;
      if (auto played = session_->play(text); !played) return fail(played.error());
    }
    if (!context_.json) context_.say("{} {} {}", name, turn == chance ? "gives" : "plays", text);
    return after_move();
  }

  Result<void> ask() {
    if (!context_.json) {
      fmt::print("{}> ", session_->turn_name());
      std::fflush(stdout);
    }
    std::string line;
    if (!std::getline(std::cin, line)) {
      quit_ = true;
      if (!context_.json) fmt::print("\n");
      return {};
    }
    const auto parts = words(line);
    if (parts.empty()) return {};
    // A move first: no game's move is shadowed by a word of ours.
    const std::size_t start = static_cast<std::size_t>(parts.front().data() - line.data());
    const std::string text =
        line.substr(start, static_cast<std::size_t>(parts.back().data() + parts.back().size() - line.data()) - start);
    const auto played = session_->play(text);
    if (played) return after_move();
    const std::string word(parts.front());
    if (word == "help" || word == "?") {
      context_.say("{}", help_text);
    } else if (word == "moves") {
      context_.say("{}", fmt::join(session_->moves(), " "));
    } else if (word == "board") {
      context_.draw(session_->picture());
    } else if (word == "undo") {
      undo();
    } else if (word == "save") {
      if (parts.size() != 2) {
        context_.say("save FILE: one file name is wanted");
      } else if (const auto saved = write_to(std::string(parts[1])); saved) {
        context_.say("saved to {}", parts[1]);
      } else {
        context_.say("{}", saved.error().message());
      }
    } else if (word == "quit" || word == "exit") {
      quit_ = true;
    } else {
      const auto near = nearest(word, words_of_command);
      context_.say("{}{}", played.error().what, near ? "; did you mean '" + *near + "'?" : "; type 'moves' or 'help'");
    }
    return {};
  }

  void undo() {
    bool any = false;
    while (session_->undo()) {
      any = true;
      const Seat turn = session_->turn();
      if (turn >= 0 && seats_[static_cast<std::size_t>(turn)] == "human") break;
    }
    if (!any) return context_.say("there is nothing to take back");
    context_.draw(session_->picture());
  }

  Result<void> after_move() {
    if (has_person()) context_.draw(session_->picture());
    if (save_.empty()) return {};
    return write_to(save_);
  }

  Result<void> write_to(const std::string& path) const {
    std::vector<std::pair<std::string, std::string>> seats;
    for (std::size_t seat = 0; seat < seats_.size(); ++seat)
      seats.emplace_back(session_->seat_name(static_cast<Seat>(seat)), seats_[seat]);
    return write_file(path, write_record(record_of(*table_, *session_, std::move(seats), context_.seed)));
  }

  Result<int> finish() {
    const auto result = session_->result();
    if (context_.json) {
      context_.print({{"game", table_->name()},
                      {"seats", seats_},
                      {"moves", session_->history()},
                      {"position", session_->position()},
                      {"score", session_->score()},
                      {"result", result ? Json(*result) : Json(nullptr)}});
      return context_.finish();
    }
    if (result) {
      if (!has_person()) context_.draw(session_->picture());
      std::vector<std::string> parts;
      for (std::size_t seat = 0; seat < result->size(); ++seat)
        parts.push_back(fmt::format("{} {}", session_->seat_name(static_cast<Seat>(seat)), (*result)[seat]));
      context_.say("over after {} plies: {}", session_->history().size(), fmt::join(parts, ", "));
    } else if (!save_.empty() && !session_->history().empty()) {
      context_.say("unfinished; go on with: {} play --from {}", context_.program(), save_);
    } else if (!session_->history().empty()) {
      context_.say("unfinished; see it again with: {} show {}{} --moves \"{}\"", context_.program(), table_->name(),
                   session_->from_initial() ? "" : fmt::format(" --position \"{}\"", session_->start()),
                   fmt::join(session_->history(), " "));
    }
    return context_.finish();
  }

  Context& context_;
  std::unique_ptr<OpenGame> table_;
  std::unique_ptr<Session> session_;
  std::vector<std::string> seats_;
  std::string save_;
  std::map<Seat, std::unique_ptr<Agent>> agents_;
  bool quit_ = false;
};

/// Who sits where: as asked, else as in the record, else a person against random play.
Result<std::vector<std::string>> seat_players(const OpenGame& table, const PlayArguments& arguments, const Record* record) {
  const auto players = static_cast<std::size_t>(table.players());
  std::vector<std::string> seats = arguments.seats;
  if (seats.empty() && record && record->seats.size() == players) {
    for (const auto& [seat, who] : record->seats) seats.push_back(who);
  } else if (seats.empty()) {
    seats.assign(players, "random");
    seats.front() = "human";
  }
  if (seats.size() != players)
    return fail(fmt::format("{} has {} seats, but {} players are named", table.name(), players, seats.size()),
                "name one for each: human or an agent");
  for (const std::string& who : seats)
    if (who != "human") {
      const auto agent = make_agent(table, who);
      if (agent) continue;
      if (agent.error().kind != ErrorKind::unknown_name) return fail(agent.error());
      std::vector<std::string> players_known = table.agents();
      players_known.insert(players_known.begin(), "human");
      players_known.emplace_back("engine");
      return fail(ErrorKind::unknown_name, "there is no player '" + who + "'", suggest(who, players_known));
    }
  return seats;
}

Result<int> run(Context& context, const PlayArguments& arguments) {
  Replay replayed;
  std::optional<Record> record;
  if (!arguments.from.empty()) {
    if (!arguments.position.empty()) return fail("--position and --from exclude each other");
    const auto text = read_file(arguments.from);
    if (!text) return fail(text.error());
    auto read = read_record(*text);
    auto played = read ? replay(context.catalog, *read) : Result<Replay>(fail(read.error()));
    if (!played) {
      Error error = played.error();
      error.where = arguments.from;
      return fail(error);
    }
    // With a record the game may be left out, so that what stands in its place is the first seat.
    record = std::move(*read);
    replayed = std::move(*played);
  } else {
    if (arguments.game.empty()) return fail("a game or --from FILE is wanted", "see banmen play --help");
    auto table = context.catalog.open(arguments.game);
    if (!table) return fail(table.error());
    replayed = {std::move(*table), nullptr};
    replayed.session = replayed.table->session();
    if (!arguments.position.empty())
      if (const auto set = replayed.session->restart(arguments.position); !set) return fail(set.error());
  }
  if (const auto can = can_write(arguments.save); !can) return fail(can.error());
  auto seats = seat_players(*replayed.table, arguments, record ? &*record : nullptr);
  if (!seats) return fail(seats.error());
  return Match(context, std::move(replayed), std::move(*seats), arguments.save.empty() ? arguments.from : arguments.save).run();
}

}  // namespace

void add_play(Command& app, Context& context) {
  auto arguments = std::make_shared<PlayArguments>();
  Command command = add_command(app, context, "play", "Play a game at the terminal",
                                "banmen play reversi human alphabeta:depth=6\nbanmen play yonin:size=6 --save game.txt\nbanmen "
                                "play bao random random --seed 3\nbanmen play --from game.txt",
                                [arguments](Context& c) { return run(c, *arguments); });
  command->add_option("game", arguments->game, "The game, as id[:key=value,…]");
  command->add_option("seats", arguments->seats, "Who sits where: human or an agent (see banmen games GAME), one for each seat");
  command->add_option("--position", arguments->position, "Start here instead of at the game's own start");
  command->add_option("--from", arguments->from, "Go on with a saved record");
  command->add_option("--save", arguments->save, "Write the record here after every move");
}

}  // namespace banmen::app
