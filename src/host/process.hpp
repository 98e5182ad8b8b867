// An external program with a line protocol. It may crash, hang or write nonsense: every call has a time limit.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.hpp"

namespace banmen {

/// The processor time and the resident memory of this process.
double process_seconds();
std::uint64_t resident_bytes();

class Process {
 public:
  /// Bytes of its stderr that are passed on to this program's. The rest is read and dropped.
  static constexpr std::size_t most_errors = 1 << 20;

  /// Runs a shell command in its own process group.
  static Result<std::unique_ptr<Process>> start(const std::string& command);
  /// Closes its input, waits a moment for its exit, then kills its group and the descendants that left it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Result<void> write_line(std::string_view line);
  /// The next line without its end; an error after `seconds`, or if the program has ended.
  Result<std::string> read_line(double seconds);

 private:
  Process(pid_t child, int socket, int errors, std::string mark)
      : child_(child), socket_(socket), errors_(errors), mark_(std::move(mark)) {}
  [[nodiscard]] std::string how_it_ended();
  /// Polls the socket and passes on what arrives on stderr. 0: the socket is not ready, perhaps before the time is over.
  int wait(short events, int milliseconds);
  void pass_errors();

  pid_t child_;
  int socket_, errors_;
  bool errors_ended_ = false;
  std::size_t passed_ = 0;  // bytes of its stderr
  std::string mark_;        // in its environment
  std::string pending_;
};

}  // namespace banmen
