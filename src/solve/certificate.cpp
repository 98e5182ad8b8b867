
#include <xxhash.h>
#include <zstd.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <charconv>
#include <cstring>

#include "core/control.hpp"
#include "core/text.hpp"
#include "solve/solver.hpp"

namespace banmen {
namespace {

constexpr std::string_view first_line = "banmen certificate 1\n";

Result<std::int64_t> number_after(std::string_view line, std::string_view key, int line_number) {
  if (line.substr(0, key.size()) != key || line.size() <= key.size() || line[key.size()] != ' ')
    return fail(Error{"expected '" + std::string(key) + " NUMBER' in the certificate's header", "", 1, line_number});
  const std::string_view digits = line.substr(key.size() + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    return fail(Error{"'" + std::string(digits) + "' is not a number", "", static_cast<int>(key.size()) + 2, line_number});
  return value;
}

}  // namespace

std::string pack_certificate(const CertificateFile& file) {
  std::string packed(ZSTD_compressBound(file.bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), file.bytes.data(), file.bytes.size(), 9));
  std::string head(first_line);
  head += "game " + file.game + (file.rules.empty() ? "" : "\nrules " + file.rules) + "\nposition " + file.position + "\nlow " +
          std::to_string(file.low) + "\nhigh " + std::to_string(file.high) + "\nclaims " + std::to_string(file.claims) +
          "\nclaim-bytes " + std::to_string(file.claim_bytes) + "\npacked " + std::to_string(packed.size()) + "\n";
  const std::uint64_t sum = XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(head.data(), head.size()));
  head += "checksum " + std::to_string(static_cast<std::int64_t>(sum)) + "\n";
  return head + packed;
}

Result<CertificateFile> unpack_certificate(std::string_view bytes) {
  if (bytes.substr(0, first_line.size()) != first_line)
    return fail("this is not a certificate", "'banmen solve GAME --certificate FILE' writes one");
  std::vector<std::string_view> lines;
  std::size_t at = first_line.size(), summed = 0;
  CertificateFile file;
  while (lines.size() < 8) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos || end - at > 4096) return fail("the certificate ends inside its header");
    const std::string_view line = bytes.substr(at, end - at);
    if (lines.size() == 7) summed = at;
    if (lines.size() == 1 && file.rules.empty() && line.starts_with("rules "))
      file.rules = line.substr(6);
    else
      lines.push_back(line);
    at = end + 1;
  }
  if (lines[0].substr(0, 5) != "game " || lines[1].substr(0, 9) != "position ") return fail("the certificate's header is damaged");
  file.game = lines[0].substr(5);
  file.position = lines[1].substr(9);
  std::int64_t fields[6];
  const std::string_view names[6] = {"low", "high", "claims", "claim-bytes", "packed", "checksum"};
  for (int i = 0; i < 6; ++i) {
    const auto value = number_after(lines[static_cast<std::size_t>(i) + 2], names[i], i + 4);
    if (!value) return fail(value.error());
    fields[i] = *value;
  }
  const std::string_view packed = bytes.substr(at);
  if (fields[4] < 0 || packed.size() < static_cast<std::uint64_t>(fields[4])) return fail("the certificate is truncated");
  if (packed.size() > static_cast<std::uint64_t>(fields[4])) return fail("unexpected data after the certificate's end");
  const std::uint64_t sum = XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(bytes.data(), summed));
  if (static_cast<std::int64_t>(sum) != fields[5]) return fail("the certificate does not match its checksum");
  if (fields[2] < 0 || fields[3] <= 0 || fields[3] > 4096 || fields[2] > (std::int64_t{1} << 40) / fields[3] ||
      fields[0] < -unlimited || fields[1] > unlimited || fields[0] > fields[1])
    return fail("the certificate's header is invalid");
  file.low = static_cast<std::int32_t>(fields[0]);
  file.high = static_cast<std::int32_t>(fields[1]);
  file.claims = static_cast<std::uint64_t>(fields[2]);
  file.claim_bytes = static_cast<std::uint64_t>(fields[3]);
  const std::uint64_t size = file.claims * file.claim_bytes;
  // Before any memory is allocated. The packed bytes could be forged as well, but compress at most about 30,000 to 1.
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) return fail("the certificate's claims can't be decompressed");
  if (size / 20000 > packed.size()) return fail("the certificate is damaged: it lists more claims than its data can hold");
  file.bytes.resize(size);
  const std::size_t got = ZSTD_decompress(file.bytes.data(), file.bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return fail("the certificate's claims can't be decompressed");
  return file;
}

