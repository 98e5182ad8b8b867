#include "rules/picture.hpp"

#include <algorithm>

namespace banmen::rules {
namespace {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(std::string text, std::size_t to) {
  while (width(text) < to) text.insert(text.begin(), ' ');
  return text;
}

class Drawing {
 public:
  Drawing(const Rules& rules, const State& state) : rules_(rules), state_(state), board_(rules.board) {}

  Picture draw() {
    switch (board_.kind()) {
      case Board::Kind::grid:
      case Board::Kind::hex: rectangle(); break;
      case Board::Kind::ring:
      case Board::Kind::track: row(); break;
      case Board::Kind::graph: graph(); break;
    }
    below();
    return picture_;
  }

 private:
  struct Cell {
    std::string text;
    Ink ink;
    std::string site = {};  // its name, so that front ends can mark it
  };

  [[nodiscard]] Cell cell(int site) const {
    Cell here = content(site);
    here.site = board_.point(site).name;
    return here;
  }

  [[nodiscard]] Cell content(int site) const {
    const int code = state_.piece[static_cast<std::size_t>(site)];
    if (code >= 0) {
      const PieceCode& piece = rules_.codes[static_cast<std::size_t>(code)];
      return {piece.letter, piece.owner < 0 ? Ink::plain : seat_ink(piece.owner)};
    }
    for (std::size_t m = 0; m < state_.marks.size(); ++m)
      if (state_.marks[m][static_cast<std::size_t>(site)]) return {"+", Ink::mark};
    return {".", Ink::faint};
  }

  void rectangle() {
    const std::size_t side = std::to_string(board_.rows()).size(), cell_width = column_name(board_.columns()).size();
    const bool hex = board_.kind() == Board::Kind::hex;
    // Neighbours above are N and NW: each row of a rhombus lies half a cell to the left of the one above it.
    const auto lean = [&](int r) { return std::string(hex ? static_cast<std::size_t>(board_.rows() - 1 - r) : 0, ' '); };
    const auto letters = [&] {
      picture_.line().put(lean(0) + std::string(side, ' '), Ink::frame);
      for (int c = 1; c <= board_.columns(); ++c) picture_.put(" " + padded(column_name(c), cell_width), Ink::frame);
    };
    letters();
    for (int r = 0; r < board_.rows(); ++r) {
      const std::string number = std::to_string(board_.from_top() ? r + 1 : board_.rows() - r);
      picture_.line();
      if (hex) picture_.put(lean(r));
      picture_.put(padded(number, side) + " ", Ink::frame);
      for (int c = 0; c < board_.columns(); ++c) {
        const int site = board_.cells()[static_cast<std::size_t>(r * board_.columns() + c)];
        const Cell here = site < 0 ? Cell{" ", Ink::plain} : cell(site);
        picture_.put(padded(here.text, cell_width) + " ", here.ink, here.site);  // the blank is for a mark
      }
      picture_.put(number, Ink::frame);
    }
    if (!hex) letters();
  }

  /// The sites of a ring or track with their stones; a ring's second half runs back below the first, as it lies on a table.
  void row() {
    const int size = board_.size();
    const bool folded = board_.kind() == Board::Kind::ring && size % 2 == 0 && size > 2;
    const int half = folded ? size / 2 : size;
    std::size_t cell_width = column_name(size).size();
    if (rules_.has_stones)
      cell_width = std::max(cell_width, std::to_string(*std::max_element(state_.stones.begin(), state_.stones.end())).size());
    const auto names = [&](int begin, int end) {
      picture_.line();
      for (int i = begin; i != end; i += begin < end ? 1 : -1)
        picture_.put((i == begin ? "" : " ") + padded(board_.point(i).name, cell_width), Ink::frame);
    };
    const auto contents = [&](int begin, int end) {
      picture_.line();
      for (int i = begin; i != end; i += begin < end ? 1 : -1) {
        const int stones = rules_.has_stones ? state_.stones[static_cast<std::size_t>(i)] : 0;
        Cell here = cell(i);
        if (stones > 0) here = {std::to_string(stones), Ink::plain, here.site};
        picture_.put(padded(here.text, cell_width) + " ", here.ink, here.site);
      }
    };
    if (folded) {
      names(size - 1, half - 1);
      contents(size - 1, half - 1);
    }
    if (!folded) names(0, half);
    contents(0, half);
    if (folded) names(0, half);
  }

