#include "app/line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "host/interrupt.hpp"

namespace banmen::app {
namespace {

bool can_edit() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

int next_character(EditLine*, wchar_t* to) {
  const auto byte = read_byte();
  if (!byte) return 0;
  *to = static_cast<unsigned char>(*byte);
  return 1;
}

}  // namespace

std::optional<char> read_byte() {
  // A signal may arrive just before poll, so the timeout is short.
  constexpr int patience = 50;
  while (!interrupt_seen()) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, patience) <= 0) continue;
    char byte = 0;
    const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got == 1) return byte;
    if (got == 0 || errno != EINTR) return std::nullopt;
  }
  return std::nullopt;
}

LineReader::LineReader() {
  if (!can_edit()) return;
  history_.reset(history_init());
  editor_.reset(el_init("banmen", stdin, stdout, stderr));
  if (history_ == nullptr) editor_.reset();
  if (editor_ == nullptr) return;
  HistEvent event;
  history(history_.get(), &event, H_SETSIZE, 1000);
  el_set(editor_.get(), EL_EDITOR, "emacs");
  el_set(editor_.get(), EL_HIST, history, history_.get());
  el_set(editor_.get(), EL_GETCFN, next_character);
  el_set(editor_.get(), EL_CLIENTDATA, this);
  el_set(
      editor_.get(), EL_PROMPT, +[](EditLine* editor) {
        LineReader* self = nullptr;
        el_get(editor, EL_CLIENTDATA, &self);
        return self->prompt_.data();
      });
}

std::optional<std::string> LineReader::read(const std::string& prompt) {
  prompt_ = prompt;
  if (editor_ != nullptr && !prompt.empty()) {
    int count = 0;
    // The editor prints its prompt before switching the terminal to raw mode: a key typed in between would be handled by the
    // terminal.
    el_set(editor_.get(), EL_PREP_TERM, 1);
    const char* line = el_gets(editor_.get(), &count);
    if (line == nullptr || count <= 0 || interrupt_seen()) return std::nullopt;
    std::string out(line, static_cast<std::size_t>(count));
    while (!out.empty() && (out.back() == '\n' || out.back() == '\r')) out.pop_back();
    HistEvent event;
    if (!out.empty()) history(history_.get(), &event, H_ENTER, out.c_str());
    return out;
  }
  std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  std::string line;
  auto byte = read_byte();
  for (; byte && *byte != '\n'; byte = read_byte()) line += *byte;
  if ((!byte && line.empty()) || interrupt_seen()) return std::nullopt;
  // Echo input from a pipe, so that the transcript reads like a terminal's.
  if (!prompt.empty() && isatty(STDIN_FILENO) != 1) std::fputs((line + '\n').c_str(), stdout);
  return line;
}

}  // namespace banmen::app
