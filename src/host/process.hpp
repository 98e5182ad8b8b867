// An external program with a line protocol. It may crash, hang or write nonsense: every call has a time limit.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen {

/// The processor time and the resident memory of this process.
double process_seconds();
std::uint64_t resident_bytes();

class Process {
 public:
  /// Runs a shell command in its own process group.
  static Result<std::unique_ptr<Process>> start(const std::string& command);
  /// Closes its input, waits a moment for its exit, then kills its group.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Result<void> write_line(std::string_view line);
  /// The next line without its end; an error after `seconds`, or if the program has ended.
  Result<std::string> read_line(double seconds);

 private:
  Process(pid_t child, int socket) : child_(child), socket_(socket) {}
  [[nodiscard]] std::string how_it_ended();

  pid_t child_;
  int socket_;
  std::string pending_;
};

}  // namespace banmen
