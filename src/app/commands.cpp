// The list of commands: one line each here, one file each beside this one.
#include "app/command.hpp"

namespace banmen::app {

void add_games(Command& app, Context& context);
void add_agents(Command& app, Context& context);
void add_show(Command& app, Context& context);
void add_perft(Command& app, Context& context);
void add_same(Command& app, Context& context);
void add_format(Command& app, Context& context);
void add_playout(Command& app, Context& context);
void add_play(Command& app, Context& context);
void add_match(Command& app, Context& context);
void add_measure(Command& app, Context& context);
void add_analyse(Command& app, Context& context);
void add_engine(Command& app, Context& context);
void add_census(Command& app, Context& context);
void add_verify(Command& app, Context& context);
void add_export(Command& app, Context& context);
void add_solve(Command& app, Context& context);
void add_check(Command& app, Context& context);
void add_db(Command& app, Context& context);
void add_studies(Command& app, Context& context);
void add_claims(Command& app, Context& context);
void add_run(Command& app, Context& context);
void add_reproduce(Command& app, Context& context);
void add_games_of(Command& app, Context& context);
void add_serve(Command& app, Context& context);
void add_tables(Command& app, Context& context);
void add_bench(Command& app, Context& context);
void add_completion(Command& app, Context& context);
void add_man(Command& app, Context& context);

void add_commands(Command& app, Context& context) {
  add_games(app, context);
  add_agents(app, context);
  add_show(app, context);
  add_perft(app, context);
  add_same(app, context);
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
  add_format(app, context);
  add_db(app, context);
  add_studies(app, context);
  add_claims(app, context);
  add_run(app, context);
  add_reproduce(app, context);
  add_games_of(app, context);
  add_serve(app, context);
  add_tables(app, context);
  add_bench(app, context);
  add_completion(app, context);
  add_man(app, context);
}

}  // namespace banmen::app
