// Certificates: a value with its proof, and the check of it by the rules alone.
//
// A certificate is a list of claims "from this position the first seat gets at least v more than the second" or "at most v". A
// claim may lean only on claims further up, so no proof leans on itself and play that goes round for ever never helps the side that
// proves:
//   at the end of play   the payoff must bear the claim out
//   where the side that proves moves, one move is named, and the position it leads to must have a claim that is strong enough
//   where the other side moves, all positions that its moves lead to must
// What is at stake at most (StakedGame) needs no claim. The two last claims are about the start and meet in its value.
//
// File: a text head, then the claims, packed (zstd), with a checksum.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/game.hpp"
#include "solve/moves_of.hpp"
#include "solve/proof.hpp"
#include "solve/property.hpp"

namespace banmen {

struct CertificateFile {
  std::string game, position;  // position empty: the game's own start
  std::string rules = {};      // what tells them from other rules of that name; empty for native games
  std::int32_t low = 0, high = 0;
  std::uint64_t claims = 0, claim_bytes = 0;
  std::vector<std::uint8_t> bytes;
};

/// Head, checksum, compression.
std::string pack_certificate(const CertificateFile& file);
Result<CertificateFile> unpack_certificate(std::string_view bytes);

template <Rules G>
struct Claim {
  typename G::Position position;
  std::int32_t value;
  std::uint8_t at_least;  // else: at most
  std::uint8_t move;      // place in the game's list, of the side that proves
};

inline constexpr std::size_t claim_extra_bytes = 6;  // beside the position

/// The check. It shares nothing with the search but the rules and `stake`.
template <Rules G>
class CertificateChecker {
 public:
  explicit CertificateChecker(const G& g) : g_(g), moves_(g) {}

  /// Empty when the next claim stands; else what is wrong with it.
  std::string add(const Claim<G>& claim) {
    const auto& p = claim.position;
    const Seat prover = claim.at_least ? 0 : 1;
    const auto list = moves_.legal(g_, p);
    if (list.empty()) {
      if (!bears(difference(g_.payoff(p)), claim)) return "the payoff at the end does not bear it out";
    } else if (g_.turn(p) == prover) {
      if (claim.move >= list.size()) return "it names a move that is not there";
      if (!follows(p, list[claim.move], claim)) return "the move it names does not lead to a claim that is strong enough";
    } else if (g_.turn(p) == 1 - prover) {
      for (std::uint32_t k = 0; k < list.size(); ++k)
        if (!follows(p, list[k], claim)) return "move " + std::to_string(k + 1) + " of the other side is not answered";
    } else {
      return "dice would have to be thrown";
    }
    auto& best = claim.at_least ? low_ : high_;
    const auto [entry, fresh] = best.try_emplace(key(p), claim.value);
    if (!fresh && (claim.at_least ? claim.value > entry->second : claim.value < entry->second)) entry->second = claim.value;
    return {};
  }

  /// What the claims so far say of a position.
  [[nodiscard]] ValueRange known(const typename G::Position& p) const {
    ValueRange at = stake_of(g_, p);
    if (const auto found = low_.find(key(p)); found != low_.end()) at.low = std::max(at.low, found->second);
    if (const auto found = high_.find(key(p)); found != high_.end()) at.high = std::min(at.high, found->second);
    return at;
  }

 private:
  struct Bytes {
    unsigned char bytes[sizeof(typename G::Position)];
    bool operator==(const Bytes& other) const { return std::memcmp(bytes, other.bytes, sizeof bytes) == 0; }
    friend std::size_t hash_value(const Bytes& b) {
      std::uint64_t h = 0;
      for (const unsigned char c : b.bytes) h = (h ^ c) * 0x9e3779b97f4a7c15ULL, h ^= h >> 29;
      return h;
    }
  };
  static Bytes key(const typename G::Position& p) {
    Bytes b;
    std::memcpy(b.bytes, &p, sizeof p);
    return b;
  }
  static bool bears(std::int32_t value, const Claim<G>& claim) {
    return claim.at_least ? value >= claim.value : value <= claim.value;
  }
  bool follows(const typename G::Position& p, typename G::Move m, const Claim<G>& claim) const {
    auto next = p;
    std::int32_t gain = difference(g_.play(next, m));
    bool endless = false;
    if constexpr (LoopyGame<G>) endless = g_.endless(p, m);
    if (endless) return bears(gain + difference(g_.payoff(next)), claim);
    const ValueRange at = known(next);
    return claim.at_least ? gain + at.low >= claim.value : gain + at.high <= claim.value;
  }

