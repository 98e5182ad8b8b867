#include "solve/level_log.hpp"

#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>

namespace banmen {
namespace {

constexpr char magic[8] = {'b', 'm', 'l', 'e', 'v', 'e', 'l', '2'};

struct Header {
  char magic[8];
  std::uint64_t owner_size, tiers, checksum;  // of the owner's text
};

struct Record {
  std::uint64_t level, count, bytes, kinds, first_endless;
  std::uint64_t checksum;  // of everything in the record but the two checksums
  std::uint64_t own_sum;   // of the fields above, so that a damaged length is not taken for a record that was cut off
  [[nodiscard]] std::uint64_t sum() const { return XXH3_64bits(this, offsetof(Record, own_sum)); }
};

using Bytes = std::vector<std::uint8_t>;

/// Seven bits a byte, the lowest first; the top bit says that more follow.
Bytes packed(const std::vector<std::uint64_t>& rising) {
  Bytes out;
  out.reserve(rising.size() * 2);
  std::uint64_t before = 0;
  for (const std::uint64_t number : rising) {
    std::uint64_t step = number - before;
    before = number;
    for (; step > 127; step >>= 7) out.push_back(static_cast<std::uint8_t>(step | 128));
    out.push_back(static_cast<std::uint8_t>(step));
  }
  out.shrink_to_fit();
  return out;
}

std::vector<std::uint64_t> unpacked(const Bytes& bytes, std::uint64_t count) {
  std::vector<std::uint64_t> out;
  out.reserve(count);
  std::uint64_t number = 0, step = 0;
  int shift = 0;
  for (const std::uint8_t byte : bytes) {
    step |= static_cast<std::uint64_t>(byte & 127) << shift;
    shift += 7;
    if (byte & 128) continue;
    number += step;
    out.push_back(number);
    step = 0;
    shift = 0;
  }
  return out;
}

struct Fields {
  std::uint64_t of[6];
};
Fields fields_of(const CensusTally& t) {
  return {{t.positions, t.terminal, t.moves, t.endless_moves, t.quiet_moves, t.longest_move}};
}

std::uint64_t checksum_of(const Record& record, const Level& level, const Bytes& bytes) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, &record, offsetof(Record, checksum));
  for (const CensusTally& t : level.tallies) {
    const Fields fields = fields_of(t);
    XXH3_64bits_update(state, &fields, sizeof fields);
  }
  XXH3_64bits_update(state, level.kinds.data(), level.kinds.size() * sizeof(LevelKind));
  XXH3_64bits_update(state, bytes.data(), bytes.size());
  const std::uint64_t sum = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return sum;
}

Result<void> trouble(const std::string& path, const char* doing) {
  return fail("can't " + std::string(doing) + " checkpoint '" + path + "': " + std::strerror(errno));
}

}  // namespace

