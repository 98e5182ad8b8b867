#include "rules/scene.hpp"

#include <algorithm>
#include <array>

#include "rules/scene_parts.hpp"

namespace banmen::rules {
namespace {

// Faces that front ends have drawings for.
constexpr std::string_view figures[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};
constexpr std::string_view animals[] = {"fox", "goose", "hare", "hound"};

template <std::size_t N>
bool is_named(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// The seat that a piece is drawn as: its owner's; of a team the first of it.
std::optional<int> seat_of(const Rules& rules, const PieceCode& code) {
  if (code.side < 0) return std::nullopt;
  if (rules.kinds[static_cast<std::size_t>(code.kind)].owner != PieceKind::Owner::teams) return code.owner;
  const auto first = std::find(rules.side.begin(), rules.side.end(), code.side);
  return static_cast<int>(first - rules.side.begin());
}

/// Whether a kind before this one would be drawn as the same plain thing.
bool is_second(const Rules& rules, const PieceCode& code) {
  const std::string_view hint = hint_of(rules, rules.kinds[static_cast<std::size_t>(code.kind)].name);
  return std::any_of(rules.codes.begin(), rules.codes.end(), [&](const PieceCode& other) {
    return other.kind < code.kind && seat_of(rules, other) == seat_of(rules, code) &&
           hint_of(rules, rules.kinds[static_cast<std::size_t>(other.kind)].name) == hint;
  });
}

/// A letter that may stand on a page; else the kind's name.
std::string letter_of(const Rules& rules, const PieceCode& code) {
  const bool plain = code.letter != "<" && code.letter != ">";
  return plain ? code.letter : rules.kinds[static_cast<std::size_t>(code.kind)].name;
}

}  // namespace

std::string_view hint_of(const Rules& rules, std::string_view kind) {
  for (const std::string& hint : rules.show)
    if (hint.size() > kind.size() && hint.starts_with(kind) && hint[kind.size()] == ' ')
      return std::string_view(hint).substr(kind.size() + 1);
  return {};
}

bool hints(const Rules& rules, std::string_view word) {
  return std::find(rules.show.begin(), rules.show.end(), word) != rules.show.end();
}

std::vector<const Region*> tinted(const Rules& rules) {
  std::vector<const Region*> out;
  for (const Region& region : rules.regions)
    if (hints(rules, "tint " + region.name)) out.push_back(&region);
  return out;
}

scene::Piece drawn(const Rules& rules, int number) {
  const PieceCode& code = rules.codes[static_cast<std::size_t>(number)];
  const std::string& name = rules.kinds[static_cast<std::size_t>(code.kind)].name;
  const std::string_view hint = hint_of(rules, name);
  scene::Piece piece;
  piece.seat = seat_of(rules, code);
  if (is_named(animals, name)) {
    piece.face = name;
  } else if (hint == "crown") {
    piece.face = "crown";
  } else if (hint == "letter" && name == "amazon") {
    piece.kind = scene::PieceKind::amazon;
  } else if (hint == "letter") {
    piece.face = is_named(figures, name) ? name : letter_of(rules, code);
  } else if (hint == "token" || !piece.seat) {
    piece.kind = scene::PieceKind::token;
    if (is_second(rules, code)) piece.face = letter_of(rules, code);
  } else if (is_second(rules, code)) {
    piece.face = letter_of(rules, code);
  } else {
    piece.kind = scene::PieceKind::disc;
  }
  return piece;
}

bool has_figures(const Rules& rules) {
  for (std::size_t c = 0; c < rules.codes.size(); ++c) {
    const scene::Piece piece = drawn(rules, static_cast<int>(c));
    if (piece.kind == scene::PieceKind::amazon || (piece.kind == scene::PieceKind::piece && is_named(figures, piece.face)))
      return true;
  }
  return false;
}

std::string hand_tray(const Rules& rules, std::size_t kind, std::size_t seat) {
  return "hand:" + rules.seats[seat] + ":" + rules.kinds[kind].name;
}
std::string counter_tray(const Rules& rules, std::size_t counter, std::size_t seat) {
  const Counter& of = rules.counters[counter];
  return of.each ? "count:" + rules.seats[seat] + ":" + of.name : "count:" + of.name;
}
std::string store_tray(const Rules& rules, std::size_t seat) { return "store:" + rules.seats[seat]; }

std::vector<scene::Place> chosen_places(const Rules& rules, const std::vector<Note>& notes) {
  std::vector<scene::Place> out;
  for (const Note& note : notes)
    if (note.chosen && rules.slot_types[static_cast<std::size_t>(note.slot)] == Type::site)
      out.emplace_back(site_name(rules, note.value));
  return out;
}

std::vector<scene::Piece> pieces_of(const Described& game, const State& state, const std::int32_t* gained) {
  const Rules& rules = game.rules();
  std::vector<scene::Piece> out;
  const auto put = [&](scene::Piece piece, std::string at, std::optional<int> count = {}) {
    piece.at = scene::Place(std::move(at));
    piece.count = count;
    out.push_back(std::move(piece));
  };
  const auto heap = [&](scene::PieceKind kind, std::optional<int> seat, std::string at, int count) {
    scene::Piece piece;
    piece.kind = kind;
    piece.seat = seat;
    if (count > 0) put(piece, std::move(at), count);
  };
  for (std::size_t s = 0; s < state.piece.size(); ++s) {
    const std::string& at = site_name(rules, static_cast<long>(s));
    const int stones = rules.has_stones ? state.stones[s] : 0;
    if (state.piece[s] >= 0) put(drawn(rules, state.piece[s]), at);
    heap(scene::PieceKind::stones, {}, at, stones);
    // What the position remembers of a free site, as in the picture of the terminal.
    const bool marked = std::any_of(state.marks.begin(), state.marks.end(), [&](const Set& marks) { return marks[s]; });
    if (marked && state.piece[s] < 0 && stones == 0) {
      scene::Piece sign;
      sign.kind = scene::PieceKind::token;
      sign.face = "+";
      put(sign, at);
    }
  }
  const std::size_t seats = rules.seats.size();
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    for (std::size_t s = 0; rules.kinds[k].has_hand && s < seats; ++s) {
      const PieceKind& kind = rules.kinds[k];
      const int owner = kind.owner == PieceKind::Owner::seats   ? static_cast<int>(s)
                        : kind.owner == PieceKind::Owner::teams ? rules.side[s]
                                                                : 0;
      for (int n = state.hands[k * seats + s]; n > 0; --n) put(drawn(rules, kind.first_code + owner), hand_tray(rules, k, s));
    }
  for (std::size_t c = 0; c < rules.counters.size(); ++c)
    for (std::size_t s = 0; s < (rules.counters[c].each ? seats : 1); ++s) {
      const int value = state.counters[c * seats + s];
      const std::optional<int> seat = rules.counters[c].each ? std::optional(static_cast<int>(s)) : std::nullopt;
      if (rules.counters[c].least >= 0) {
        heap(scene::PieceKind::token, seat, counter_tray(rules, c, s), value);
      } else {  // a heap has no number below 0
        scene::Piece plate;
        plate.kind = scene::PieceKind::token;
        plate.seat = seat;
        plate.value = value;
        put(plate, counter_tray(rules, c, s));
      }
    }
  if (state.rolled > 0) {
    scene::Piece die;
    die.kind = scene::PieceKind::die;
    die.value = state.rolled;
    put(die, "dice");
  }
  if (game.takes())
    for (std::size_t s = 0; s < seats; ++s) heap(scene::PieceKind::stones, {}, store_tray(rules, s), static_cast<int>(gained[s]));
  return out;
}

scene::Scene scene_of(const Described& game, const std::uint8_t* position, const std::int32_t* gained, const std::uint8_t* before,
                      std::uint64_t move) {
  const State state = game.machine().layout().read(game.rules(), position);
  scene::Scene out;
  out.turn = game.machine().turn(position);
  out.pieces = pieces_of(game, state, gained);
  if (before) {
    scene::Mark last;
    last.sites = chosen_places(game.rules(), game.machine().told(before, move).notes);
    if (!last.sites.empty()) out.marks.push_back(std::move(last));
  }
  if (state.over == 2) out.banner = scene::Text{"banner.rules.endless"};
  put_in_order(out);
  return out;
}

}  // namespace banmen::rules
