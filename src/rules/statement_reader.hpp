// Reads the statements of a block.
#pragma once

#include "rules/expr_reader.hpp"

namespace banmen::rules {

/// Walks over the lines of a file.
struct LineCursor {
  const std::vector<Line>* lines;
  std::size_t at = 0;
  Messages* messages;

  [[nodiscard]] bool done() const { return at == lines->size(); }
  [[nodiscard]] const Line& peek() const { return (*lines)[at]; }
  /// The lines that stand deeper than `indent`, all of one depth or deeper; reports what fits no block.
  template <class Visit>
  void block(int indent, Visit visit) {
    if (done() || peek().indent <= indent) return;
    const int depth = peek().indent;
    while (!done() && peek().indent > indent) {
      if (peek().indent != depth) {
        messages->error(peek().place, "this line stands at a depth of its own", "lines of one block begin below one another");
        ++at;
        continue;
      }
      const std::size_t before = at;
      visit(peek());
      if (at == before) ++at;
    }
  }
};

/// The block below a line that stands at `indent`. Nothing there is reported with the words of `owner`.
Block read_block(LineCursor& cursor, int indent, const Place& owner, std::string_view what);

}  // namespace banmen::rules
