// banmen-mpi: `run` and `reproduce` over the ranks of an MPI job. docs/cluster.md.
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "app/command.hpp"
#include "host/interrupt.hpp"

namespace banmen::app {
void add_run(Command& app, Context& context);
void add_reproduce(Command& app, Context& context);
}  // namespace banmen::app

int main(int argc, char** argv) {
  using namespace banmen;
  using namespace banmen::app;
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Context context;
  CLI::App program("Experiments of banmen over the ranks of an MPI job; rank 0 owns the store.", "banmen-mpi");
  program.set_version_flag("--version", "banmen-mpi " BANMEN_VERSION);
  Command all(&program);
  add_common_options(all, context);
  program.fallthrough();
  program.require_subcommand(1);
  add_run(all, context);
  add_reproduce(all, context);
  interruption();
  int status = done;
  try {
    program.parse(argc, argv);
    if (!context.outcome) {
      // Every rank finds the same mistake; rank 0 reports it.
      if (rank == 0) complain(context.outcome.error().message());
      status = status_of(context.outcome.error());
    } else {
      status = *context.outcome;
    }
  } catch (const CLI::ParseError& error) {
    status = rank == 0 ? program.exit(error) : 0;
    if (status != 0) status = bad_input;
  } catch (const std::exception& thrown) {
    complain(fmt::format("rank {}: {}", rank, thrown.what()));
    status = failed;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    complain("can't write the output");
    status = failed;
  }
  // Also ends ranks that wait for work.
  if (status != done) MPI_Abort(MPI_COMM_WORLD, status);
  MPI_Finalize();
  return status;
}
