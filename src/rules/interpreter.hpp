// The interface of the VM and of the reference interpreter, on the bytes of a position.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/runtime_game.hpp"
#include "core/seat.hpp"
#include "rules/layout.hpp"
#include "rules/meaning.hpp"
#include "rules/notation.hpp"

namespace banmen::rules {

struct Bytecode;

/// All functions are thread-safe; the VM does not allocate while playing.
class Interpreter {
 public:
  static constexpr std::uint64_t pass_move = ~std::uint64_t{0};
  static constexpr std::uint32_t any_number = ~std::uint32_t{0};  // of moves
  using NextWord = RuntimeGame::NextWord;

  virtual ~Interpreter() = default;

  /// The functions called for every move; their object is this interpreter.
  [[nodiscard]] virtual RuntimeGame::Functions functions() const = 0;

  [[nodiscard]] virtual Seat turn(const std::uint8_t* position) const = 0;
  virtual std::uint32_t moves(const std::uint8_t* position, std::uint64_t* list) const = 0;
  [[nodiscard]] virtual std::uint32_t count(const std::uint8_t* position) const = 0;
  virtual std::uint32_t draw(const std::uint8_t* position, NextWord next_word, void* source, std::uint64_t* move) const = 0;
  /// Returns true if the move never ends.
  virtual bool play(std::uint8_t* position, std::uint64_t move, std::int32_t* gains) const = 0;
  virtual void payoff(const std::uint8_t* position, std::int32_t* payoff) const = 0;
  virtual void score(const std::uint8_t* position, std::int32_t* score) const = 0;
  [[nodiscard]] virtual std::int32_t value(const std::uint8_t* position, int seat) const = 0;
  /// The rule of `sure` that holds in a position that is not over, as if the previous seat had just moved; -1: none.
  [[nodiscard]] virtual int sure(const std::uint8_t* position) const = 0;
  [[nodiscard]] virtual std::string move_text(const std::uint8_t* position, std::uint64_t move) const = 0;
  /// The choices and names of a move. Empty for a pass and for a die's outcome.
  struct MoveParts {
    std::vector<Note> notes;
    std::vector<std::string> words;
  };
  [[nodiscard]] virtual MoveParts parts_of(const std::uint8_t* position, std::uint64_t move) const = 0;
  /// Slots and the sites chosen for them, as far as the code of the move shows them.
  [[nodiscard]] virtual std::vector<std::pair<int, int>> chosen_sites(const std::uint8_t* /*position*/,
                                                                      std::uint64_t /*move*/) const {
    return {};
  }
  /// Determines if a position that was set up is over, as if the previous seat had just moved.
  virtual void settle(std::uint8_t* position) const = 0;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// Conditions tested site by site, because they have no equivalent set.
  [[nodiscard]] const std::vector<Place>& site_by_site() const { return site_by_site_; }

 protected:
  /// The functions of a known class: no virtual call between the caller and the work.
  template <class Known>
  RuntimeGame::Functions functions_of() const {
    static constexpr auto of = [](const void* interpreter) -> const Known& {
      return static_cast<const Known&>(*static_cast<const Interpreter*>(interpreter));
    };
    static constexpr auto bytes = [](const void* position) { return static_cast<const std::uint8_t*>(position); };
    RuntimeGame::Functions functions{};
    functions.object = this;
    functions.turn = [](const void* m, const void* p) -> int { return of(m).turn(bytes(p)); };
    functions.moves = [](const void* m, const void* p, std::uint64_t* list) { return of(m).moves(bytes(p), list); };
    functions.play = [](const void* m, void* p, std::uint64_t move, std::int32_t* gains) {
      of(m).play(static_cast<std::uint8_t*>(p), move, gains);
    };
    functions.count = [](const void* m, const void* p) { return of(m).count(bytes(p)); };
    functions.draw = [](const void* m, const void* p, NextWord next, void* source, std::uint64_t* move) {
      return of(m).draw(bytes(p), next, source, move);
    };
    return functions;
  }
  explicit Interpreter(const Rules& rules) : layout_(rules) {}
  /// Throws a GameFault that names the position.
  [[noreturn, gnu::cold]] void too_many_moves(const Rules& rules, const std::uint8_t* position) const;
  Layout layout_;
  std::vector<Place> site_by_site_;
  std::uint32_t most_moves_ = any_number;

  friend std::unique_ptr<Interpreter> make_vm(const Rules& rules, Messages& messages, std::uint32_t most_moves);
};

std::uint64_t next_vm_number();

/// The VM whose sets have W words; each width is compiled in a source of its own.
template <int W>
std::unique_ptr<Interpreter> make_vm_of(const Rules& rules, Bytecode code);

// A list of moves has at most `most_moves` entries: if the bound is only a promise (`repeat`), a position with more moves is a
// GameFault. The rules must outlive the interpreter.

/// The VM for the width of the board; the rules must keep the limits of `check_limits`. Null if an expression needs more registers
/// than the VM has, which a message reports.
std::unique_ptr<Interpreter> make_vm(const Rules& rules, Messages& messages, std::uint32_t most_moves = Interpreter::any_number);
std::unique_ptr<Interpreter> make_vm(const Rules& rules, std::uint32_t most_moves = Interpreter::any_number);
/// The reference interpreter behind this interface.
std::unique_ptr<Interpreter> make_reference_interpreter(const Rules& rules, std::uint32_t most_moves = Interpreter::any_number);

}  // namespace banmen::rules