  G g_;
  MoveStack<G> moves_;
  boost::unordered_flat_map<Bytes, std::int32_t> low_, high_;
};

template <Rules G>
CertificateCheck check_certificate(const G& g, const CertificateFile& file, const typename G::Position& start,
                                   const Control& control) {
  CertificateCheck out;
  out.game = file.game;
  out.claim = file.low == file.high ? "value " + std::to_string(file.low)
                                    : "value " + std::to_string(file.low) + " to " + std::to_string(file.high);
  constexpr std::size_t size = sizeof(typename G::Position) + claim_extra_bytes;
  if (file.claim_bytes != size || file.bytes.size() != file.claims * size) {
    out.why = "its claims are not of this game's size";
    return out;
  }
  CertificateChecker<G> checker(g);
  for (std::uint64_t i = 0; i < file.claims; ++i) {
    const std::uint8_t* at = file.bytes.data() + i * size;
    Claim<G> claim{};
    std::memcpy(&claim.position, at, sizeof claim.position);
    at += sizeof claim.position;
    std::memcpy(&claim.value, at, 4);
    claim.at_least = at[4];
    claim.move = at[5];
    // The bytes come from outside: only what the game itself reads back as this position may be played from.
    const auto again = g.read_position(g.text(claim.position));
    if (!again || !(*again == claim.position)) {
      out.why = "claim " + std::to_string(i + 1) + " is about something that is no position";
      return out;
    }
    if (const std::string wrong = checker.add(claim); !wrong.empty()) {
      out.why = "claim " + std::to_string(i + 1) + " (" + g.text(claim.position) + "): " + wrong;
      return out;
    }
    ++out.positions;
    if ((i & 0xfff) == 0) {
      if (control.stop.stop_requested()) {
        out.why = "stopped";
        return out;
      }
      if (control.progress) control.progress(i, file.claims, "claims checked");
    }
  }
  const ValueRange found = checker.known(start);
  if (found.low < file.low || found.high > file.high)
    out.why = "the claims only show that the value is " + std::to_string(found.low) + " to " + std::to_string(found.high);
  else
    out.valid = true;
  return out;
}

/// Puts a proof together, claim by claim. `Oracle` knows(p) → ValueRange: true bounds, from tables and search; it may be asked to
/// settle(p, v) what it does not know any more.
template <Rules G, class Oracle>
class CertificateWriter {
 public:
  using Position = typename G::Position;

  CertificateWriter(const G& g, Oracle& oracle) : g_(g), oracle_(oracle) {}

