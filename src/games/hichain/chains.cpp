#include "games/hichain/chains.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "games/hichain/hichain.hpp"

namespace banmen::hichain {
namespace {

constexpr std::size_t most_chains = 20'000;
constexpr std::uint64_t most_steps = 20'000'000;

/// Enumerates all candidate paths of one colour from their first card.
class Lister {
 public:
  Lister(const ChainRules& rules, const std::vector<Laid>& layout, int colour) : rules_(rules), layout_(layout), colour_(colour) {
    std::map<std::pair<int, int>, int> at;
    for (std::size_t i = 0; i < layout.size(); ++i)
      if (layout[i].colour == colour) {
        at[{layout[i].x, layout[i].y}] = static_cast<int>(own_.size());
        own_.push_back(static_cast<int>(i));
      }
    neighbours_.resize(own_.size());
    for (std::size_t i = 0; i < own_.size(); ++i)
      for (int k = 1; k < 8; k += 2) {
        const Laid& card = layout[static_cast<std::size_t>(own_[i])];
        const auto found = at.find({card.x + step_x[static_cast<std::size_t>(k)], card.y + step_y[static_cast<std::size_t>(k)]});
        if (found != at.end()) neighbours_[i].push_back(found->second);
      }
  }

  Result<std::vector<Chain>> list() {
    if (own_.size() > 64) return fail("a colour has more than 64 cards", "a deck has 27, and the start block has 2 more");
    for (const Chain::Kind kind : {Chain::Kind::sequential, Chain::Kind::same, Chain::Kind::royal})
      for (int reader = 0; reader < 4; ++reader)
        for (std::size_t first = 0; first < own_.size(); ++first) begin(kind, reader, static_cast<int>(first));
    if (overflow_) return fail("there are too many chains to list them all", "use fewer cards");
    std::vector<Chain> out;
    for (std::size_t i = 0; i < paths_.size(); ++i)
      if (is_valid(i)) out.push_back(chain(paths_[i]));
    for (const Path& path : royals_) out.push_back(chain(path));
    return out;
  }

 private:
  struct Path {
    Chain::Kind kind;
    int reader;
    int first_letter;
    std::uint64_t set;
    std::vector<int> own;
  };

  [[nodiscard]] const Laid& card(int own) const { return layout_[static_cast<std::size_t>(own_[static_cast<std::size_t>(own)])]; }
  [[nodiscard]] bool is_asterisk(int own) const { return card(own).sign == asterisk; }
  [[nodiscard]] int reads(int own, int reader) const {
    return reading(rules_.turned, card(own).sign, card(own).orientation, reader);
  }

  /// The letter that must follow place `length - 1` of a chain, or -1.
  [[nodiscard]] int next_letter(Chain::Kind kind, int letter, std::size_t length) const {
    if (kind == Chain::Kind::same) return letter;
    if (kind == Chain::Kind::royal) return length < royal_word.size() ? royal_word[length] : -1;
    if (letter == 25) return rules_.wrap ? 0 : -1;
    return letter + 1;
  }

  void begin(Chain::Kind kind, int reader, int first) {
    const int shown = reads(first, reader);
    if (shown == no_letter) return;
    const bool any = shown == asterisk;
    if (any && !rules_.asterisk_ends) return;
    for (int letter = any ? 0 : shown; letter <= (any ? 25 : shown); ++letter) {
      if (kind == Chain::Kind::royal && letter != royal_word[0]) continue;
      path_ = {kind, reader, letter, 1ULL << first, {first}};
      extend(letter);
    }
  }

  /// Records the longest continuations of the path; false if it has no valid end.
  bool extend(int letter) {
    if (overflow_ || ++steps_ > most_steps) {
      overflow_ = true;
      return true;
    }
    bool longer = false;
    const int wanted = next_letter(path_.kind, letter, path_.own.size());
    if (wanted >= 0)
      for (const int next : neighbours_[static_cast<std::size_t>(path_.own.back())]) {
        if (path_.set >> next & 1) continue;
        const int shown = reads(next, path_.reader);
        if (shown != wanted && shown != asterisk) continue;
        path_.set |= 1ULL << next;
        path_.own.push_back(next);
        longer |= extend(wanted);
        path_.own.pop_back();
        path_.set &= ~(1ULL << next);
      }
    if (longer) return true;
    if (is_asterisk(path_.own.back()) && !rules_.asterisk_ends) return false;
    record();
    return true;
  }

  void record() {
    const std::size_t length = path_.own.size();
    switch (path_.kind) {
      case Chain::Kind::royal:
        if (length == royal_word.size()) royals_.push_back(path_);
        return;
      case Chain::Kind::sequential:
        if (length < static_cast<std::size_t>(least_sequential)) return;
        break;
      case Chain::Kind::same:
        if (length < rules_.least_same) return;
        break;
    }
    if (rules_.each_path) {
      // The same cells in the same or reverse order are the same path for every reader.
      std::vector<int> order = path_.own, back(order.rbegin(), order.rend());
      if (!seen_paths_.insert(std::min(order, back)).second) return;
    } else if (!seen_sets_.insert(path_.set).second) {
      return;
    }
    if (paths_.size() == most_chains) {
      overflow_ = true;
      return;
    }
    paths_.push_back(path_);
  }

  /// Equal sets were dropped in record() if they count once.
  [[nodiscard]] bool is_valid(std::size_t i) const {
    return std::none_of(paths_.begin(), paths_.end(),
                        [&](const Path& other) { return other.set != paths_[i].set && (paths_[i].set & ~other.set) == 0; });
  }

  [[nodiscard]] Chain chain(const Path& path) const {
    Chain out{path.kind, colour_, path.reader, {}, {}, 0};
    int letter = path.first_letter;
    for (std::size_t i = 0; i < path.own.size(); ++i) {
      if (i > 0) letter = next_letter(path.kind, letter, i);
      out.cards.push_back(own_[static_cast<std::size_t>(path.own[i])]);
      out.letters += static_cast<char>((is_asterisk(path.own[i]) ? 'a' : 'A') + letter);
    }
    if (path.kind != Chain::Kind::royal) out.score = static_cast<int>(path.own.size() * path.own.size());
    return out;
  }

  const ChainRules& rules_;
  const std::vector<Laid>& layout_;
  int colour_;
  std::vector<int> own_;  // indices into the layout
  std::vector<std::vector<int>> neighbours_;
  Path path_{};
  std::vector<Path> paths_, royals_;
  std::set<std::uint64_t> seen_sets_;
  std::set<std::vector<int>> seen_paths_;
  std::uint64_t steps_ = 0;
  bool overflow_ = false;
};

}  // namespace

Result<std::vector<Chain>> list_chains(const ChainRules& rules, const std::vector<Laid>& layout, int colour) {
  return Lister(rules, layout, colour).list();
}

}  // namespace banmen::hichain

namespace banmen {

std::int32_t HichainRules::listed_score(const Position& p, int colour) const {
  std::int32_t sum = 0;
  // 29 cards cannot form more chains than the list holds, so there is a value.
  const auto chains = hichain::list_chains(chain, hichain::layout(p), colour).value();
  for (const auto& found : chains) sum += found.score;
  return sum;
}

}  // namespace banmen
