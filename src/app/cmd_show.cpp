// `banmen show`: draws a position, or steps through a game with the arrow keys.
#include <termios.h>
#include <unistd.h>

#include <algorithm>

#include "app/command.hpp"
#include "app/line_reader.hpp"
#include "core/characters.hpp"
#include "core/text.hpp"
#include "play/documents.hpp"
#include "play/live_game.hpp"
#include "play/record.hpp"

namespace banmen::app {
namespace {

struct ShowArguments {
  std::string game;
  std::string position;
  std::string moves;
  std::string record;
  int ply = -1;  // all
  bool step = false, large = false, rules = false, scene = false;
};

struct Shown {
  Replay game;
  std::optional<Record::Ending> ending;
  std::optional<Dice> dice;  // of a record with a seed
};

/// Tries the whole text as one move first, for games whose moves have several words; then word by word.
Result<void> play_moves(Session& session, const std::string& text) {
  if (words(text).size() > 1 && session.play(text)) return {};
  for (const std::string_view word : words(text)) {
    TRY(play_as_written(session, word).map_error([&](Error error) {
      error.column = static_cast<int>(word.data() - text.data()) + 1;
      error.where = "--moves";
      return error;
    }));
  }
  return {};
}

Result<Shown> open(Context& context, const ShowArguments& arguments) {
  Shown shown;
  if (!arguments.record.empty()) {
    if (!arguments.position.empty()) return fail("--position and --record exclude each other", "a record has its own position");
    auto read = TRY(read_replay(context.catalog, arguments.record));
    shown = {std::move(read.second), read.first.ending, std::nullopt};
    if (read.first.seed) shown.dice = check_dice(*shown.game.session, *read.first.seed);
    if (!arguments.game.empty()) {
      const auto game = TRY(context.catalog.open(arguments.game));
      if (game->name() != shown.game.game->name())
        return fail("the record is a game of '" + shown.game.game->name() + "', not of '" + game->name() + "'", "omit the game");
    }
  } else {
    if (arguments.game.empty()) return fail("show needs a game or --record FILE", "see banmen show --help");
    auto game = TRY(context.catalog.open(arguments.game));
    shown.game = {std::move(game), nullptr};
    shown.game.session = shown.game.game->session();
    if (!arguments.position.empty()) TRY(shown.game.session->restart(arguments.position).map_error(about("--position")));
  }
  TRY(play_moves(*shown.game.session, arguments.moves));
  return shown;
}

/// Switches the terminal to unbuffered input without echo for its lifetime.
class RawKeys {
 public:
  RawKeys() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  }
  ~RawKeys() { tcsetattr(STDIN_FILENO, TCSADRAIN, &before_); }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

 private:
  termios before_{};
};

enum class Key { forth, back, first, last, quit, other };

/// The rest of an escape sequence: "[C", "OC", "[4~", "[1;5C" (with Ctrl).
Key sequence() {
  auto byte = read_byte();
  if (byte && (*byte == '[' || *byte == 'O')) byte = read_byte();
  std::string numbers;
  for (; byte && *byte >= ' ' && *byte < '@'; byte = read_byte()) numbers += *byte;
  if (!byte) return Key::quit;
  switch (*byte) {
    case 'C':
    case 'B': return Key::forth;
    case 'D':
    case 'A': return Key::back;
    case 'H': return Key::first;
    case 'F': return Key::last;
    case '~': return numbers == "1" || numbers == "7" ? Key::first : numbers == "4" || numbers == "8" ? Key::last : Key::other;
    default: return Key::other;
  }
}

Key next_key() {
  auto byte = read_byte();
  if (!byte) return Key::quit;
  if (*byte == '\033') return sequence();
  const auto is_one_of = [&](std::string_view keys) { return keys.find(*byte) != std::string_view::npos; };
  if (is_one_of(" nlj")) return Key::forth;
  if (is_one_of("\177phk")) return Key::back;
  return *byte == 'g' ? Key::first : *byte == 'G' ? Key::last : *byte == 'q' ? Key::quit : Key::other;
}

void draw(const Context& context, const Replay& game, std::size_t plies, const std::optional<Record::Ending>& ending) {
  const Session& session = *game.session;
  const std::size_t ply = session.history().size();
  context.print_text("\033[H\033[2J");
  context.say("{}  ply {} of {}{}", game.game->name(), ply, plies, ply == 0 ? "" : ": " + session.history().back());
  context.draw(marked_picture(session, ply == 0 ? 0 : ply - 1, false));
  if (ply > 0 && ply <= game.comments.size() && !game.comments[ply - 1].empty()) context.say("{}", game.comments[ply - 1]);
  if (const auto result = session.result())
    context.say("over, {} (result {})", verdict(*game.game, *result), fmt::join(*result, " "));
  else if (ply == plies && ending)
    context.say("over, {}", verdict(*game.game, *ending));
  context.say("← → one ply, Home End first and last, q quit");
  std::fflush(stdout);
}

/// Steps through `moves`, beginning at the session's ply. `ending`: how the game ended if it was not played out. Refuses without a
/// terminal.
Result<int> step_through(Context& context, Replay& game, const std::vector<std::string>& moves,
                         const std::optional<Record::Ending>& ending) {
  if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1) return fail("--step needs a terminal", "--ply K shows one position");
  const RawKeys raw;
  Session& session = *game.session;
  const auto go_to = [&](std::size_t ply) {
    while (session.history().size() > ply) session.undo();
    while (session.history().size() < ply) (void)session.play(moves[session.history().size()]);
  };
  while (true) {
    draw(context, game, moves.size(), ending);
    const std::size_t ply = session.history().size();
    switch (next_key()) {
      case Key::forth: go_to(std::min(ply + 1, moves.size())); break;
      case Key::back: go_to(ply == 0 ? 0 : ply - 1); break;
      case Key::first: go_to(0); break;
      case Key::last: go_to(moves.size()); break;
      case Key::quit: return context.finish();
      case Key::other: break;
    }
  }
}

