// Incremental score of one colour.
//
// Only chains through the new card are new. An update finds all candidates through it (backwards from the card, then forwards),
// keeps the maximal ones, strikes the old valid chains that lie inside one of them, and adds the new ones. No old chain can contain
// a new one, and an old candidate that was not valid lies inside an old valid one, so nothing else changes. A chain is the set of
// its cards as bits (29 slots per colour); struck chains stay in the book with the ply that struck them, so undoing is a scan.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/hichain/cards.hpp"
#include "games/hichain/ground.hpp"

namespace banmen::hichain {

inline constexpr std::uint16_t book_room = 160;  // chains, including struck ones; fuller boards are scored by listing

struct Book {
  static constexpr std::uint8_t alive = 255;

  /// State for undo.
  struct Mark {
    std::int32_t score;
    std::uint16_t chains;
    bool full;
  };

  std::int32_t score = 0;
  std::uint16_t chains = 0;
  bool full = false;  // overflow: chains and score are invalid
  std::array<std::uint8_t, book_room> struck{};
  std::array<std::uint32_t, book_room> sets{};

  [[nodiscard]] Mark mark() const { return {score, chains, full}; }
  void undo(const Mark& mark, std::uint8_t ply) {
    score = mark.score;
    chains = mark.chains;
    full = mark.full;
    for (std::uint16_t i = 0; i < chains; ++i)
      if (struck[i] == ply) struck[i] = alive;
  }
};

inline std::int32_t set_score(std::uint32_t set) {
  const int length = std::popcount(set);
  return length * length;
}

/// Finds paths through one card that has just been placed.
class PathFinder {
 public:
  PathFinder(const ChainRules& rules, const Ground& ground, Cell card)
      : rules_(rules), letters_(rules.letters()), ground_(ground), card_(card), colour_(code_colour(ground.card(card))) {}

  /// Enters the new chains into the book of the card's colour; `room`: its capacity.
  void enter(Book& book, std::uint8_t ply, std::uint16_t room) {
    if (!has_company() || book.full) return;
    book_ = &book;
    room_ = room;
    first_new_ = book.chains;
    const int any = letter(card_, 0) == asterisk;
    for (reader_ = 0; reader_ < 4; ++reader_) {
      const int shown = letter(card_, reader_);
      if (shown == no_letter) continue;
      // An asterisk can only stand for a letter that a neighbour asks for.
      std::uint32_t wanted = any ? letters_beside() : 1u << shown;
      for (; wanted != 0; wanted &= wanted - 1) {
        card_letter_ = std::countr_zero(wanted);
        for (step_ = 0; step_ < 2; ++step_) backward(card_, card_letter_, bit(card_));
      }
    }
    for (std::uint16_t old = 0; old < first_new_; ++old) {
      if (book.struck[old] != Book::alive) continue;
      for (std::uint16_t i = first_new_; i < book.chains; ++i)
        if ((book.sets[old] & ~book.sets[i]) == 0) {
          book.struck[old] = ply;
          book.score -= set_score(book.sets[old]);
          break;
        }
    }
    for (std::uint16_t i = first_new_; i < book.chains; ++i) {
      book.score += set_score(book.sets[i]);
      book.struck[i] = Book::alive;
    }
  }

