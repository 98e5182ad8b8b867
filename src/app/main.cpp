// The command line: parses, runs one command, turns errors into one line and an exit status.
#include <cstdio>

#include "app/program.hpp"
#include "host/interrupt.hpp"

namespace banmen::app {
namespace {

int refuse(const Error& error) {
  fmt::print(stderr, "banmen: {}\n", error.message());
  return status_of(error);
}

}  // namespace
}  // namespace banmen::app

int main(int argc, char** argv) {
  using namespace banmen;
  using namespace banmen::app;
  Context context;
  const auto program = make_program(context);

  if (argc < 2) {
    fmt::print("{}", program->help());
    return done;
  }
  interruption();
  try {
    program->parse(argc, argv);
  } catch (const CLI::Success& success) {
    return program->exit(success);
  } catch (const CLI::ParseError& error) {
    return refuse(parse_failure(*program, error));
  } catch (const std::bad_alloc&) {
    context.live.clear();
    fmt::print(stderr, "banmen: out of memory\n");
    return failed;
  } catch (const std::exception& thrown) {  // the system's: no more threads, for example
    context.live.clear();
    fmt::print(stderr, "banmen: {}\n", thrown.what());
    return failed;
  }
  if (!outcome()) {
    (void)context.finish();
    return refuse(outcome().error());
  }
  if (std::fflush(stdout) != 0) {
    fmt::print(stderr, "banmen: can't write the output\n");
    return failed;
  }
  return *outcome();
}
