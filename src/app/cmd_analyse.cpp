#include <condition_variable>
#include <mutex>
#include <thread>

#include "app/command.hpp"
#include "core/text.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "play/live_game.hpp"

namespace banmen::app {
namespace {

struct AnalyseArguments {
  std::string agent;
  std::string position;
  std::string moves;
  int lines = 3;
  double seconds = 0;
};

/// Shows the elapsed time and the best move so far, which agents report only now and then.
class Watch {
 public:
  explicit Watch(LiveLines& live) {
    if (live.shown()) thread_ = std::jthread([this, &live](const std::stop_token& end) { show(live, end); });
  }
  void note(const AnyProgress& c) {
    const std::lock_guard lock(mutex_);
    found_ = fmt::format("{}: {} {:+.3f}, {} nodes", c.depth > 0 ? fmt::format(", depth {}", c.depth) : ", so far", c.move, c.value,
                         grouped(c.nodes));
  }

 private:
  void show(LiveLines& live, const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    std::condition_variable_any never;
    while (!never.wait_for(lock, end, std::chrono::milliseconds(200), [&] { return end.stop_requested(); }))
      live.draw({fmt::format("thinking, {}{}", duration(live.seconds()), found_)});
  }

  std::mutex mutex_;
  std::string found_;
  std::jthread thread_;  // last, so that it ends before the members that it uses
};

Result<int> run(Context& context, const OpenGame& game, const AnalyseArguments& arguments) {
  const auto agent = TRY(make_agent(game, arguments.agent.empty() ? default_agent(game) : arguments.agent));
  const auto session = game.session();
  if (!arguments.position.empty()) TRY(session->restart(arguments.position));
  for (const std::string_view move : words(arguments.moves)) TRY(play_as_written(*session, move));
  if (session->is_over()) return fail("the game is over in this position, so there is nothing to analyse");
  if (session->turn() == chance) return fail("chance acts in this position", "give the roll or other outcome with --moves");
  AnyQuestion ask;
  ask.seed = context.seed;
  ask.lines = arguments.lines;
  ask.seconds = arguments.seconds;
  ask.stop = context.control().stop;
  TRY(agent->new_game());
  auto answer = TRY([&] {
    Watch watch(context.live);
    ask.progress = [&](const AnyProgress& c) { watch.note(c); };
    return agent->think(*session, ask);
  }());
  const int status = context.finish();
  answer.note = answer_note(*session, answer, arguments.lines);
  if (context.json) {
    context.print(analyse_document(game, *session, *agent, answer, arguments.lines, agent->repeatable() && arguments.seconds == 0,
                                   status == done));
    return status;
  }
  context.draw(session->picture());
  context.say("{}, {} to move, by {}", game.name(), session->turn_name(), agent->name());
  context.say("values for {}, in {}", session->turn_name(), answer.unit);
  for (const AnyAnswerLine& line : answer.lines) {
    std::string extra;
    if (line.visits > 0) extra = fmt::format("  {} visits", grouped(line.visits));
    if (!line.least.empty())
      for (std::size_t seat = 0; seat < line.least.size(); ++seat)
        extra +=
            line.least[seat] == line.most[seat]
                ? fmt::format("  {} {:g}", session->seat_name(static_cast<Seat>(seat)), line.least[seat])
                : fmt::format("  {} {:g}..{:g}", session->seat_name(static_cast<Seat>(seat)), line.least[seat], line.most[seat]);
    for (const Figure& figure : line.more)
      if (!figure.hidden)
        extra += "  " + figure.name + " " + text_of(figure.value, figure.digits < 0 ? 3 : figure.digits) +
                 (figure.words.empty() ? "" : " (" + figure.words + ")");
    context.say("  {:<10} {:+9.3f}{} {}  {}", line.move, line.value, line.exact ? " exact" : "      ", extra,
                fmt::join(line.line, " "));
  }
  if (!answer.note.empty()) context.say("  {}", answer.note);
  context.say("  {} nodes, {:.3f} s{}{}{}", grouped(answer.nodes), answer.seconds,
              answer.seconds > 0.001 ? fmt::format(", {:.0f} nodes/s", static_cast<double>(answer.nodes) / answer.seconds) : "",
              answer.depth > 0 ? fmt::format(", depth {}", answer.depth) : "", status == interrupted ? "; interrupted" : "");
  return status;
}

}  // namespace

void add_analyse(Command& app, Context& context) {
  auto [command, arguments] =
      add_game_command<AnalyseArguments>(app, context, "analyse", "Find the best moves of a position, with values",
                                         "banmen analyse reversi\nbanmen analyse reversi --agent alphabeta:depth=8\n"
                                         "banmen analyse tictactoe --agent dfpn --position x.o/.x./...\n"
                                         "banmen analyse backgammon --agent expectimax --moves 3-1 --lines 10",
                                         run);
  command->add_option("--agent", arguments.agent, std::string("Agent, as id[:key=value,…]; default: ") + default_agent_rule);
  command->add_option("--position", arguments.position, "Position to analyse; default: the game's start");
  command->add_option("--moves", arguments.moves, "Moves to play first, separated by spaces")->may_be_empty();
  command->add_option("--lines", arguments.lines, "Number of best moves to show")->range(1, 10000);
  command->add_option("--time", arguments.seconds, "Time limit in seconds, instead of the agent's own limits")->range(0.0, 86400.0);
}

}  // namespace banmen::app
