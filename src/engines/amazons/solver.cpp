#include "engines/amazons/solver.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <new>
#include <vector>

#include "core/control.hpp"
#include "core/hash.hpp"
#include "core/move_stack.hpp"
#include "engines/amazons/regions.hpp"

namespace banmen {
namespace {

/// Proof and disproof numbers relative to the mover: proof 0 is a win, disproof 0 a loss.
struct ProofNumbers {
  static constexpr std::uint32_t infinite = 1u << 30;
  std::uint32_t proof = 1, disproof = 1;
  [[nodiscard]] bool won() const { return proof == 0; }
  [[nodiscard]] bool lost() const { return disproof == 0; }
  static ProofNumbers win() { return {0, infinite}; }
  static ProofNumbers loss() { return {infinite, 0}; }
};

/// Cells as two planes: open cells are in both, the mover's pieces in the first, the opponent's in the second, burnt cells in
/// neither.
template <int Words>
struct ProofKey {
  Cells<Words> first{}, second{};
  std::int32_t spare = 0;
  std::int32_t used = 0;  // 1 in every key, so that an empty slot equals none
  bool operator==(const ProofKey&) const = default;
};

/// Transposition table of a proof search. Entries hold the whole position, so there are no hash collisions.
template <int Words>
class ProofTable {
 public:
  explicit ProofTable(std::size_t bytes) {
    std::size_t buckets = 1;
    while (2 * buckets * sizeof(Bucket) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    // calloc, so that untouched pages of a large table cost nothing.
    buckets_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc();
  }

  [[nodiscard]] const ProofNumbers* find(const ProofKey<Words>& key) const {
    const Bucket& bucket = buckets_[hash_bytes(key) & mask_];
    for (const Slot& slot : bucket.slots)
      if (slot.key == key) return &slot.numbers;
    return nullptr;
  }

  /// Replacement: the slot that took the least work to fill.
  void store(const ProofKey<Words>& key, ProofNumbers numbers, std::uint64_t work) {
    Bucket& bucket = buckets_[hash_bytes(key) & mask_];
    Slot* victim = &bucket.slots[0];
    for (Slot& slot : bucket.slots) {
      if (slot.key == key) {
        slot.numbers = numbers;
        slot.work += work;
        return;
      }
      if (slot.work < victim->work) victim = &slot;
    }
    *victim = {key, numbers, work};
  }

 private:
  struct Slot {
    ProofKey<Words> key;  // all zeros: empty
    ProofNumbers numbers;
    std::uint64_t work;
  };
  struct Bucket {
    Slot slots[4];
  };

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };
  std::unique_ptr<Bucket[], Free> buckets_;
  std::size_t mask_ = 0;
};

/// Solves Amazons positions by depth-first proof-number search (Nagai 2002) over positions split into regions.
///
/// Every move burns a cell, so there are no cycles. With arrows many move orders transpose: the disproof number is then the largest
/// proof number among the children plus one for each other undecided child (weak proof numbers), since their sum would count shared
/// work repeatedly. A knight that burns the vacated cell has few moves, whose continuations seldom transpose, and the sum guides
/// better (7×7, one knight each: 7.4 instead of 26.8 million positions). Positions are stored relative to the mover and in
/// canonical form under the symmetries of the board. A position is a win or loss when a move proves it, when no mixed region is
/// left and the spare moves are counted, or when the spare moves of one side outnumber all that the other can still make.
template <int Words, AmazonsPiece Piece>
class AmazonsProof {
 public:
  using Set = Cells<Words>;
  using State = AmazonsState<Words>;
  using Grid = AmazonsGrid<Words, Piece>;

  /// `table_bytes` for the transposition table, and at most as many again for the puzzles.
  AmazonsProof(const Grid& grid, bool shoots, std::size_t table_bytes)
      : regions_(grid, shoots, table_bytes), table_(table_bytes), orders_meet_(shoots) {
    build_images();
  }

  /// Returns nothing if stopped.
  std::optional<bool> mover_wins(State state, std::stop_token stop, const std::function<void(std::uint64_t nodes)>& progress = {}) {
    regions_.stop_with(stop);
    if (const auto known = regions_.settle(state)) return *known;
    stop_ = std::move(stop);
    stopped_ = false;
    progress_ = &progress;
    const ProofNumbers numbers = search(canonical(state), {ProofNumbers::infinite, ProofNumbers::infinite}, 0);
    if (numbers.won() || numbers.lost()) return numbers.won();
    return std::nullopt;
  }

