#include "host/supervisor.hpp"

#ifdef __linux__
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace banmen {
namespace {

// Runs before the constructors of other objects: system calls and C only.

void kill_children() {
  DIR* processes = opendir("/proc");
  if (processes == nullptr) return;
  while (const dirent* entry = readdir(processes)) {
    const auto process = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
    if (process <= 0) continue;
    char path[64], stat[512] = "";  // PID (NAME) STATE PARENT …
    std::snprintf(path, sizeof path, "/proc/%d/stat", process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    if (read(file, stat, sizeof stat - 1) > 0)
      if (const char* name_end = std::strrchr(stat, ')');
          name_end != nullptr && std::strlen(name_end) > 4 && std::strtol(name_end + 4, nullptr, 10) == getpid())
        kill(process, SIGKILL);
    close(file);
  }
  closedir(processes);
}

/// A killed child leaves its own children to this process, so that in the end all descendants have been its children.
void end_descendants() {
  for (;;) {
    pid_t gone = 0;
    while ((gone = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (gone < 0) return;  // no child is left
    kill_children();
    waitpid(-1, nullptr, 0);
  }
}

void report(int status) { (void)!send(supervisor_leash, &status, sizeof status, MSG_NOSIGNAL); }

[[noreturn]] void supervise(const char* command) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fcntl(supervisor_leash, F_SETFD, FD_CLOEXEC);
  sigset_t all, deaths;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigemptyset(&deaths);
  sigaddset(&deaths, SIGCHLD);
  pollfd ends[2] = {{supervisor_leash, POLLIN, 0}, {signalfd(-1, &deaths, SFD_CLOEXEC), POLLIN, 0}};
  const pid_t shell = ends[1].fd < 0 ? -1 : fork();
  if (shell < 0) _exit(1);
  if (shell == 0) {
    setpgid(0, 0);  // it may signal its group
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    unsetenv(supervised_variable);
    execl("/bin/sh", "/bin/sh", "-c", command, nullptr);
    _exit(127);
  }
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {0, 1, 2})  // the command's: their readers must see its end
    if (nothing < 0 || dup2(nothing, stream) < 0) close(stream);
  report(0);
  while (ends[0].revents == 0) {
    if (poll(ends, 2, -1) <= 0 || ends[1].revents == 0) continue;
    signalfd_siginfo death;
    (void)!read(ends[1].fd, &death, sizeof death);
    int status = 0;
    for (pid_t gone = 0; (gone = waitpid(-1, &status, WNOHANG)) > 0;)
      if (gone == shell) report(status);
  }
  end_descendants();
  _exit(0);
}

[[gnu::constructor(101)]] void supervise_if_asked() {
  const char* command = secure_getenv(supervised_variable);
  int type = 0;
  socklen_t size = sizeof type;
  if (command != nullptr && getsockopt(supervisor_leash, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET)
    supervise(command);
}

}  // namespace

const char* supervisor_program() {
  Dl_info here{}, program{};
  const bool same = dladdr(reinterpret_cast<const void*>(&supervise_if_asked), &here) != 0 &&
                    dladdr(reinterpret_cast<const void*>(getauxval(AT_ENTRY)), &program) != 0 &&
                    here.dli_fbase == program.dli_fbase;
  return same ? "/proc/self/exe" : nullptr;
}

}  // namespace banmen
#else
namespace banmen {
const char* supervisor_program() { return nullptr; }
}  // namespace banmen
#endif
