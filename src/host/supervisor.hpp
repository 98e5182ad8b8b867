// A small process between this program and a command that it runs: it ends whatever the command leaves behind. Descendants may
// leave their process group and clear their environment, but not their nearest subreaper, which adopts all whose parents end. That
// is an attribute of a whole process, so it is not this program, which may be anybody's that uses the library. Linux only.
#pragma once

namespace banmen {

/// A supervisor is this program started again, with the command in this variable and one end of a SOCK_SEQPACKET pair as this
/// descriptor. Before main it runs the command by /bin/sh, sends a message, and sends another with the command's exit status as
/// waitpid returns it. When the other end is closed, also because its owner was killed, it ends all descendants, and itself after
/// them.
constexpr char supervised_variable[] = "BANMEN_SUPERVISE";
constexpr int supervisor_leash = 3;

/// The program to start as a supervisor; null if there is none: on other systems, and if this code is part of a shared object.
const char* supervisor_program();

}  // namespace banmen