Result<LevelLog> LevelLog::open(const std::string& path, const std::string& owner, std::size_t tiers) {
  LevelLog log;
  log.path_ = path;
  std::FILE* file = std::fopen(path.c_str(), "r+b");
  const bool missing = file == nullptr && errno == ENOENT;
  if (missing) file = std::fopen(path.c_str(), "w+b");
  if (!file) return fail("can't open checkpoint '" + path + "': " + std::strerror(errno));
  log.file_.reset(file);
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::rewind(file);
  Header header{};
  Header own{};
  std::memcpy(own.magic, magic, sizeof magic);
  own.owner_size = owner.size();
  own.tiers = tiers;
  own.checksum = XXH3_64bits(owner.data(), owner.size()) ^ tiers;
  // A run that was killed while it wrote the very beginning has left a part of it: then there is nothing to go on from.
  std::string beginning(reinterpret_cast<const char*>(&own), sizeof own);
  beginning += owner;
  bool fresh = missing;
  if (!missing && size < static_cast<long>(beginning.size())) {
    std::string there(static_cast<std::size_t>(size), '\0');
    if (std::fread(there.data(), 1, there.size(), file) != there.size()) return fail(trouble(path, "read").error());
    fresh = beginning.compare(0, there.size(), there) == 0;
    std::rewind(file);
  }
  if (fresh) {
    if (std::fwrite(beginning.data(), 1, beginning.size(), file) != beginning.size() || std::fflush(file) != 0)
      return fail(trouble(path, "write").error());
    return log;
  }
  if (std::fread(&header, sizeof header, 1, file) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return fail("'" + path + "' is not a checkpoint of a census", "give the name of a new file, or of one that census wrote");
  if (header.owner_size > 4096) return fail("checkpoint '" + path + "' is damaged: its header makes no sense");
  std::string text(header.owner_size, '\0');
  if (std::fread(text.data(), 1, text.size(), file) != text.size() ||
      header.checksum != (XXH3_64bits(text.data(), text.size()) ^ header.tiers))
    return fail("checkpoint '" + path + "' is damaged: its header does not fit its checksum");
  if (text != owner || header.tiers != tiers)
    return fail("checkpoint '" + path + "' belongs to another census: " + text, "this one is " + owner);
  for (;;) {
    const long begin = std::ftell(file);
    Record record{};
    Level level;
    level.tallies.resize(tiers);
    const long fixed = static_cast<long>(sizeof record + tiers * sizeof(Fields));
    bool whole = size - begin >= fixed && std::fread(&record, sizeof record, 1, file) == 1;
    if (whole && (record.own_sum != record.sum() || record.level != log.size()))
      return fail("checkpoint '" + path + "' is damaged: level " + std::to_string(log.size()) + " begins with something else");
    const auto room = static_cast<std::uint64_t>(std::max(0L, size - begin - fixed));
    whole = whole && record.kinds <= room / sizeof(LevelKind) && record.bytes <= room - record.kinds * sizeof(LevelKind);
    if (!whole) {  // cut off while it was written: that level starts over
      if (ftruncate(fileno(file), begin) != 0) return fail(trouble(path, "shorten").error());
      std::fseek(file, begin, SEEK_SET);
      break;
    }
    for (CensusTally& t : level.tallies) {
      Fields f;
      if (std::fread(&f, sizeof f, 1, file) != 1) return fail(trouble(path, "read").error());
      if (f.of[5] > UINT32_MAX)  // more than the tally holds, so its checksum would not see it
        return fail("checkpoint '" + path + "' is damaged: a move of level " + std::to_string(record.level) + " is too long");
      t = {f.of[0], f.of[1], f.of[2], f.of[3], f.of[4], static_cast<std::uint32_t>(f.of[5])};
    }
    level.kinds.resize(record.kinds);
    if (std::fread(level.kinds.data(), sizeof(LevelKind), record.kinds, file) != record.kinds)
      return fail(trouble(path, "read").error());
    const long offset = std::ftell(file);
    Bytes bytes(record.bytes);
    if (std::fread(bytes.data(), 1, record.bytes, file) != record.bytes) return fail(trouble(path, "read").error());
    if (checksum_of(record, level, bytes) != record.checksum)
      return fail("checkpoint '" + path + "' is damaged: level " + std::to_string(record.level) + " does not fit its checksum");
    level.first_endless = record.first_endless;
    log.places_.push_back({offset, record.count, record.bytes});
    log.summaries_.push_back(std::move(level));
  }
  return log;
}

Result<void> LevelLog::append(Level level) {
  Bytes bytes = packed(level.entries);
  const std::uint64_t count = level.entries.size();
  level.entries = {};
  if (!file_) {
    bytes_ += bytes.size();
    places_.push_back({0, count, bytes.size()});
    held_.push_back(std::move(bytes));
    summaries_.push_back(std::move(level));
    return {};
  }
  Record record{size(), count, bytes.size(), level.kinds.size(), level.first_endless, 0, 0};
  record.checksum = checksum_of(record, level, bytes);
  record.own_sum = record.sum();
  std::fseek(file_.get(), 0, SEEK_END);
  bool good = std::fwrite(&record, sizeof record, 1, file_.get()) == 1;
  for (const CensusTally& t : level.tallies) {
    const Fields f = fields_of(t);
    good = good && std::fwrite(&f, sizeof f, 1, file_.get()) == 1;
  }
  good = good && std::fwrite(level.kinds.data(), sizeof(LevelKind), level.kinds.size(), file_.get()) == level.kinds.size();
  const long offset = std::ftell(file_.get());
  good = good && std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size();
  if (!good || std::fflush(file_.get()) != 0) return trouble(path_, "write");
  places_.push_back({offset, count, bytes.size()});
  summaries_.push_back(std::move(level));
  return {};
}

Result<std::vector<std::uint64_t>> LevelLog::entries(std::size_t level) const {
  const Place& place = places_[level];
  if (!file_) return unpacked(held_[level], place.count);
  Bytes bytes(place.bytes);
  std::fseek(file_.get(), place.offset, SEEK_SET);
  if (std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return fail(trouble(path_, "read").error());
  auto out = unpacked(bytes, place.count);
  if (out.size() != place.count) return fail("checkpoint '" + path_ + "' has changed while it was in use");
  return out;
}

}  // namespace banmen
