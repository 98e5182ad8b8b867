// An external program with a line protocol. It may crash, hang or write nonsense: every call has a time limit.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace banmen {

/// The processor time and the resident memory of this process.
double process_seconds();
std::uint64_t resident_bytes();

class Process {
 public:
  /// Bytes of its stderr that are passed on to this program's. The rest is read and dropped.
  static constexpr std::size_t most_errors = 1 << 20;

  /// Runs a shell command under a supervisor (host/supervisor.hpp): whatever it starts ends with this object or this program.
  /// Without one only its process group ends, and only with this object.
  static Result<std::unique_ptr<Process>> start(const std::string& command);
  /// Closes its input, waits a moment for its exit, then kills it and all descendants.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  Result<void> write_line(std::string_view line);
  /// The next line without its end; an error after `seconds`, or if the program has ended.
  Result<std::string> read_line(double seconds);

 private:
  Process(pid_t child, int socket, int errors, int leash) : child_(child), socket_(socket), errors_(errors), leash_(leash) {}
  [[nodiscard]] std::string how_it_ended();
  /// The command's exit status, once it has ended.
  std::optional<int> status_within(int milliseconds);
  /// Ends the command, its descendants and the supervisor.
  void end_all();
  /// Polls the socket and passes on what arrives on stderr. 0: the socket is not ready, perhaps before the time is over.
  int wait(short events, int milliseconds);
  void pass_errors();

  pid_t child_;  // the supervisor, or the command
  int socket_, errors_;
  int leash_;            // the supervisor's, or -1
  bool running_ = true;  // the command, as far as is known
  bool errors_ended_ = false;
  std::size_t passed_ = 0;  // bytes of its stderr
  std::string pending_;
};

}  // namespace banmen
