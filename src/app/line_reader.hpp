// Reads lines from a terminal, with editing and history, or from a pipe.
#pragma once

#include <histedit.h>

#include <memory>
#include <optional>
#include <string>

namespace banmen::app {

class LineReader {
 public:
  LineReader();

  /// Nothing at the end of input or after an interruption. An empty prompt writes nothing.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct End {
    void operator()(EditLine* editor) const { el_end(editor); }
    void operator()(History* history) const { history_end(history); }
  };

  std::unique_ptr<History, End> history_;
  std::unique_ptr<EditLine, End> editor_;  // null: a pipe
  std::string prompt_;
};

/// A byte of standard input; nothing at its end or after an interruption.
std::optional<char> read_byte();

}  // namespace banmen::app