  /// The result if counting or the transposition table decides it.
  std::optional<bool> known(State state) {
    if (const auto settled = regions_.settle(state)) return *settled;
    const ProofNumbers* stored = table_.find(canonical(state));
    if (stored != nullptr && (stored->won() || stored->lost())) return stored->won();
    return std::nullopt;
  }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child {
    ProofKey<Words> key;
    ProofNumbers numbers;
  };

  static ProofKey<Words> plain_key(const State& s) { return {s.own | s.open, s.other | s.open, s.spare, 1}; }
  static State state_of(const ProofKey<Words>& key) {
    const Set open = key.first & key.second;
    return {key.first - open, key.second - open, open, key.spare};
  }

  /// The canonical form: the smallest image.
  [[nodiscard]] ProofKey<Words> canonical(const State& s) const {
    ProofKey<Words> best = plain_key(s);
    if constexpr (Words == 1) {
      const ProofKey<Words> plain = best;
      for (std::size_t i = 1; i < images_.size(); ++i) {
        const std::uint64_t first = image(i, plain.first.word[0]);
        if (first > best.first.word[0]) continue;
        const std::uint64_t second = image(i, plain.second.word[0]);
        if (first == best.first.word[0] && second >= best.second.word[0]) continue;
        best.first.word[0] = first;
        best.second.word[0] = second;
      }
    }
    return best;
  }

  /// Initial proof numbers of a leaf: the fewer moves the opponent has, the nearer a win.
  [[nodiscard]] ProofNumbers first_guess(const State& s) const {
    const auto view = regions_.grid().look(regions_.grid().board - s.open);
    const auto steps = [&](const Set& pieces) {
      std::uint32_t n = 0;
      pieces.each([&](int cell) { n += regions_.grid().reach(cell, view).count(); });
      return n;
    };
    const std::uint32_t own = steps(s.own), other = steps(s.other);
    const auto spare = static_cast<std::uint32_t>(std::max(0, s.spare)), behind = static_cast<std::uint32_t>(std::max(0, -s.spare));
    return {1 + other + behind, 1 + own + spare};
  }