  /// Points where they lie, two columns apart, with the lines between neighbours that stand next to each other.
  void graph() {
    const Board::Extent extent = board_.extent();
    const int high = extent.high, left = extent.left, right = extent.right;
    const auto rows = static_cast<std::size_t>(2 * (high - extent.low) + 1),
               columns = static_cast<std::size_t>(4 * (right - left) + 1);
    if (rows > 120 || columns > 240) return plain_list();
    std::vector<std::vector<Cell>> grid(rows, std::vector<Cell>(columns, {" ", Ink::plain}));
    const auto row_of = [&](int s) { return 2 * (high - board_.point(s).row); };
    const auto column_of = [&](int s) { return 4 * (board_.point(s).column - left); };
    for (int s = 0; s < board_.size(); ++s)
      for (const auto& [d, other] : board_.near(s)) {
        const int dr = row_of(other) - row_of(s), dc = column_of(other) - column_of(s);
        const int steps = std::max(std::abs(dr), std::abs(dc));
        for (int i = 1; i < steps; ++i) {
          const auto r = static_cast<std::size_t>(row_of(s) + dr * i / steps),
                     c = static_cast<std::size_t>(column_of(s) + dc * i / steps);
          grid[r][c] = {dr == 0 ? "-" : dc == 0 ? "|" : (dr < 0) == (dc > 0) ? "/" : "\\", Ink::faint};
        }
      }
    for (int s = 0; s < board_.size(); ++s) {
      Cell here = cell(s);
      if (here.text == ".") here = {"o", Ink::faint, here.site};
      bool letter_taken = false;
      for (const PieceCode& code : rules_.codes) letter_taken = letter_taken || code.letter == here.text;
      if (state_.piece[static_cast<std::size_t>(s)] < 0) here.text = letter_taken ? "." : here.text;
      grid[static_cast<std::size_t>(row_of(s))][static_cast<std::size_t>(column_of(s))] = here;
    }
    for (std::size_t r = 0; r < rows; ++r) {
      picture_.line();
      const bool numbered = r % 2 == 0;
      picture_.put(padded(numbered ? std::to_string(high - static_cast<int>(r / 2)) : "", 2) + " ", Ink::frame);
      for (const Cell& c : grid[r]) picture_.put(c.text, c.ink, c.site);
    }
    picture_.line().put("   ");
    for (int c = left; c <= right; ++c)
      picture_.put(c >= 1 && c <= 26 ? column_name(c) + (c < right ? "   " : "") : "    ", Ink::frame);
  }

  void plain_list() {
    for (int s = 0; s < board_.size(); ++s) {
      const Cell here = cell(s);
      picture_.line().put(board_.point(s).name + " ", Ink::frame).put(here.text, here.ink, here.site);
    }
  }

  /// Whatever else a position holds, and whose turn it is.
  void below() {
    picture_.line();
    const auto seats = rules_.seats.size();
    for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
      if (rules_.kinds[k].has_hand)
        for (std::size_t s = 0; s < seats; ++s)
          picture_.put(
              rules_.seats[s] + " holds " + std::to_string(state_.hands[k * seats + s]) + " " + rules_.kinds[k].name + "  ",
              seat_ink(static_cast<int>(s)));
    for (std::size_t c = 0; c < rules_.counters.size(); ++c)
      for (std::size_t s = 0; s < (rules_.counters[c].each ? seats : 1); ++s)
        picture_.put((rules_.counters[c].each ? rules_.seats[s] + " " : "") + rules_.counters[c].name + " " +
                         std::to_string(state_.counters[c * seats + s]) + "  ",
                     rules_.counters[c].each ? seat_ink(static_cast<int>(s)) : Ink::plain);
    if (state_.rolled > 0) picture_.put("rolled " + std::to_string(state_.rolled) + "  ");
    if (state_.over == 0)
      picture_.put(rules_.seats[static_cast<std::size_t>(state_.seat)] + " to move", seat_ink(state_.seat));
    else
      picture_.put(state_.over == 2 ? "over: the last move never ends" : "over");
  }

  const Rules& rules_;
  const State& state_;
  const Board& board_;
  Picture picture_;
};

}  // namespace

Picture picture(const Rules& rules, const State& state) { return Drawing(rules, state).draw(); }

}  // namespace banmen::rules
