// Plain implementation of HICHAIN, straight from the published table of cards: the reference for the fast rules. Every mark of a
// card is a place on a lattice with four steps to a cell; marks meet if their places are equal. Moves try every card on every cell,
// scores try every path from every card.
#pragma once

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "games/hichain/hichain.hpp"

namespace banmen::hichain::plain {

using Place = std::pair<int, int>;

struct Sign {
  char letter;
  std::array<std::string, 4> reads;  // to readers n, e, s, w
  std::vector<Place> points, sides;  // of the upright card, on 0 … 4 by 0 … 4
};

/// Reads the published table, column by column.
inline std::vector<Sign> read_table(const std::string& csv) {
  static const std::map<std::string, Place> place = {{"NW", {0, 0}}, {"NNW", {1, 0}}, {"N", {2, 0}}, {"NNE", {3, 0}},
                                                     {"NE", {4, 0}}, {"ENE", {4, 1}}, {"E", {4, 2}}, {"ESE", {4, 3}},
                                                     {"SE", {4, 4}}, {"SSE", {3, 4}}, {"S", {2, 4}}, {"SSW", {1, 4}},
                                                     {"SW", {0, 4}}, {"WSW", {0, 3}}, {"W", {0, 2}}, {"WNW", {0, 1}}};
  std::ifstream file(csv);
  std::vector<Sign> out;
  std::vector<std::string> header;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> fields;
    std::stringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    if (header.empty()) {
      header = fields;
      continue;
    }
    Sign sign{fields[0][0], {fields[1], fields[2], fields[3], fields[4]}, {}, {}};
    for (std::size_t i = 6; i < fields.size(); ++i)
      if (fields[i] == "1") (header[i].size() < 3 ? sign.points : sign.sides).push_back(place.at(header[i]));
    out.push_back(sign);
  }
  return out;
}

class PlainRules {
 public:
  explicit PlainRules(const std::string& csv, ChainRules chain = {}) : table_(read_table(csv)), chain_(chain) {}

  [[nodiscard]] const std::vector<Sign>& table() const { return table_; }

  /// Marks as places on the board's lattice.
  [[nodiscard]] std::vector<Place> marks(const Laid& card, bool of_sides) const {
    const Sign& sign = table_[static_cast<std::size_t>(card.sign)];
    std::vector<Place> out;
    for (Place p : of_sides ? sign.sides : sign.points) {
      for (int q = 0; q < card.orientation; ++q) p = {4 - p.second, p.first};  // a quarter turn clockwise
      out.emplace_back(4 * card.x + p.first, 4 * card.y + p.second);
    }
    return out;
  }

  [[nodiscard]] bool is_legal(const std::vector<Laid>& board, const Laid& card) const {
    std::set<Place> sides, points;
    for (const Laid& other : board) {
      if (other.x == card.x && other.y == card.y) return false;
      for (const Place& p : marks(other, true)) sides.insert(p);
      if (other.colour != card.colour)
        for (const Place& p : marks(other, false)) points.insert(p);
    }
    const auto mine = marks(card, true);
    if (std::any_of(mine.begin(), mine.end(), [&](const Place& p) { return sides.count(p) > 0; })) return false;
    const auto tips = marks(card, false);
    return std::any_of(tips.begin(), tips.end(), [&](const Place& p) { return points.count(p) > 0; });
  }

  /// All placements of cards still in the colour's field (start cards do not count as used).
  [[nodiscard]] std::vector<Laid> placements(const HichainRules::Position& p, int colour) const {
    const std::vector<Laid> board = layout(p);
    std::set<Place> near;
    for (const Laid& card : board)
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) near.insert({card.x + dx, card.y + dy});
    std::vector<Laid> out;
    for (const auto& [x, y] : near) {
      // Only cards within one cell can meet.
      std::vector<Laid> around;
      for (const Laid& card : board)
        if (std::abs(card.x - x) <= 1 && std::abs(card.y - y) <= 1) around.push_back(card);
      for (int sign = 0; sign < signs; ++sign) {
        if (p.cards[colour][sign].turned != 0) continue;
        for (int q = 0; q < 4; ++q) {
          const Laid card{static_cast<std::int8_t>(colour), static_cast<std::int8_t>(sign), static_cast<std::int8_t>(q),
                          static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
          if (is_legal(around, card)) out.push_back(card);
        }
      }
    }
    return out;
  }

  /// Collects every path that reads as a chain, mature or not, as its set of places; sums the squares of those inside no other.
  [[nodiscard]] int score(const std::vector<Laid>& board, int colour) const {
    std::set<std::set<Place>> candidates;
    royal_ = false;
    std::map<Place, Laid> own;
    for (const Laid& card : board)
      if (card.colour == colour) own[{card.x, card.y}] = card;
    for (int reader = 0; reader < 4; ++reader)
      for (const auto& [place, card] : own)
        for (const std::string& pattern : patterns()) walk(own, reader, pattern, {place}, candidates);
    int sum = 0;
    for (const auto& a : candidates) {
      const bool inside = std::any_of(candidates.begin(), candidates.end(), [&](const auto& b) {
        return a != b && std::includes(b.begin(), b.end(), a.begin(), a.end());
      });
      if (!inside) sum += static_cast<int>(a.size() * a.size());
    }
    return sum;
  }
  /// True if the last scored board had a royal chain of that colour.
  [[nodiscard]] bool royal() const { return royal_; }

 private:
  /// Patterns of chains: 52 letters from each letter of the alphabet on, one letter repeated, CHAIN.
  [[nodiscard]] std::vector<std::string> patterns() const {
    std::vector<std::string> out = {"!CHAIN"};
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = 0; i < 26; ++i) {
      out.push_back("=" + std::string(52, alphabet[i]));
      out.push_back("+" + alphabet.substr(i) + (chain_.wrap ? alphabet + alphabet.substr(0, i) : ""));
    }
    return out;
  }

  [[nodiscard]] std::string shown(const Laid& card, int reader) const {
    return table_[static_cast<std::size_t>(card.sign)].reads[static_cast<std::size_t>((reader - card.orientation + 4) % 4)];
  }

  void walk(const std::map<Place, Laid>& own, int reader, const std::string& pattern, const std::vector<Place>& path,
            std::set<std::set<Place>>& out) const {
    if (path.size() >= pattern.size()) return;
    const std::string last = shown(own.at(path.back()), reader);
    if (last != "*" && last != pattern.substr(path.size(), 1)) return;
    const bool first_ok = chain_.asterisk_ends || shown(own.at(path.front()), reader) != "*";
    if (!first_ok) return;
    if (chain_.asterisk_ends || last != "*") {
      if (pattern[0] == '!' && path.size() == 5) royal_ = true;
      if ((pattern[0] == '+' && path.size() >= 3) || (pattern[0] == '=' && path.size() >= chain_.least_same))
        out.insert(std::set<Place>(path.begin(), path.end()));
    }
    for (const Place& step : {Place{0, -1}, Place{1, 0}, Place{0, 1}, Place{-1, 0}}) {
      const Place next{path.back().first + step.first, path.back().second + step.second};
      if (own.count(next) == 0 || std::find(path.begin(), path.end(), next) != path.end()) continue;
      std::vector<Place> longer = path;
      longer.push_back(next);
      walk(own, reader, pattern, longer, out);
    }
  }

  std::vector<Sign> table_;
  ChainRules chain_;
  mutable bool royal_ = false;
};

}  // namespace banmen::hichain::plain