namespace {

bool good_enough(std::int32_t value, std::int32_t v, bool at_least) { return at_least ? value >= v : value <= v; }
bool good_enough(const ValueRange& at, std::int32_t v, bool at_least) {
  return good_enough(at_least ? at.low : at.high, v, at_least);
}

struct Claim {
  PositionBytes position;
  std::int32_t value;
  bool at_least;      // else: at most
  std::uint8_t move;  // place in the game's list, of the side that proves

  Claim(const std::uint8_t* at, std::size_t position_bytes) : position(reinterpret_cast<const char*>(at), position_bytes) {
    at += position_bytes;
    std::memcpy(&value, at, 4);
    at_least = at[4];
    move = at[5];
  }
};

struct BytesHash {
  std::size_t operator()(PositionBytes p) const { return XXH3_64bits(p.data(), p.size()); }
};

/// The strongest claims of each position.
template <class Bytes>
class Claims {
 public:
  explicit Claims(const ErasedGame& game) : game_(game) {}

  void add(const Bytes& p, std::int32_t v, bool at_least) {
    auto& best = (at_least ? low_ : high_).try_emplace(p, v).first->second;
    best = at_least ? std::max(best, v) : std::min(best, v);
  }
  /// Includes the stake.
  [[nodiscard]] ValueRange known(const Bytes& p) const {
    ValueRange at = game_.stake(p);
    if (const auto found = low_.find(p); found != low_.end()) at.low = std::max(at.low, found->second);
    if (const auto found = high_.find(p); found != high_.end()) at.high = std::min(at.high, found->second);
    return at;
  }

 private:
  const ErasedGame& game_;
  boost::unordered_flat_map<Bytes, std::int32_t, BytesHash> low_, high_;
};

/// The moves that a claim depends on: the one it names, or all of the other side.
std::uint32_t played_by(const Claim& claim, const ErasedGame& game) {
  return game.turn(claim.position) == (claim.at_least ? 0 : 1) ? claim.move : ErasedGame::every;
}

/// Empty if the claim follows from those before it; otherwise the reason why not. It shares nothing with the search but the rules
/// and `stake`.
std::string fault_of(const Claim& claim, const Claims<PositionBytes>& before, const ErasedGame& game,
                     std::vector<Successor>& list) {
  const Seat prover = claim.at_least ? 0 : 1, turn = game.turn(claim.position);
  const std::uint32_t moves = game.play(claim.position, list, played_by(claim, game));
  const auto follows = [&](const Successor& s) {
    const ValueRange at = s.endless ? ValueRange{0, 0} : before.known(s.position);
    return good_enough(at.shifted(s.gain), claim.value, claim.at_least);
  };
  if (moves == 0)
    return good_enough(game.payoff(claim.position), claim.value, claim.at_least) ? "" : "the final payoff does not satisfy it";
  if (turn != prover && turn != 1 - prover) return "chance is on turn";
  if (list.empty()) return "it names a move that does not exist";
  const auto wrong = std::find_if_not(list.begin(), list.end(), follows);
  if (wrong == list.end()) return {};
  if (turn == prover) return "the move it names does not lead to a claim that is strong enough";
  return "move " + std::to_string(wrong - list.begin() + 1) + " of the other side is not answered";
}

/// The claims about positions that play reaches from the start, following the claims after them: all that the proof can rest on.
/// The bytes of other claims may be anything, so the game never sees them. A position counts only if the game itself has produced
/// its bytes.
std::vector<bool> reached(const ErasedGame& game, const CertificateFile& file, PositionBytes start, const std::stop_token& stop) {
  const std::size_t size = game.position_bytes + claim_extra_bytes;
  boost::unordered_flat_map<PositionBytes, bool, BytesHash> known;
  for (std::uint64_t i = 0; i < file.claims; ++i)
    known.emplace(Claim(file.bytes.data() + i * size, game.position_bytes).position, false);
  const auto reach = [&](PositionBytes p) {
    if (const auto found = known.find(p); found != known.end()) found->second = true;
  };
  reach(start);
  std::vector<bool> out(file.claims);
  std::vector<Successor> list;
  for (std::uint64_t i = file.claims; i-- > 0 && !((i & 0xfff) == 0 && stop.stop_requested());) {
    const Claim claim(file.bytes.data() + i * size, game.position_bytes);
    if (!known.find(claim.position)->second) continue;
    out[i] = true;
    game.play(claim.position, list, played_by(claim, game));
    for (const Successor& s : list)
      if (!s.endless) reach(s.position);
  }
  return out;
}

std::string claim_of(const CertificateFile& file, std::int32_t unit) {
  return "value " + std::to_string(file.low / unit) + (file.low == file.high ? "" : " to " + std::to_string(file.high / unit));
}

}  // namespace

