// `banmen play`: a game at the terminal between people and agents, with hints, undo, save and help.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/command.hpp"
#include "app/line_reader.hpp"
#include "core/control.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "host/interrupt.hpp"
#include "host/terminal.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "play/live_game.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

struct PlayArguments {
  std::string game;
  std::vector<std::string> seats;
  std::string position;
  std::string from;
  std::string save;
  std::optional<Command> program;
};

const std::vector<std::string> words_of_command{"help", "moves", "hint", "board", "rules", "undo", "resign", "save", "quit"};

constexpr const char* help_text =
    "a move       play it, in capital or small letters; its beginning or end is enough if no\n"
    "             other move has it: e4 for e2e4\n"
    "moves        list the legal moves\n"
    "moves PLACE  list the moves from or to this place, or that begin with this text\n"
    "hint         show a good move\n"
    "hint AGENT   show the move of this agent: hint uct:playouts=500\n"
    "board        draw the board again\n"
    "rules        show the rules of the game\n"
    "undo         take back moves, to your last turn\n"
    "resign       give up the game\n"
    "save FILE    save the game as a record; 'banmen play --from FILE' resumes it\n"
    "quit         leave the program\n"
    "On the board + or underlining marks where moves begin, < > or inverse colours the last move.";

/// A terminal on which a line can be erased.
bool on_terminal() {
  const char* kind = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

/// Words separated by blanks; wrapped to the width of a terminal.
std::string flowing(const std::vector<std::string>& texts) {
  if (!on_terminal()) return fmt::format("{}", fmt::join(texts, " "));
  const std::size_t width = terminal_size(STDOUT_FILENO).columns;
  std::string out;
  std::size_t used = 0;
  for (const std::string& text : texts) {
    const bool fits = used == 0 || used + 1 + columns(text) < width;
    out += used == 0 ? "" : fits ? " " : "\n";
    used = fits && used > 0 ? used + 1 + columns(text) : columns(text);
    out += text;
  }
  return out;
}

class PlayTerminal {
 public:
  PlayTerminal(Context& context, LiveGame game, std::string save)
      : context_(context), game_(std::move(game)), save_(std::move(save)) {
    seen_ = std::max<std::size_t>(1, session().history().size()) - 1;
  }

  Result<int> run() {
    if (game_.has_person()) {
      context_.say("{}: {}. Type a move, or 'help'.", game_.open_game().name(), seating());
      if (session().turn() != chance) draw();
    }
    while (!game_.is_over() && !quit_ && !context_.stopped()) TRY(game_.persons_turn() ? ask() : move_by_agent());
    TRY(keep());
    return finish();
  }

 private:
  [[nodiscard]] const Session& session() const { return game_.session(); }

  /// "A human; B, C and D uct"
  [[nodiscard]] std::string seating() const {
    std::string out;
    std::vector<std::string> seats;
    for (std::size_t seat = 0; seat < game_.seats().size(); ++seat) {
      const std::string& who = game_.seats()[seat];
      seats.push_back(session().seat_name(static_cast<Seat>(seat)));
      if (seat + 1 < game_.seats().size() && game_.seats()[seat + 1] == who) continue;
      out += (out.empty() ? "" : "; ") + listed(seats) + " " + who;
      seats.clear();
    }
    return out;
  }

  /// Marks the moves since a person last saw the board.
  void draw() {
    const std::size_t plies = session().history().size();
    if (plies > seen_)
      since_ = seen_;
    else if (plies < seen_)
      since_ = std::max<std::size_t>(1, plies) - 1;
    seen_ = plies;
    context_.draw(marked_picture(session(), since_, game_.persons_turn()));
  }

  Result<void> keep() const { return save_.empty() ? Result<void>{} : write_file(save_, write_record(game_.record())); }

  /// A line that is shown during thinking: at each new depth, or, for samplers, at most a few times a second.
  void show_thought(const std::string& who, const AnyProgress& c) {
    if (!on_terminal() || context_.json || context_.quiet) return;
    if (c.depth == 0 && c.nodes > 0 && !thought_.due()) return;
    std::string line = who + " is thinking…";
    if (!c.move.empty()) line += " " + c.move;
    if (c.depth > 0) line += fmt::format(" {:+.2f}, depth {}", c.value, c.depth);
    if (c.nodes > 0) line += fmt::format(", {} nodes", grouped(c.nodes));
    context_.print_text("\r\033[K" + cut(line, terminal_size(STDOUT_FILENO).columns - 1));
    std::fflush(stdout);
  }
  void clear_thought() const {
    if (on_terminal() && !context_.json && !context_.quiet) context_.print_text("\r\033[K");
  }

  Result<void> move_by_agent() {
    const std::string name = session().turn_name();
    const bool dice = session().turn() == chance;
    if (!dice) show_thought(name, {});
    const auto move = game_.advance(interruption(), [&](const AnyProgress& c) { show_thought(name, c); });
    if (!dice) clear_thought();
    if (!move) return fail(move.error());
    if (move->empty()) return {};
    context_.say("{} {} {}", name, dice ? "gives" : "plays", dice ? throw_text(*move) : *move);
    // Draw only when a person is to move.
    if (game_.has_person() && (game_.persons_turn() || game_.is_over())) draw();
    return keep();
  }

  /// A throw by the names of the rules, if they have any: "d 10, steps 2".
  [[nodiscard]] std::string throw_text(const std::string& move) const {
    std::vector<std::string> parts;
    for (const Figure& fact : session().last()) parts.push_back(fact.name + " " + text_of(fact.value));
    return parts.empty() ? move : join(parts, ", ");
  }

  Result<void> ask() {
    const auto line = reader_.read(context_.json ? "" : session().turn_name() + "> ");
    if (!line) {
      quit_ = true;
      context_.say("");
      return {};
    }
    const auto parts = words(*line);
    if (parts.empty()) return {};
    // Moves take precedence, so that no command hides a move.
    const char* const end = parts.back().data() + parts.back().size();
    const std::string typed(parts.front().data(), end);
    const auto played = game_.play(typed);
    if (played) {
      draw();
      return keep();
    }
    return obey(typed, lower(parts.front()), parts.size() == 1 ? "" : std::string(parts[1].data(), end), played.error());
  }

  /// A command with the rest of its line, or an abbreviated move.
  Result<void> obey(const std::string& line, const std::string& word, const std::string& rest, const Error& no_move) {
    if (word == "help" || word == "?") {
      context_.say("{}", help_text);
    } else if (word == "moves") {
      list_moves(rest);
    } else if (word == "hint") {
      give_hint(rest);
    } else if (word == "board") {
      draw();
    } else if (word == "rules") {
      say_rules();
    } else if (word == "undo") {
      if (!game_.undo()) {
        context_.say("there is nothing to undo");
        return {};
      }
      draw();
      return keep();
    } else if (word == "resign") {
      return game_.resign();
    } else if (word == "save") {
      save_to(rest);
    } else if (word == "quit" || word == "exit") {
      quit_ = true;
    } else if (const auto completed = completed_move(session(), line); !completed) {
      context_.say("{}; {}", completed.error().what, completed.error().hint);
    } else if (*completed) {
      context_.say("{} plays {}", session().turn_name(), **completed);
      TRY(game_.play(**completed));
      draw();
      return keep();
    } else {
      const auto near = nearest(word, words_of_command);
      const std::string hint = near                   ? "did you mean '" + *near + "'?"
                               : no_move.hint.empty() ? "type 'moves' or 'help'"
                                                      : no_move.hint;
      context_.say("{}; {}", no_move.what, hint);
    }
    return {};
  }

  void say_rules() const {
    const auto text = rules_in_words(game_.open_game().name());
    context_.say("{}", text ? *text : text.error().message());
  }

  void list_moves(const std::string& place) const {
    constexpr std::size_t most = 120;
    const std::vector<std::string> moves = place.empty() ? session().moves() : moves_at(session(), place);
    if (moves.empty()) return context_.say("no move goes from or to '{}' or begins with it; type 'moves' to list all", place);
    if (moves.size() <= most) return context_.say("{}", flowing(moves));
    const auto groups = place.empty() ? beginnings(session()) : by_first_names(moves, 2);
    std::vector<std::string> texts;
    for (const auto& [name, count] : groups) texts.push_back(fmt::format("{} ({})", name, count));
    context_.say("{} moves, grouped by how they begin:\n{}\ntype 'moves {}' to list the first group", moves.size(), flowing(texts),
                 groups.front().first);
  }

  void give_hint(const std::string& agent) {
    const std::string who = agent.empty() ? default_agent(game_.open_game()) : agent;
    show_thought(who, {});
    const auto answer = game_.hint(who, interruption(), [&](const AnyProgress& c) { show_thought(who, c); });
    clear_thought();
    if (!answer) return context_.say("{}", answer.error().message());
    const AnyAnswerLine& best = answer->lines.front();
    // Samplers give a winning share, other searches points.
    const std::string worth = best.visits > 0 ? fmt::format("{:.0f} %", 100 * best.value) : fmt::format("{:+.2f}", best.value);
    context_.say("{} suggests {}: {} for {}{}{}", who, best.move, worth, session().turn_name(), best.exact ? " (exact)" : "",
                 best.line.size() > 1 ? fmt::format("; {}", fmt::join(best.line, " ")) : "");
  }

  void save_to(const std::string& path) const {
    if (path.empty()) return context_.say("save needs a file name: save FILE");
    const auto saved = write_file(path, write_record(game_.record()));
    context_.say("{}", saved ? "saved to " + path : saved.error().message());
  }

  Result<int> finish() {
    const auto result = session().result();
    const auto& ending = game_.ending();
    if (context_.json) {
      Json document = {{"game", game_.open_game().name()}, {"seats", game_.seats()},
                       {"moves", session().history()},     {"position", session().position()},
                       {"score", session().score()},       {"result", result ? Json(*result) : Json(nullptr)}};
      if (game_.is_over()) document["verdict"] = game_.verdict();
      if (ending) document["ended"] = {{"how", ending->how}, {"seat", ending->seat}};
      context_.print(document);
      return context_.finish();
    }
    if (game_.is_over()) {
      if (!game_.has_person()) context_.draw(session().picture());
      std::vector<std::string> parts;
      for (std::size_t seat = 0; result && seat < result->size(); ++seat)
        parts.push_back(fmt::format("{} {}", session().seat_name(static_cast<Seat>(seat)), (*result)[seat]));
      const std::size_t plies = session().history().size();
      context_.say("over after {} {}: {}{}", plies, plies == 1 ? "ply" : "plies", game_.verdict(),
                   parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", ")));
    } else if (!save_.empty()) {
      context_.say("unfinished; resume with: {} play --from {}", context_.program(), for_shell(save_));
    } else if (!session().history().empty()) {
      context_.say("unfinished; view it with: {} show {}{} --moves \"{}\"", context_.program(), for_shell(game_.open_game().name()),
                   session().from_initial() ? "" : fmt::format(" --position \"{}\"", session().start()),
                   fmt::join(session().history(), " "));
    }
    return context_.finish();
  }

  Context& context_;
  LiveGame game_;
  std::string save_;
  LineReader reader_;
  std::size_t seen_ = 0, since_ = 0;  // plies at the last drawing; first ply that is marked
  bool quit_ = false;
  Ticker thought_;
};

