// The command line: parses, runs one command, turns errors into one line and an exit status.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

#include "app/command.hpp"
#include "host/interrupt.hpp"
#include "lab/campaign.hpp"

namespace banmen::app {
namespace {

void out_of_memory() { std::fputs("banmen: out of memory\n", stderr); }  // no allocation

/// Opens /dev/null for closed standard streams: otherwise the next file opened would get their number and receive the output.
/// Printing still fails.
void fill_standard_streams() {
  for (const int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) < 0) (void)!::open("/dev/null", O_RDONLY);
}

/// Memory may run out before main, in static initialisers, where nothing can catch the exception.
[[gnu::constructor(101)]] void end_in_words() {
  static std::terminate_handler usual;
  usual = std::set_terminate([] {
    bool no_room = std::malloc(4096) == nullptr;  // perhaps there was no memory for the exception itself
    try {
      if (const auto thrown = std::current_exception(); thrown && !no_room) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      no_room = true;
    } catch (...) {
    }
    if (!no_room) usual();
    out_of_memory();
    _exit(failed);
  });
}

int refuse(const Error& error) {
  complain(error.message());
  return status_of(error);
}

int run(Context& context, int argc, char** argv) {
  const auto program = make_program(context);
  if (argc < 2) {
    context.print_text(program->help());
    return done;
  }
  interruption();
  try {
    program->parse(argc, argv);
  } catch (const CLI::Success& success) {
    return program->exit(success);
  } catch (const CLI::ParseError& error) {
    return refuse(parse_failure(*program, error));
  }
  if (context.outcome) return *context.outcome;
  (void)context.finish();
  return refuse(context.outcome.error());
}

}  // namespace

// After Ctrl-C games have half a second to finish; cmd_run.cpp then ends the program.
std::unique_ptr<lab::Executor> make_executor(int threads) { return std::make_unique<lab::ThreadExecutor>(threads, 0.5); }

}  // namespace banmen::app

int main(int argc, char** argv) {
  using namespace banmen::app;
  fill_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // writing beyond the file size limit fails with EFBIG
  try {
    Context context;
    int status = failed;
    try {
      status = run(context, argc, argv);
    } catch (...) {
      context.live.clear();
      throw;
    }
    const bool refused = !context.outcome;  // an error line has been printed
    if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || refused) return status;
    complain("can't write the output");
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::system_error& thrown) {
    const bool threads = thrown.code() == std::errc::resource_unavailable_try_again;
    complain(std::string(thrown.what()) + (threads ? " (try --threads 1; 'ulimit -u' and 'ulimit -v' limit threads)" : ""));
  } catch (const std::exception& thrown) {
    complain(thrown.what());
  }
  return failed;
}
