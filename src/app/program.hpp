// The command line as an object: main runs one, and `banmen claims` reads others without running them.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"

namespace banmen::app {

/// Options that all commands share, and the commands. The context must outlive it.
std::unique_ptr<CLI::App> make_program(Context& context);

/// What is wrong with a line that did not parse, and the nearest that would be right.
Error parse_failure(const CLI::App& program, const CLI::ParseError& error);

/// Reads a line "banmen …" as far as it can be read without running it: the command and its options must exist, games and agents
/// must open.
Result<void> dry_run(const std::string& line);

}  // namespace banmen::app