  /// True if the card is part of a royal chain.
  bool completes_royal() {
    if (!has_company()) return false;
    for (reader_ = 0; reader_ < 4; ++reader_) {
      const int shown = letter(card_, reader_);
      for (int place = 0; place < 5; ++place)
        if (fits_royal(shown, place) && royal_backward(card_, place, place, bit(card_))) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool own(Code code) const { return code != 0 && code_colour(code) == colour_; }
  [[nodiscard]] int letter(Cell c, int reader) const { return letters_[ground_.card(c) & 127u][static_cast<std::size_t>(reader)]; }
  [[nodiscard]] std::uint32_t bit(Cell c) const { return 1u << code_slot(ground_.card(c)); }
  [[nodiscard]] bool has_company() const {
    for (int k = 1; k < 8; k += 2)
      if (own(ground_.card(neighbour(card_, k)))) return true;
    return false;
  }

  /// Calls f(cell) for own edge neighbours outside `used` that show the letter or an asterisk, until it returns true.
  template <class F>
  bool each_next(Cell c, int wanted, std::uint32_t used, F&& f) const {
    for (int k = 1; k < 8; k += 2) {
      const Cell n = neighbour(c, k);
      if (!own(ground_.card(n)) || (used & bit(n)) != 0) continue;
      const int shown = letter(n, reader_);
      if ((shown == wanted || shown == asterisk) && f(n)) return true;
    }
    return false;
  }

  [[nodiscard]] std::uint32_t letters_beside() const {
    std::uint32_t out = 0;
    for (int k = 1; k < 8; k += 2) {
      const Cell n = neighbour(card_, k);
      if (!own(ground_.card(n))) continue;
      const int shown = letter(n, reader_);
      if (shown >= asterisk) continue;  // no letter; a colour has one asterisk, so none lies beside another
      for (const int change : {-1, 0, 1}) {
        const int asked = shown + change;
        if (asked >= 0 && asked < 26) out |= 1u << asked;
        if (rules_.wrap) out |= 1u << (asked + 26) % 26;
      }
    }
    return out;
  }

  /// The letter before (-1) or after (+1) in the current kind of chain, or -1.
  [[nodiscard]] int beside(int shown, int direction) const {
    const int wanted = shown + direction * step_;
    if (wanted >= 0 && wanted < 26) return wanted;
    return rules_.wrap ? (wanted + 26) % 26 : -1;
  }
  [[nodiscard]] bool may_end(Cell c) const { return rules_.asterisk_ends || letter(c, reader_) != asterisk; }

  void backward(Cell first, int shown, std::uint32_t used) {
    if (may_end(first)) {
      first_ = first;
      first_letter_ = shown;
      forward(card_, card_letter_, used);
    }
    const int wanted = beside(shown, -1);
    if (wanted < 0) return;
    each_next(first, wanted, used, [&](Cell n) {
      backward(n, wanted, used | bit(n));
      return false;
    });
  }

  /// True if the path, or a longer one, was handled.
  bool forward(Cell last, int shown, std::uint32_t used) {
    bool longer = false;
    const int wanted = beside(shown, 1);
    if (wanted >= 0)
      each_next(last, wanted, used, [&](Cell n) {
        longer |= forward(n, wanted, used | bit(n));
        return false;
      });
    if (longer) return true;
    if (!may_end(last)) return false;
    if (std::popcount(used) >= (step_ == 1 ? least_sequential : rules_.least_same) && !grows_backward(used)) enter(used);
    return true;
  }

  /// True if one more card fits before the path: the longer path is found separately and contains this one.
  [[nodiscard]] bool grows_backward(std::uint32_t used) const {
    const int wanted = beside(first_letter_, -1);
    return wanted >= 0 && each_next(first_, wanted, used, [&](Cell n) { return may_end(n); });
  }

  void enter(std::uint32_t set) {
    Book& book = *book_;
    std::uint16_t kept = first_new_;
    for (std::uint16_t i = first_new_; i < book.chains; ++i) {
      if ((set & ~book.sets[i]) == 0) return;  // impossible after a drop: no set is a subset of another
      if ((book.sets[i] & ~set) != 0) book.sets[kept++] = book.sets[i];
    }
    book.chains = kept;
    if (book.chains == room_) {
      book.full = true;
      return;
    }
    book.sets[book.chains++] = set;
  }

  [[nodiscard]] bool fits_royal(int shown, int place) const {
    if (shown == asterisk) return rules_.asterisk_ends || (place > 0 && place < 4);
    return shown == royal_word[static_cast<std::size_t>(place)];
  }
  bool royal_backward(Cell c, int place, int card_place, std::uint32_t used) {
    if (place == 0) return royal_forward(card_, card_place, used);
    return each_next(c, royal_word[static_cast<std::size_t>(place - 1)], used, [&](Cell n) {
      return fits_royal(letter(n, reader_), place - 1) && royal_backward(n, place - 1, card_place, used | bit(n));
    });
  }
  bool royal_forward(Cell c, int place, std::uint32_t used) {
    if (place == 4) return true;
    return each_next(c, royal_word[static_cast<std::size_t>(place + 1)], used, [&](Cell n) {
      return fits_royal(letter(n, reader_), place + 1) && royal_forward(n, place + 1, used | bit(n));
    });
  }

  const ChainRules& rules_;
  const Letters& letters_;
  const Ground& ground_;
  Cell card_;
  int colour_;
  Book* book_ = nullptr;
  std::uint16_t room_ = 0, first_new_ = 0;
  int reader_ = 0, step_ = 0, card_letter_ = 0;
  Cell first_ = 0;
  int first_letter_ = 0;
};

}  // namespace banmen::hichain
