// The command line as an object: main runs it, and `banmen claims` parses commands without running them.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"

namespace banmen::app {

/// Common options and all commands. The context must outlive it.
std::unique_ptr<CLI::App> make_program(Context& context);

/// The error of a failed parse, with a hint.
Error parse_failure(const CLI::App& program, const CLI::ParseError& error);

/// Checks a line "banmen …" without running it: command and options must exist, games and agents must open.
Result<void> dry_run(const std::string& line);

}  // namespace banmen::app
