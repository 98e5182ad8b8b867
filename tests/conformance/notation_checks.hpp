// Notation of every game: formatted text reads back, and arbitrary text breaks nothing.
#pragma once

#include <set>

#include "conformance/walk.hpp"
#include "parameter_sets.hpp"

namespace banmen::tests {

inline bool is_one_line(const std::string& text) { return !text.empty() && text.find_first_of("\n\r\t") == std::string::npos; }

template <Game G>
void positions_are_read_back(const G& g, const ParameterSet&) {
  walk(g, effort(20000), [&](const Visit<G>& at) {
    const std::string text = g.text(at.position);
    EXPECT_TRUE(is_one_line(text)) << text;
    const auto back = g.read_position(text);
    ASSERT_TRUE(back) << text << ": " << back.error().message();
    EXPECT_EQ(raw_bytes(*back), raw_bytes(at.position)) << text << " is read as " << g.text(*back);
    EXPECT_EQ(g.hash(*back), g.hash(at.position));
  });
}

template <Game G>
void moves_are_read_back(const G& g, const ParameterSet&) {
  walk(g, effort(10000), [&](const Visit<G>& at) {
    std::set<std::string> texts;
    for (const auto& m : at.moves) {
      const std::string text = g.text(at.position, m);
      EXPECT_TRUE(is_one_line(text) && text.find(' ') == std::string::npos) << "'" << text << "' is not one word";
      EXPECT_TRUE(texts.insert(text).second) << "two moves are both written " << text << " at " << g.text(at.position);
      const auto back = g.read_move(at.position, text);
      ASSERT_TRUE(back) << text << " at " << g.text(at.position) << ": " << back.error().message();
      EXPECT_EQ(raw_bytes(*back), raw_bytes(m)) << text << " at " << g.text(at.position);
    }
  });
}

/// Texts that are nearly valid, wrong in every way, or of extreme length.
class Garbage {
 public:
  explicit Garbage(std::uint64_t seed) : random_(seed, 99) {}

  std::string near(std::string text) {
    for (std::uint32_t edits = 1 + random_.below(3); edits > 0; --edits) {
      const std::size_t at = random_.below(static_cast<std::uint32_t>(text.size() + 1));
      switch (random_.below(5)) {
        case 0: text.insert(at, 1, character()); break;
        case 1: text.erase(at, 1 + random_.below(3)); break;
        case 2:
          if (at < text.size()) text[at] = character();
          break;
        case 3: text = text.substr(0, at); break;
        default: text.insert(at, text.substr(at, random_.below(12)));
      }
    }
    return text;
  }

  std::string far() {
    std::string text(random_.below(40), ' ');
    for (char& c : text) c = static_cast<char>(random_.below(256));
    return text;
  }

 private:
  char character() {
    static constexpr char likely[] = "0123456789.,:;/-+()abxoABXO *#_|";
    return likely[random_.below(sizeof likely - 1)];
  }
  Random random_;
};

/// Expects either an error with a message, or a usable position: it formats, reads back to itself, and lists playable moves within
/// bounds.
template <Game G>
void expect_refused_or_sound(const G& g, Moves<G>& generator, const std::string& text) {
  const auto read = g.read_position(text);
  if (!read) {
    EXPECT_FALSE(read.error().what.empty()) << "refused without a word: " << text;
    return;
  }
  const std::string written = g.text(*read);
  const auto back = g.read_position(written);
  ASSERT_TRUE(back) << "'" << text << "' is accepted and written '" << written << "', which is refused: " << back.error().message();
  EXPECT_EQ(raw_bytes(*back), raw_bytes(*read)) << "'" << text << "' and '" << written << "'";
  const Seat turn = g.turn(*read);
  EXPECT_TRUE(turn >= over && turn < g.players()) << text;
  for (const auto& m : generator.at(g, *read)) {
    auto next = *read;
    g.play(next, m);
    const Seat after = g.turn(next);
    EXPECT_TRUE(after >= over && after < g.players()) << text;
  }
}

template <Game G>
void broken_positions_are_refused(const G& g, const ParameterSet&) {
  Garbage garbage(1);
  Moves<G> generator(g);
  EXPECT_FALSE(g.read_position("")) << "an empty text is no position";
  EXPECT_FALSE(g.read_position(std::string(100'000, '('))) << "a hundred thousand brackets are no position";
  EXPECT_FALSE(g.read_position(std::string("\0\xff\xfe\x80", 4)));
  for (std::uint64_t i = 0; i < effort(500); ++i) expect_refused_or_sound(g, generator, garbage.far());
  walk(g, effort(5000), [&](const Visit<G>& at) {
    const std::string text = g.text(at.position);
    EXPECT_FALSE(g.read_position(text + text + text)) << "three boards in one text are accepted: " << text;
    for (int i = 0; i < 4; ++i) expect_refused_or_sound(g, generator, garbage.near(text));
  });
}

template <Game G>
void broken_moves_are_refused(const G& g, const ParameterSet&) {
  Garbage garbage(2);
  const auto start = g.initial();
  auto expect_word = [&](const typename G::Position& p, const std::string& text) {
    const auto read = g.read_move(p, text);
    if (!read) {
      EXPECT_FALSE(read.error().what.empty()) << "refused without a word: " << text;
    }
  };
  EXPECT_FALSE(g.read_move(start, "")) << "an empty text is no move";
  EXPECT_FALSE(g.read_move(start, std::string(100'000, '9'))) << "a hundred thousand nines are no move";
  for (std::uint64_t i = 0; i < effort(500); ++i) expect_word(start, garbage.far());
  walk(g, effort(5000), [&](const Visit<G>& at) {
    if (at.moves.empty()) expect_word(at.position, "a1");
    for (std::size_t i = 0; i < at.moves.size(); i += 1 + at.moves.size() / 8)
      for (int k = 0; k < 2; ++k) expect_word(at.position, garbage.near(g.text(at.position, at.moves[i])));
  });
}

template <DrawableGame G>
void pictures_have_lines(const G& g, const ParameterSet&) {
  walk(g, effort(2000), [&](const Visit<G>& at) {
    const auto picture = g.picture(at.position);
    EXPECT_FALSE(picture.lines().empty());
    const std::string plain = picture.plain();
    EXPECT_EQ(std::count(plain.begin(), plain.end(), '\n'), static_cast<std::ptrdiff_t>(picture.lines().size()));
  });
}

}  // namespace banmen::tests