/// The games by name and title.
Result<void> say_games(const Context& context) {
  const auto document = TRY(games_document(context.catalog));
  for (const char* part : {"games", "library"})
    for (const Json& game : document[part])
      context.say("  {:<12} {}", game["id"].get<std::string>(), game["title"].get<std::string>());
  return {};
}

Result<int> run(Context& context, const PlayArguments& given) {
  PlayArguments arguments = given;
  Replay replayed;
  std::optional<Record> record;
  if (!arguments.from.empty()) {
    if (!arguments.position.empty()) return fail("--position and --from exclude each other", "a record has its own position");
    auto read = TRY(read_replay(context.catalog, arguments.from));
    record = std::move(read.first);
    replayed = std::move(read.second);
    // With a record the game is optional, so the first argument may be a seat.
    if (!arguments.game.empty()) {
      const auto game = context.catalog.open(arguments.game);
      if (!game)
        arguments.seats.insert(arguments.seats.begin(), arguments.game);
      else if ((*game)->name() != replayed.game->name())
        return fail("the record is a game of '" + replayed.game->name() + "', not of '" + (*game)->name() + "'", "omit the game");
    }
  } else {
    if (arguments.game.empty()) {
      TRY(say_games(context));
      return fail("play needs a game or --from FILE", "write 'banmen play GAME'; see 'banmen play --help'");
    }
    auto game = TRY(context.catalog.open(arguments.game));
    replayed = {std::move(game), nullptr};
    replayed.session = replayed.game->session();
    if (!arguments.position.empty()) TRY(replayed.session->restart(arguments.position));
  }
  // The record being resumed may be overwritten.
  if (!arguments.save.empty() && arguments.save != arguments.from) TRY(can_write(arguments.save));
  const Record* from = record ? &*record : nullptr;
  auto seats = TRY(seat_players(*replayed.game, arguments.seats, from));
  const std::uint64_t seed =
      from != nullptr && !arguments.program->given("--seed") ? from->seed.value_or(context.seed) : context.seed;
  return PlayTerminal(context, LiveGame(std::move(replayed), std::move(seats), seed, from), arguments.save).run();
}

}  // namespace

void add_play(Command& app, Context& context) {
  auto [command, arguments] = add_command<PlayArguments>(
      app, context, "play", "Play a game at the terminal",
      "banmen play reversi\nbanmen play reversi human alphabeta:depth=6\nbanmen play yonin:size=6 --save game.txt\n"
      "banmen play bao random random --seed 3\nbanmen play --from game.txt",
      run);
  arguments.program = app;
  command->add_option("game", arguments.game, "Game, as id[:key=value,…]");
  command->add_option("seats", arguments.seats,
                      "Players, one per seat: human or an agent (see 'banmen agents'); default: you in the first seat, against " +
                          std::string(default_agent_rule));
  command->add_option("--position", arguments.position, "Start from this position");
  command->add_option("--from", arguments.from, "Resume a saved record, which is overwritten only if --save names it");
  command->add_option("--save", arguments.save, "Write the record to this file after every move");
}

}  // namespace banmen::app
