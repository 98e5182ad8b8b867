#include "app/command.hpp"
#include "host/files.hpp"

namespace banmen::app {
namespace {

struct ExportArguments {
  std::string style, position, output;
  bool promela = false, dot = false;
};

Result<int> run(Context& context, const OpenGame& game, const ExportArguments& arguments) {
  if (arguments.promela == arguments.dot) return fail("export needs one format", "use either --promela or --dot");
  if (arguments.dot && !arguments.style.empty()) return fail("--style applies to Promela models only", "omit --style");
  if (arguments.promela && !arguments.position.empty())
    return fail("--position does not apply to Promela models", "omit --position");
  TRY(can_write(arguments.output));
  const std::string style = arguments.style.empty() ? "compact" : arguments.style;
  const SolveJobs& solver = game.solver();
  const auto text =
      TRY(arguments.dot ? solver.dot(arguments.position, context.control()) : solver.promela(style, context.control()));
  const int status = context.finish();
  if (!arguments.output.empty()) {
    TRY(write_file(arguments.output, text));
  } else if (context.json) {
    Json document{{"game", game.name()}};
    if (arguments.promela) document["style"] = style;
    document[arguments.dot ? "dot" : "promela"] = text;
    context.print(document);
  } else {
    context.print_text(text);
  }
  return status;
}

}  // namespace

void add_export(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<ExportArguments>(
      app, context, "export", "Write a game as a model for another program",
      "banmen export bao:holes=4 --promela > bao4.pml\nbanmen export bao:holes=4 --promela --style paper\n"
      "banmen export tictactoe --dot --position xox/oxo/... | dot -Tsvg > end.svg",
      run);
  command->add_flag("--promela", arguments.promela, "Write a Promela model for SPIN");
  command->add_flag("--dot", arguments.dot, "Write a graph of up to 2000 positions for Graphviz");
  command->add_option("--position", arguments.position, "With --dot, start from this position");
  command->add_option(
      "--style", arguments.style,
      "With --promela: compact (one step per move; default), paper (board and manager processes), graph (list of positions)");
  command->add_option("--output", arguments.output, "Output file instead of standard output");
}

}  // namespace banmen::app