CertificateCheck check_claims(const ErasedGame& game, const CertificateFile& file, PositionBytes start, const Control& control) {
  CertificateCheck out;
  out.game = file.game;
  out.claim = claim_of(file, game.unit());
  const std::size_t size = game.position_bytes + claim_extra_bytes;
  if (file.claim_bytes != size || file.bytes.size() != file.claims * size) {
    out.why = "its claims have the wrong size for this game";
    return out;
  }
  Claims<PositionBytes> claims(game);
  const std::vector<bool> needed = reached(game, file, start, control.stop);
  std::vector<Successor> list;
  for (std::uint64_t i = 0; i < file.claims; ++i) {
    if ((i & 0xfff) == 0) {
      if (control.stop.stop_requested()) {
        out.why = "stopped";
        return out;
      }
      if (control.progress) control.progress(i, file.claims, "claims checked");
    }
    const Claim claim(file.bytes.data() + i * size, game.position_bytes);
    if (!needed[i]) {
      if (out.stray == 0) out.stray = i + 1;
      continue;
    }
    if (const std::string wrong = fault_of(claim, claims, game, list); !wrong.empty()) {
      out.why = "claim " + std::to_string(i + 1) + " (" + game.text(claim.position) + "): " + wrong;
      return out;
    }
    claims.add(claim.position, claim.value, claim.at_least);
    ++out.positions;
  }
  const ValueRange found = claims.known(start);
  if (found.low < file.low || found.high > file.high)
    out.why = "the claims only show that the value is " + std::to_string(found.low) + " to " + std::to_string(found.high);
  else
    out.valid = true;
  return out;
}

Result<CertificateCheck> check_certificate(const ErasedGame& game, std::string_view bytes, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  const auto file = unpack_certificate(bytes);
  if (!file) return fail(file.error());
  if (file->game != game.name) return fail("the certificate is for " + file->game + ", not " + game.name);
  if (file->rules != game.rules)
    return fail("the rules of " + game.name + " have changed since the certificate was made", "solve " + game.name + " again");
  const auto start = game.read_position(file->position);
  if (!start) return fail(start.error());
  auto check = check_claims(game, *file, *start, control);
  if (!check.valid && check.stray != 0 && !control.stop.stop_requested())
    return fail("the certificate is damaged: claim " + std::to_string(check.stray) +
                    " is about a position that no later claim leads to, and " + check.why,
                "solve " + file->game + " again");
  check.seconds = seconds_since(began);
  return check;
}

namespace {

class CertificateWriter {
 public:
  CertificateWriter(const ErasedGame& game, ValueSource& values) : game_(game), values_(values), proved_(game) {}

  /// Proves "at least v" or "at most v" from p. False when no proof without repetition was found.
  bool prove(PositionBytes p, std::int32_t v, bool at_least) {
    if (has(std::string(p), v, at_least)) return true;
    std::vector<Frame> stack;
    auto push = [&](PositionBytes q, std::int32_t value) {
      stack.push_back(frame_of(q, value, at_least));
      ++open_[stack.back().position];
    };
    push(p, v);
    enum class Reply : std::uint8_t { open, fails, holds };
    const auto reply = [](bool holds) { return holds ? Reply::holds : Reply::fails; };
    Reply answer = Reply::open;  // to the current move of the top frame
    while (!stack.empty()) {
      Frame& top = stack.back();
      Reply result = Reply::open;
      if (top.list.empty()) result = reply(good_enough(game_.payoff(top.position), top.value, at_least));
      while (result == Reply::open && top.next < top.list.size()) {
        const Successor& s = top.list[top.next];
        const std::int32_t rest = top.value - s.gain;
        if (answer == Reply::open && s.endless)
          answer = reply(good_enough(0, rest, at_least));
        else if (answer == Reply::open && has(s.position, rest, at_least))
          answer = Reply::holds;
        else if (answer == Reply::open && (!true_of(s.position, rest, at_least, !top.ours) || open_.contains(s.position)))
          answer = Reply::fails;  // false, or the proof would be circular
        if (answer == Reply::open) {
          push(s.position, rest);
          break;
        }
        if (answer == reply(top.ours))  // our move works, or theirs has no answer
          result = answer;
        else if (++top.next == top.list.size())
          result = reply(!top.ours);
        answer = Reply::open;
      }
      if (result == Reply::open) continue;
      if (const auto open = open_.find(top.position); --open->second == 0) open_.erase(open);
      if (result == Reply::holds) claim(top, at_least);
      stack.pop_back();
      answer = result;
    }
    return answer == Reply::holds;
  }