  /// Lists children relative to the side that moves next. False: one of them is lost for that side, so the move to it wins.
  bool expand(const State& s, std::vector<Child>& children) {
    const auto add = [&](State next) {
      if (stop_.stop_requested()) stopped_ = true;
      if (stopped_) return true;                                     // ends the list; the caller checks stopped_
      if (const auto known = regions_.settle(next)) return !*known;  // losing moves are dropped
      const auto key = canonical(next);
      const ProofNumbers* stored = table_.find(key);
      if (stored != nullptr && stored->lost()) return true;
      if (stored != nullptr && stored->won()) return false;
      children.push_back({key, stored != nullptr ? *stored : first_guess(next)});
      return false;
    };
    const bool found = regions_.any_move(s.own, s.open, [&](const Set& own, const Set& open, int, int, int) {
      return add(State{s.other, own, open, -s.spare});
    });
    if (found) return false;
    if (s.spare > 0 && add(State{s.other, s.own, s.open, -(s.spare - 1)})) return false;
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return before(a.key, b.key); });
    children.erase(std::unique(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.key == b.key; }),
                   children.end());
    return true;
  }
  static bool before(const ProofKey<Words>& a, const ProofKey<Words>& b) {
    for (int i = 0; i < Words; ++i)
      if (a.first.word[i] != b.first.word[i]) return a.first.word[i] < b.first.word[i];
    for (int i = 0; i < Words; ++i)
      if (a.second.word[i] != b.second.word[i]) return a.second.word[i] < b.second.word[i];
    return a.spare < b.spare;
  }

  /// Searches until a number reaches its limit.
  ProofNumbers search(const ProofKey<Words>& key, ProofNumbers limit, std::size_t depth) {
    const std::uint64_t began = nodes_++;
    if (progress_ != nullptr && *progress_ && ticker_.due()) (*progress_)(nodes_);
    while (levels_.size() <= depth) levels_.emplace_back(std::make_unique<std::vector<Child>>());
    std::vector<Child>& children = *levels_[depth];
    children.clear();
    ProofNumbers now;
    const bool undecided = expand(state_of(key), children);
    if (stopped_) return now;
    if (!undecided) {
      now = ProofNumbers::win();
    } else {
      for (;;) {
        if (children.empty()) {
          now = ProofNumbers::loss();
          break;
        }
        // OR node: the mover proves a win by disproving one child; all children must be proved to disprove it.
        std::size_t best = 0;
        std::uint32_t least = ProofNumbers::infinite, second = ProofNumbers::infinite, most = 0;
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < children.size(); ++i) {
          const ProofNumbers& c = children[i].numbers;
          if (c.disproof < least) {
            second = least;
            least = c.disproof;
            best = i;
          } else if (c.disproof < second) {
            second = c.disproof;
          }
          most = std::max(most, c.proof);
          sum += c.proof;
        }
        const auto largest = static_cast<std::uint64_t>(ProofNumbers::infinite - 1);
        const auto disproof = orders_meet_ ? most + children.size() - 1 : sum;
        now = {least, static_cast<std::uint32_t>(std::min<std::uint64_t>(disproof, largest))};
        if (now.proof >= limit.proof || now.disproof >= limit.disproof || stopped_) break;
        Child& child = children[best];
        // Share of the limit that the other children take.
        const std::uint64_t others = orders_meet_ ? children.size() - 1 : sum - child.numbers.proof;
        const auto room = static_cast<std::uint32_t>(limit.disproof >= ProofNumbers::infinite ? ProofNumbers::infinite
                                                     : limit.disproof > others                ? limit.disproof - others
                                                                                              : 1);
        // Slack over the second best child, so that the search does not alternate between two children.
        const std::uint32_t enough = std::min<std::uint64_t>(limit.proof, static_cast<std::uint64_t>(second) + 1 + second / 4);
        child.numbers = search(child.key, {room, enough}, depth + 1);
        if (child.numbers.lost()) {
          now = ProofNumbers::win();
          break;
        }
        if (child.numbers.won()) {
          children[best] = children.back();
          children.pop_back();
        }
      }
    }
    if (!stopped_ || now.won() || now.lost()) table_.store(key, now, nodes_ - began);
    return now;
  }

  void build_images() {
    if constexpr (Words == 1) {
      const Grid& grid = regions_.grid();
      images_.resize(static_cast<std::size_t>(grid.symmetries()));
      for (int s = 0; s < grid.symmetries(); ++s)
        for (int byte = 0; byte < 8; ++byte)
          for (unsigned value = 0; value < 256; ++value) {
            std::uint64_t out = 0;
            for (int bit = 0; bit < 8; ++bit)
              if ((value >> bit & 1) && 8 * byte + bit < grid.cells()) out |= 1ULL << grid.image[s][8 * byte + bit];
            images_[static_cast<std::size_t>(s)].of[byte][value] = out;
          }
      bytes_ = (grid.cells() + 7) / 8;
    }
  }
  [[nodiscard]] std::uint64_t image(std::size_t symmetry, std::uint64_t set) const {
    std::uint64_t out = 0;
    for (int byte = 0; byte < bytes_; ++byte) out |= images_[symmetry].of[byte][set >> (8 * byte) & 255];
    return out;
  }

  struct Image {
    std::uint64_t of[8][256];
  };

  AmazonsRegions<Words, Piece> regions_;
  ProofTable<Words> table_;
  std::vector<Image> images_;
  int bytes_ = 0;
  bool orders_meet_;
  std::vector<std::unique_ptr<std::vector<Child>>> levels_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
  std::stop_token stop_;
  const std::function<void(std::uint64_t)>* progress_ = nullptr;
  Ticker ticker_;
};

std::optional<Seat> seat_that_wins(std::optional<bool> mover_wins, std::uint64_t mover) {
  if (!mover_wins) return std::nullopt;
  return static_cast<Seat>(*mover_wins ? mover : mover ^ 1);
}
}  // namespace

template <int Words, AmazonsPiece Piece>
struct AmazonsSolver<Words, Piece>::Search {
  Search(const Game& g, std::size_t table_bytes) : game(g), proof(g.grid(), g.shoots(), table_bytes) {}

