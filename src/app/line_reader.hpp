// Lines that a person types, with editing and a history where that is a terminal, or that come from a pipe.
#pragma once

#include <histedit.h>

#include <memory>
#include <optional>
#include <string>

namespace banmen::app {

class LineReader {
 public:
  LineReader();

  /// Nothing at the end of the input, and once the program is interrupted. Without a prompt nothing is written.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct End {
    void operator()(EditLine* editor) const { el_end(editor); }
    void operator()(History* history) const { history_end(history); }
  };

  std::unique_ptr<History, End> history_;
  std::unique_ptr<EditLine, End> editor_;  // none: a pipe
  std::string prompt_;
};

/// A byte of standard input; nothing at its end, and once the program is interrupted.
std::optional<char> read_byte();

}  // namespace banmen::app
