// The list of commands: one line each here, one file each beside this one.
#include "app/command.hpp"

namespace banmen::app {

void add_games(CLI::App& app, Context& context);
void add_show(CLI::App& app, Context& context);
void add_perft(CLI::App& app, Context& context);
void add_playout(CLI::App& app, Context& context);
void add_play(CLI::App& app, Context& context);
void add_match(CLI::App& app, Context& context);
void add_measure(CLI::App& app, Context& context);
void add_analyse(CLI::App& app, Context& context);
void add_engine(CLI::App& app, Context& context);
void add_census(CLI::App& app, Context& context);
void add_verify(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_solve(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_db(CLI::App& app, Context& context);
void add_studies(CLI::App& app, Context& context);
void add_claims(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_reproduce(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

void add_commands(CLI::App& app, Context& context) {
  add_games(app, context);
  add_show(app, context);
  add_perft(app, context);
  add_playout(app, context);
  add_play(app, context);
  add_match(app, context);
  add_measure(app, context);
  add_analyse(app, context);
  add_engine(app, context);
  add_census(app, context);
  add_verify(app, context);
  add_export(app, context);
  add_solve(app, context);
  add_check(app, context);
  add_db(app, context);
  add_studies(app, context);
  add_claims(app, context);
  add_run(app, context);
  add_reproduce(app, context);
  add_bench(app, context);
  add_completion(app, context);
}

}  // namespace banmen::app
