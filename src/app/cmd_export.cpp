#include "app/command.hpp"
#include "host/files.hpp"

namespace banmen::app {
namespace {

struct ExportArguments {
  std::string game, style = "compact", output;
  bool promela = false;
};

Result<int> run(Context& context, const ExportArguments& arguments) {
  if (!arguments.promela) return fail("export wants to know what to write", "--promela");
  const auto table = context.catalog.open(arguments.game);
  if (!table) return fail(table.error());
  if (const auto can = can_write(arguments.output); !can) return fail(can.error());
  const auto model = (*table)->solver().promela(arguments.style, context.control());
  if (!model) return fail(model.error());
  const int status = context.finish();
  if (!arguments.output.empty()) {
    if (const auto written = write_file(arguments.output, *model); !written) return fail(written.error());
  } else if (context.json) {
    context.print({{"game", (*table)->name()}, {"style", arguments.style}, {"promela", *model}});
  } else {
    context.print_text(*model);
  }
  return status;
}

}  // namespace

void add_export(Command& app, Context& context) {
  auto arguments = std::make_shared<ExportArguments>();
  Command command = add_command(app, context, "export", "Write a game as a model for another program",
                                "banmen export bao:holes=4 --promela > bao4.pml\nbanmen export bao:holes=4 --promela --style paper",
                                [arguments](Context& c) { return run(c, *arguments); });
  command->add_option("game", arguments->game, "The game, as id[:key=value,…]")->required();
  command->add_flag("--promela", arguments->promela, "A Promela model for SPIN");
  command->add_option("--style", arguments->style,
                      "compact (rules, a move one step), paper (board and manager), graph (positions listed)");
  command->add_option("--output", arguments->output, "A file instead of standard output");
}

}  // namespace banmen::app
