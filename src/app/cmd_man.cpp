// `banmen man`: the man page, generated from the definitions of the parser.
#include <CLI/CLI.hpp>

#include "app/command.hpp"
#include "core/text.hpp"
#include "play/agents.hpp"

namespace banmen::app {
namespace {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });  // all but hidden ones
}

/// Escapes text for roff: backslashes, hyphens, and lines that would be requests.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out += std::string("\\&") + c;
    else
      out += c;
  }
  return out;
}

void man_options(const CLI::App& app, std::string& out) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_name(false, true).empty() || option->get_description().empty()) continue;
    out += ".TP\n.B " + roff(option->get_name(true, true)) + '\n' + roff(option->get_description()) + '\n';
  }
}

void man_commands(const CLI::App& app, const std::string& path, std::string& out) {
  for (const CLI::App* sub : commands_of(app)) {
    const std::string name = path + " " + sub->get_name();
    out += ".SS " + roff(name) + '\n' + roff(sub->get_description()) + ".\n";
    man_options(*sub, out);
    if (!sub->get_footer().empty()) out += ".PP\n.nf\n" + roff(sub->get_footer()) + "\n.fi\n";
    man_commands(*sub, name, out);
  }
}

void man_parameters(const std::vector<Parameter>& parameters, std::string& out) {
  for (const Parameter& p : parameters)
    out += ".TP\n.B " + roff(p.name) + '=' + roff(p.range()) + '\n' + roff(p.help) + " (default " +
           roff(p.fallback.empty() ? "none" : p.fallback) + ")\n";
}

std::string man_page(const CLI::App& program, const Catalog& catalog, const std::vector<ListedAgent>& agents) {
  std::string out =
      ".TH BANMEN 1 \"\" \"banmen " BANMEN_VERSION "\" \"User commands\"\n.SH NAME\nbanmen \\- a laboratory for board games\n";
  out += ".SH SYNOPSIS\n.B banmen\n[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]\n.SH DESCRIPTION\n" +
         roff(program.get_description());
  out +=
      "\nA game is named id[:key=value,…], an agent likewise; banmen games and banmen agents list them.\nbanmen GAME ID … "
      "is short for banmen study GAME ID ….\n.SH OPTIONS\n";
  man_options(program, out);
  out += ".SH COMMANDS\n";
  man_commands(program, "banmen", out);
  out += ".SH GAMES\n";
  for (const GameEntry& entry : catalog.entries()) {
    out += ".SS " + roff(entry.id) + '\n' + roff(entry.title) + ".\n";
    man_parameters(entry.parameters, out);
  }
  out += ".SH RULE FILES\nThe library; 'banmen show GAME \\-\\-rules' prints one.\n";
  for (const std::string& name : Catalog::library_ids()) {
    const auto entry = catalog.find(name + ".game");
    if (!entry) continue;
    out += ".SS " + roff(name) + ".game\n" + roff((*entry)->title) + ".\n";
    man_parameters((*entry)->parameters, out);
  }
  out += ".SH AGENTS\n";
  for (const ListedAgent& agent : agents) {
    out += ".SS " + roff(agent.kind.id) + '\n' + roff(agent.kind.help) + ".\n.PP\nPlays " +
           (agent.games.empty() ? "none of the games here" : roff(join(agent.games, ", "))) + ".\n";
    man_parameters(agent.kind.parameters, out);
  }
  out += ".SH EXIT STATUS\n0 done; 1 the job failed or the property does not hold; 2 bad input; 130 interrupted.\n";
  return out;
}

}  // namespace

void add_man(Command& app, Context& context) {
  add_command(app, context, "man", "Print the man page", "banmen man > banmen.1",
              [&program = app.app()](Context& c) -> Result<int> {
                const auto agents = TRY(list_agents(c.catalog));
                c.print_page(man_page(program, c.catalog, agents));
                return done;
              });
}

}  // namespace banmen::app
