// What plays a text game: the interface of the VM and of the reference interpreter, on the bytes of a position.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/seat.hpp"
#include "rules/layout.hpp"
#include "rules/meaning.hpp"
#include "rules/notation.hpp"

namespace banmen::rules {

struct Bytecode;

/// All functions may be called from several threads; nothing is allocated while playing.
class Interpreter {
 public:
  static constexpr std::uint64_t pass_move = ~std::uint64_t{0};
  using NextWord = std::uint32_t (*)(void* source);

  virtual ~Interpreter() = default;

  /// The functions that are called for every ply, as a table of functions wants them: `interpreter` is this one.
  struct Functions {
    int (*turn)(const void* interpreter, const void* position);
    std::uint32_t (*moves)(const void* interpreter, const void* position, std::uint64_t* list);
    std::uint32_t (*count)(const void* interpreter, const void* position);
    std::uint32_t (*draw)(const void* interpreter, const void* position, NextWord next_word, void* source, std::uint64_t* move);
    void (*play)(const void* interpreter, void* position, std::uint64_t move, std::int32_t* gains);
  };
  [[nodiscard]] virtual Functions functions() const = 0;
  void* holder = nullptr;  // for whoever hands them out

  [[nodiscard]] virtual Seat turn(const std::uint8_t* position) const = 0;
  virtual std::uint32_t moves(const std::uint8_t* position, std::uint64_t* list) const = 0;
  [[nodiscard]] virtual std::uint32_t count(const std::uint8_t* position) const = 0;
  virtual std::uint32_t draw(const std::uint8_t* position, NextWord next_word, void* source, std::uint64_t* move) const = 0;
  /// Whether the move never ends.
  virtual bool play(std::uint8_t* position, std::uint64_t move, std::int32_t* gains) const = 0;
  virtual void payoff(const std::uint8_t* position, std::int32_t* payoff) const = 0;
  virtual void score(const std::uint8_t* position, std::int32_t* score) const = 0;
  [[nodiscard]] virtual std::int32_t value(const std::uint8_t* position, int seat) const = 0;
  /// Which rule of `sure` holds in a position that is not over, as if the seat before had just moved; -1: none.
  [[nodiscard]] virtual int sure(const std::uint8_t* position) const = 0;
  [[nodiscard]] virtual std::string move_text(const std::uint8_t* position, std::uint64_t move) const = 0;
  /// What a move has chosen and named. Nothing of a pass and of what a die shows.
  struct Told {
    std::vector<Note> notes;
    std::vector<std::string> words;
  };
  [[nodiscard]] virtual Told told(const std::uint8_t* position, std::uint64_t move) const = 0;
  /// Slots and the sites that a move has chosen for them, where the move says so without being made.
  [[nodiscard]] virtual std::vector<std::pair<int, int>> chosen_sites(const std::uint8_t* /*position*/,
                                                                      std::uint64_t /*move*/) const {
    return {};
  }
  /// Looks whether a position that was set up is over, as if the seat before had just moved.
  virtual void settle(std::uint8_t* position) const = 0;

  [[nodiscard]] const Layout& layout() const { return layout_; }
  /// Conditions that are tested site by site, since no set could be made of them.
  [[nodiscard]] const std::vector<Place>& site_by_site() const { return site_by_site_; }
  /// A list never gets longer than this: where the bound is only a promise (`repeat`), what is beyond it is not offered.
  void limit_moves(std::uint32_t most) { most_moves_ = most; }

 protected:
  /// Those of a class that is known: no look-up lies between the table and the work.
  template <class Known>
  static Functions functions_of() {
    static constexpr auto of = [](const void* interpreter) -> const Known& {
      return static_cast<const Known&>(*static_cast<const Interpreter*>(interpreter));
    };
    static constexpr auto bytes = [](const void* position) { return static_cast<const std::uint8_t*>(position); };
    return {
        [](const void* m, const void* p) -> int { return of(m).turn(bytes(p)); },
        [](const void* m, const void* p, std::uint64_t* list) { return of(m).moves(bytes(p), list); },
        [](const void* m, const void* p) { return of(m).count(bytes(p)); },
        [](const void* m, const void* p, NextWord next, void* source, std::uint64_t* move) {
          return of(m).draw(bytes(p), next, source, move);
        },
        [](const void* m, void* p, std::uint64_t move, std::int32_t* gains) {
          of(m).play(static_cast<std::uint8_t*>(p), move, gains);
        },
    };
  }
  explicit Interpreter(const Rules& rules) : layout_(rules) {}
  Layout layout_;
  std::vector<Place> site_by_site_;
  std::uint32_t most_moves_ = ~std::uint32_t{0};
};

std::uint64_t next_vm_number();

/// The VM whose sets have W words: compiled for each width in a source of its own.
template <int W>
std::unique_ptr<Interpreter> make_vm_of(const Rules& rules, Bytecode code);

/// The VM for the width of the board. The rules must keep the limits of `check_limits`, and live as long. Nothing where an
/// expression needs more registers than the VM has; the messages say which.
std::unique_ptr<Interpreter> make_vm(const Rules& rules, Messages& messages);
std::unique_ptr<Interpreter> make_vm(const Rules& rules);
/// The reference interpreter behind this interface. The rules must live as long.
std::unique_ptr<Interpreter> make_reference_interpreter(const Rules& rules);

}  // namespace banmen::rules
