#include "app/step_viewer.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>

#include "app/line_reader.hpp"
#include "play/places.hpp"
#include "play/verdict.hpp"

namespace banmen::app {
namespace {

/// Keys one by one, unseen, as long as it lives.
class RawKeys {
 public:
  RawKeys() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  }
  ~RawKeys() { tcsetattr(STDIN_FILENO, TCSADRAIN, &before_); }
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;

 private:
  termios before_{};
};

enum class Key { forth, back, first, last, quit, other };

/// What follows an escape: "[C", "OC", "[4~", "[1;5C" (with Ctrl held down).
Key sequence() {
  auto byte = read_byte();
  if (byte && (*byte == '[' || *byte == 'O')) byte = read_byte();
  std::string numbers;
  for (; byte && *byte >= ' ' && *byte < '@'; byte = read_byte()) numbers += *byte;
  if (!byte) return Key::quit;
  switch (*byte) {
    case 'C':
    case 'B': return Key::forth;
    case 'D':
    case 'A': return Key::back;
    case 'H': return Key::first;
    case 'F': return Key::last;
    case '~': return numbers == "1" || numbers == "7" ? Key::first : numbers == "4" || numbers == "8" ? Key::last : Key::other;
    default: return Key::other;
  }
}

Key next_key() {
  auto byte = read_byte();
  if (!byte) return Key::quit;
  if (*byte == '\033') return sequence();
  switch (*byte) {
    case ' ':
    case 'n':
    case 'l':
    case 'j': return Key::forth;
    case '\177':
    case 'p':
    case 'h':
    case 'k': return Key::back;
    case 'g': return Key::first;
    case 'G': return Key::last;
    case 'q': return Key::quit;
    default: return Key::other;
  }
}

void draw(const Context& context, const Replay& game, std::size_t plies, const std::optional<Record::Ending>& ending) {
  const Session& session = *game.session;
  const std::size_t ply = session.history().size();
  context.print_text("\033[H\033[2J");
  context.say("{}  ply {} of {}{}", game.table->name(), ply, plies, ply == 0 ? "" : ": " + session.history().back());
  context.draw(marked_picture(session, ply == 0 ? 0 : ply - 1, false));
  if (ply > 0 && ply <= game.comments.size() && !game.comments[ply - 1].empty()) context.say("{}", game.comments[ply - 1]);
  if (const auto result = session.result())
    context.say("over, {} (result {})", verdict(*game.table, *result), fmt::join(*result, " "));
  else if (ply == plies && ending)
    context.say("over, {}", verdict(*game.table, *ending));
  context.say("← → step, Home End, q leaves");
  std::fflush(stdout);
}

}  // namespace

Result<int> step_through(Context& context, Replay& game, const std::vector<std::string>& moves,
                         const std::optional<Record::Ending>& ending) {
  if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1)
    return fail("stepping wants a terminal", "--ply K shows one position");
  const RawKeys raw;
  Session& session = *game.session;
  const auto go_to = [&](std::size_t ply) {
    while (session.history().size() > ply) session.undo();
    while (session.history().size() < ply) (void)session.play(moves[session.history().size()]);
  };
  while (true) {
    draw(context, game, moves.size(), ending);
    const std::size_t ply = session.history().size();
    switch (next_key()) {
      case Key::forth: go_to(std::min(ply + 1, moves.size())); break;
      case Key::back: go_to(ply == 0 ? 0 : ply - 1); break;
      case Key::first: go_to(0); break;
      case Key::last: go_to(moves.size()); break;
      case Key::quit: return context.finish();
      case Key::other: break;
    }
  }
}

}  // namespace banmen::app