  /// Proves "at least v" or "at most v" from p. False when no proof without repetition was found.
  bool prove(const Position& p, std::int32_t v, bool at_least) {
    struct Frame {
      Position position;
      std::int32_t value;
      std::vector<typename G::Move> list;
      std::vector<std::uint8_t> place;  // of each in the game's own list
      bool ours = false;
      std::uint32_t next = 0;
    };
    if (has(p, v, at_least)) return true;
    std::vector<Frame> stack;
    auto push = [&](const Position& q, std::int32_t value) {
      MoveStack<G> moves(g_);
      const auto list = moves.legal(g_, q);
      Frame frame{q, value, {}, {}, g_.turn(q) == (at_least ? 0 : 1)};
      auto add = [&](std::uint32_t k) {
        frame.list.push_back(list[k]);
        frame.place.push_back(static_cast<std::uint8_t>(k));
      };
      if (!frame.ours) {
        for (std::uint32_t k = 0; k < list.size(); ++k) add(k);
      } else {
        // Moves that are known to be good enough, first those claimed already; where the search has forgotten them all, it is asked
        // again.
        for (const int pass : {0, 1, 2}) {
          if (pass == 2 && !frame.list.empty()) break;
          for (std::uint32_t k = 0; k < list.size(); ++k) {
            const Step<G> s = step(g_, q, list[k]);
            const std::int32_t rest = value - difference(s.gains);
            bool good = false;
            if (s.endless) {
              const std::int32_t end = difference(g_.payoff(s.next));
              good = pass == 0 && (at_least ? end >= rest : end <= rest);
            } else if (pass == 0) {
              good = has(s.next, rest, at_least);
            } else if (!has(s.next, rest, at_least)) {
              good = true_of(s.next, rest, at_least, pass == 2);
            }
            if (good) add(k);
          }
        }
        if (frame.list.empty() && !list.empty()) add(0);  // fails below, as it must
      }
      stack.push_back(std::move(frame));
      open_[key(q, at_least)].push_back(value);
    };
    auto pop = [&] {
      auto& values = open_[key(stack.back().position, at_least)];
      values.pop_back();
      stack.pop_back();
    };
    push(p, v);
    bool came_back = false;  // the frame on top just got an answer from below
    bool answer = false;
    while (!stack.empty()) {
      Frame& top = stack.back();
      bool decided = false, result = false;
      if (top.list.empty()) {
        decided = true;
        const std::int32_t end = difference(g_.payoff(top.position));
        result = at_least ? end >= top.value : end <= top.value;
      }
      while (!decided) {
        if (came_back) {
          came_back = false;
          if (answer == top.ours) {  // our move works, or theirs is not answered
            decided = true;
            result = answer;
            break;
          }
          ++top.next;
        }
        if (top.next == top.list.size()) {
          decided = true;
          result = !top.ours;
          break;
        }
        const Step<G> s = step(g_, top.position, top.list[top.next]);
        const std::int32_t gain = difference(s.gains), rest = top.value - gain;
        came_back = true;
        if (s.endless) {
          const std::int32_t end = difference(g_.payoff(s.next));
          answer = at_least ? end >= rest : end <= rest;
        } else if (has(s.next, rest, at_least)) {
          answer = true;
        } else if (!true_of(s.next, rest, at_least, !top.ours) || opened(s.next, rest, at_least)) {
          answer = false;  // not so, or it would lean on itself
        } else {
          came_back = false;
          push(s.next, rest);
          break;
        }
      }
      if (!decided) continue;
      const Frame done = top;
      pop();
      if (result) {
        claims_.push_back(
            {done.position, done.value, at_least, done.ours && !done.place.empty() ? done.place[done.next] : std::uint8_t{0}});
        auto [entry, fresh] = (at_least ? low_ : high_).try_emplace(key(done.position, at_least), done.value);
        if (!fresh && (at_least ? done.value > entry->second : done.value < entry->second)) entry->second = done.value;
      }
      came_back = true;
      answer = result;
    }
    return answer;
  }

  [[nodiscard]] const std::vector<Claim<G>>& claims() const { return claims_; }

  [[nodiscard]] CertificateFile file(const std::string& game, const std::string& position, std::int32_t low,
                                     std::int32_t high) const {
    CertificateFile out{game, position, {}, low, high, claims_.size(), sizeof(Position) + claim_extra_bytes, {}};
    out.bytes.resize(out.claims * out.claim_bytes);
    std::uint8_t* at = out.bytes.data();
    for (const Claim<G>& claim : claims_) {
      std::memcpy(at, &claim.position, sizeof claim.position);
      at += sizeof claim.position;
      std::memcpy(at, &claim.value, 4);
      at[4] = claim.at_least;
      at[5] = claim.move;
      at += claim_extra_bytes;
    }
    return out;
  }

 private:
  static std::string key(const Position& p, bool) { return std::string(reinterpret_cast<const char*>(&p), sizeof p); }
  bool has(const Position& p, std::int32_t v, bool at_least) const {
    const ValueRange stake = stake_of(g_, p);
    if (at_least ? stake.low >= v : stake.high <= v) return true;
    const auto& best = at_least ? low_ : high_;
    const auto found = best.find(key(p, at_least));
    return found != best.end() && (at_least ? found->second >= v : found->second <= v);
  }
  /// Whether a proof of p ≥ v (≤ v) is being put together already, for the same v or a weaker one.
  bool opened(const Position& p, std::int32_t, bool at_least) const {
    const auto found = open_.find(key(p, at_least));
    return found != open_.end() && !found->second.empty();
  }
  bool true_of(const Position& p, std::int32_t v, bool at_least, bool sure) {
    // "At least v" is the question v; "at most v" is the opposite of the question v + 1.
    const std::int32_t question = at_least ? v : v + 1;
    ValueRange at = oracle_.known(p);
    // Among our own moves one that is known to be good enough will do; the other side's must all be settled.
    if (!at.settles(question) && sure) {
      oracle_.settle(p, question);
      at = oracle_.known(p);
    }
    return at_least ? at.low >= v : at.high <= v;
  }

  G g_;
  Oracle& oracle_;
  std::vector<Claim<G>> claims_;
  boost::unordered_flat_map<std::string, std::int32_t> low_, high_;
  boost::unordered_flat_map<std::string, std::vector<std::int32_t>> open_;
};

}  // namespace banmen