  [[nodiscard]] AmazonsState<Words> state_of(const Position& p) const {
    return {p.pieces[p.mover], p.pieces[p.mover ^ 1], game.grid().board - game.occupied(p), 0};
  }

  Game game;
  AmazonsProof<Words, Piece> proof;
};

template <int Words, AmazonsPiece Piece>
AmazonsSolver<Words, Piece>::AmazonsSolver(const Game& game, std::size_t table_bytes)
    : search_(std::make_unique<Search>(game, table_bytes)) {}
template <int Words, AmazonsPiece Piece>
AmazonsSolver<Words, Piece>::~AmazonsSolver() = default;

template <int Words, AmazonsPiece Piece>
std::uint64_t AmazonsSolver<Words, Piece>::nodes() const {
  return search_->proof.nodes();
}

template <int Words, AmazonsPiece Piece>
std::optional<Seat> AmazonsSolver<Words, Piece>::winner(const Position& p, const Control& control) {
  const auto report = [&](std::uint64_t nodes) {
    if (control.progress) control.progress(nodes, 0, "positions searched");
  };
  return seat_that_wins(search_->proof.mover_wins(search_->state_of(p), control.stop, report), p.mover);
}

template <int Words, AmazonsPiece Piece>
std::optional<Seat> AmazonsSolver<Words, Piece>::known_winner(const Position& p) {
  return seat_that_wins(search_->proof.known(search_->state_of(p)), p.mover);
}

template <int Words, AmazonsPiece Piece>
Result<SolveReport> AmazonsSolver<Words, Piece>::solution(const Game& game, const Position& position, const SolveOptions& options,
                                                          const Control& control) {
  using Move = typename Game::Move;
  const auto began = std::chrono::steady_clock::now();
  // Half for the transposition table, half for the puzzles of one-sided regions.
  AmazonsSolver solver(game, static_cast<std::size_t>(std::min<std::uint64_t>(options.memory / 2, std::uint64_t{1} << 30)));
  SolveReport report;
  report.method = "proof of the winner (in the line the loser plays any move)";
  const auto finish = [&] {
    report.nodes = solver.nodes();
    report.seconds = seconds_since(began);
    return report;
  };
  const auto value_of = [](Seat winner) { return winner == 0 ? 1 : -1; };
  const auto winner = solver.winner(position, control);
  if (!winner) {
    report.low = -1;
    report.high = 1;
    report.proved = false;
    report.unfinished = "stopped before the winner was proved";
    return finish();
  }
  report.value = report.low = report.high = value_of(*winner);

  MoveStack<Game> stack(game);
  if (options.openings) {
    for (const Move m : stack.legal(game, position)) {
      Position next = position;
      game.play(next, m);
      const auto of_move = solver.winner(next, control);
      if (!of_move) {
        report.unfinished = "stopped before every first move was proved";
        return finish();
      }
      report.openings.push_back({game.text(position, m), value_of(*of_move), value_of(*of_move)});
    }
  }
  // The line: the winner plays a winning move, the loser its first move, since all lose. The proof knows a winning move in every
  // position that it needed, so those are tried first; after a move outside the proof, one is searched for.
  Position p = position;
  for (;;) {
    const auto moves = stack.legal(game, p);
    if (moves.empty()) break;
    Move chosen = moves[0];
    if (static_cast<Seat>(p.mover) == *winner) {
      const auto wins = [&](bool search) {
        return std::find_if(moves.begin(), moves.end(), [&](Move m) {
          Position next = p;
          game.play(next, m);
          return (search ? solver.winner(next, control) : solver.known_winner(next)) == winner;
        });
      };
      auto found = wins(false);
      if (found == moves.end()) found = wins(true);
      if (found == moves.end()) return finish();  // stopped: the line ends here
      chosen = *found;
    }
    report.line.push_back(game.text(p, chosen));
    game.play(p, chosen);
  }
  return finish();
}

template class AmazonsSolver<1, AmazonsPiece::queen>;
template class AmazonsSolver<2, AmazonsPiece::queen>;
template class AmazonsSolver<1, AmazonsPiece::knight>;
template class AmazonsSolver<2, AmazonsPiece::knight>;

}  // namespace banmen
