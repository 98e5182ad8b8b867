// Laws for every scene (core/scene.hpp), whatever the game. Each law returns a message about the first violation, or nothing, so
// that the laws can be tested themselves.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/scene.hpp"

namespace banmen::tests {

/// Texts of both languages: all files web/src/texts/en.json, *.en.json, ja.json, *.ja.json together.
class Dictionary {
 public:
  Dictionary();
  explicit Dictionary(std::map<std::string, std::map<std::string, std::string>> words) : words_(std::move(words)) {}

  [[nodiscard]] bool has(const std::string& key) const;
  /// A text exists in both languages, and every placeholder in it is filled.
  [[nodiscard]] std::string problem(const scene::Text& text) const;

 private:
  std::map<std::string, std::map<std::string, std::string>> words_;  // by language, by key
};

/// A layout with cached lookups.
class Board {
 public:
  Board(scene::Layout layout, int players, const Dictionary& words);

  [[nodiscard]] const scene::Layout& layout() const { return layout_; }
  /// Ids are unique, numbers are finite, sites are on the board, seats exist, texts exist.
  [[nodiscard]] std::string problem() const;
  [[nodiscard]] std::string problem(const scene::Scene& scene) const;
  /// `legal`: all moves in notation.
  [[nodiscard]] std::string problem(const scene::Choices& choices, const std::vector<std::string>& legal) const;
  /// The steps lead from one scene to the other, name only existing objects, and end correctly.
  [[nodiscard]] std::string problem(const scene::Scene& before, const std::vector<scene::Step>& steps,
                                    const scene::Scene& after) const;

 private:
  [[nodiscard]] std::string place(const scene::Place& place) const;
  [[nodiscard]] std::string places(const std::vector<scene::Place>& all) const;
  [[nodiscard]] std::string seat(std::optional<int> seat) const;
  [[nodiscard]] std::string piece(const scene::Piece& piece) const;
  [[nodiscard]] std::string marks(const std::vector<scene::Mark>& marks, const std::optional<scene::Text>& banner) const;
  [[nodiscard]] std::string step(const scene::Step& step) const;
  [[nodiscard]] std::string pick(const scene::Pick& pick, const std::set<std::string>& legal) const;
  [[nodiscard]] std::string tree(const scene::Tree& tree, const std::set<std::string>& legal) const;
  [[nodiscard]] std::string facets(const scene::Facets& facets, const std::set<std::string>& legal) const;

  scene::Layout layout_;
  int players_;
  const Dictionary& words_;
  std::set<std::string> sites_;
  std::string twice_;  // an id shared by two sites
};

/// Returns the first difference between two scenes, or nothing.
std::string difference(const scene::Scene& wanted, const scene::Scene& got);

}  // namespace banmen::tests