/// Prints a rule file.
Result<int> show_rules(Context& context, const std::string& game) {
  const auto name = TRY(read_name(game));
  const auto& native = context.catalog.entries();
  const bool in_library = rules::library_text(name.id).has_value();
  if (std::any_of(native.begin(), native.end(), [&](const GameEntry& entry) { return entry.id == name.id; }))
    return fail("'" + name.id + "' is not a rule file",
                in_library ? "did you mean '" + name.id + ".game'?" : "'banmen games' lists them");
  if (name.id.find('/') == std::string::npos && !in_library)
    return fail("there is no game '" + name.id + "' in the library", suggest(name.id, Catalog::library_ids()));
  const auto text = TRY(rule_text(name.id));
  if (context.json)
    context.print({{"game", game}, {"rules", text.content}});
  else
    context.print_text(isatty(STDOUT_FILENO) == 1 ? harmless_lines(text.content) : text.content);
  return done;
}

/// Compares the throws of a record with those of its seed.
std::string words_of(const Dice& dice) {
  const std::string throws = dice.throws == 1 ? "1 throw" : std::to_string(dice.throws) + " throws";
  if (dice.as_seed == dice.throws)
    return throws + (dice.throws == 1 ? ", as the record's seed gives it" : ", all as the record's seed gives them");
  if (dice.as_seed > 0)
    return throws + ", " + std::to_string(dice.as_seed) + " of them as the record's seed gives " +
           (dice.as_seed == 1 ? "it" : "them");
  return throws + ", not those that the record's seed gives to a table (a match draws others)";
}

Result<int> run(Context& context, const ShowArguments& arguments) {
  if (arguments.rules) return show_rules(context, arguments.game);
  auto shown = TRY(open(context, arguments));
  const std::vector<std::string> moves = shown.game.session->history();
  if (arguments.ply > static_cast<int>(moves.size()))
    return fail(fmt::format("--ply {}: the game has only {} plies", arguments.ply, moves.size()),
                fmt::format("use 0 to {}", moves.size()));
  const std::size_t ply = arguments.ply >= 0 ? static_cast<std::size_t>(arguments.ply) : arguments.step ? 0 : moves.size();
  while (shown.game.session->history().size() > ply) shown.game.session->undo();
  if (arguments.step) return step_through(context, shown.game, moves, shown.ending);
  const Session& session = *shown.game.session;
  const auto result = session.result();
  const auto drawn = arguments.large ? session.large_picture() : session.picture();
  if (!drawn) return fail(shown.game.game->name() + " has no larger picture", "omit --large");
  if (ply < moves.size()) shown.ending.reset();
  if (context.json) {
    Json document = show_document(*shown.game.game, session, *drawn, shown.ending, arguments.scene);
    if (shown.dice) document["dice"] = {{"throws", shown.dice->throws}, {"as_seed", shown.dice->as_seed}};
    context.print(document);
    return done;
  }
  if (arguments.scene) return fail("--scene needs --json", "add --json");
  context.draw(*drawn);
  context.say("position  {}", session.position());
  if (!session.history().empty()) context.say("played    {}", fmt::join(session.history(), " "));
  for (const Figure& fact : session.last()) {
    const Json value = to_json(fact.value);
    context.say("  {:<12} {}", fact.name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  context.say("score     {}", fmt::join(session.score(), " "));
  if (shown.dice) context.say("dice      {}", words_of(*shown.dice));
  if (result) {
    context.say("over, result {}", fmt::join(*result, " "));
  } else if (shown.ending) {
    context.say("over, {}", verdict(*shown.game.game, *shown.ending));
  } else {
    constexpr std::size_t most_shown = 40;
    auto moves = session.moves();
    const std::size_t count = moves.size();
    if (count > most_shown) moves.resize(most_shown);
    context.say("{} to move, {} move{}: {}{}", session.turn_name(), count, count == 1 ? "" : "s", fmt::join(moves, " "),
                count > most_shown ? " …" : "");
  }
  return done;
}

}  // namespace

void add_show(Command& app, Context& context) {
  auto [command, arguments] = add_command<ShowArguments>(
      app, context, "show", "Draw a position, after some moves or from a record",
      "banmen show reversi --moves \"d3 c3\"\nbanmen show bao:holes=4 --moves d --json\nbanmen show --record game.txt --ply 12\n"
      "banmen show --record game.txt --step\nbanmen show hichain --large",
      run);
  command->add_option("game", arguments.game, "Game, as id[:key=value,…]");
  command->add_option("--position", arguments.position, "Position in the game's notation");
  command
      ->add_option("--moves", arguments.moves,
                   "Moves to play, separated by spaces; e4 is enough for e2e4 if no other move begins or ends with e4")
      ->may_be_empty();
  command->add_flag("--rules", arguments.rules, "Print the rule file instead");
  command->add_flag("--large", arguments.large, "Draw the game's larger picture, if it has one");
  command->add_flag("--scene", arguments.scene, "With --json, include the scene (docs/scene.md)");
  command->add_option("--record", arguments.record, "Replay this record before --moves ('-' reads standard input)");
  command->add_option("--ply", arguments.ply, "Show the position after this many plies; 0 is the start")->range(0, 1'000'000);
  command->add_flag("--step", arguments.step, "Step through the game with the arrow keys (from --ply, or from the start)");
}

}  // namespace banmen::app