  [[nodiscard]] const std::vector<std::uint8_t>& claims() const { return claims_; }

 private:
  struct Frame {
    std::string position;
    std::int32_t value;
    bool ours;
    std::vector<Successor> list;
    std::vector<std::uint32_t> place;  // of each move, in the game's list
    std::size_t next = 0;
  };

  /// Lists the moves to try: all of the other side's; of our own those known to be good enough, already claimed ones first. If the
  /// search has forgotten all of them, it runs again.
  Frame frame_of(PositionBytes p, std::int32_t v, bool at_least) {
    Frame frame{std::string(p), v, game_.turn(p) == (at_least ? 0 : 1), {}, {}};
    std::vector<Successor> all;
    const std::uint32_t moves = game_.play(p, all);
    for (const int pass : {0, 1, 2}) {
      if (pass == 2 && !frame.place.empty()) break;
      for (std::uint32_t k = 0; k < moves; ++k) {
        const Successor& s = all[k];
        const std::int32_t rest = v - s.gain;
        bool good = false;
        if (!frame.ours)
          good = pass == 0;
        else if (s.endless)
          good = pass == 0 && good_enough(0, rest, at_least);
        else if (pass == 0)
          good = has(s.position, rest, at_least);
        else if (!has(s.position, rest, at_least))
          good = true_of(s.position, rest, at_least, pass == 2);
        if (good) frame.place.push_back(k);
      }
    }
    if (frame.place.empty() && moves != 0) frame.place.push_back(0);  // fails below, as it must
    for (const std::uint32_t k : frame.place) frame.list.push_back(std::move(all[k]));
    return frame;
  }

  void claim(const Frame& done, bool at_least) {
    const std::size_t at = claims_.size();
    claims_.resize(at + done.position.size() + claim_extra_bytes);
    std::uint8_t* bytes = std::copy(done.position.begin(), done.position.end(), claims_.data() + at);
    std::memcpy(bytes, &done.value, 4);
    bytes[4] = at_least;
    bytes[5] = done.ours && !done.place.empty() ? static_cast<std::uint8_t>(done.place[done.next]) : std::uint8_t{0};
    proved_.add(done.position, done.value, at_least);
  }

  bool has(const std::string& p, std::int32_t v, bool at_least) const { return good_enough(proved_.known(p), v, at_least); }

  bool true_of(PositionBytes p, std::int32_t v, bool at_least, bool sure) {
    // "At least v" is the question v; "at most v" is the opposite of the question v + 1.
    const std::int32_t question = at_least ? v : v + 1;
    ValueRange at = values_.known(p);
    // Of our own moves, one that is known to be good enough suffices; those of the other side must all be settled.
    if (!at.settles(question) && sure) {
      values_.settle(p, question);
      at = values_.known(p);
    }
    return good_enough(at, v, at_least);
  }

  const ErasedGame& game_;
  ValueSource& values_;
  std::vector<std::uint8_t> claims_;
  Claims<std::string> proved_;
  boost::unordered_flat_map<std::string, std::uint32_t> open_;  // proofs under construction
};

}  // namespace

Result<CertificateFile> write_certificate(const ErasedGame& game, PositionBytes start, std::string_view text, ValueRange value,
                                          ValueSource& values) {
  CertificateWriter writer(game, values);
  if (!writer.prove(start, value.low, true) || !writer.prove(start, value.high, false))
    return fail("found no proof that avoids repetition, so there is no certificate");
  const std::size_t size = game.position_bytes + claim_extra_bytes;
  const auto& claims = writer.claims();
  return CertificateFile{game.name, std::string(text), game.rules, value.low, value.high, claims.size() / size, size, claims};
}

}  // namespace banmen
