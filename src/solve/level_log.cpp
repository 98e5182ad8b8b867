#include "solve/level_log.hpp"

#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>

namespace banmen {
namespace {

constexpr char magic[8] = {'b', 'm', 'l', 'e', 'v', 'e', 'l', '1'};

struct Header {
  char magic[8];
  std::uint64_t owner_size, tiers, checksum;  // of the owner's text
};

struct Record {
  std::uint64_t level, count, first_endless, checksum;  // of the tallies and the entries
};

std::uint64_t checksum_of(const Record& record, const std::vector<CensusTally>& tallies,
                          const std::vector<std::uint64_t>& entries) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, &record, offsetof(Record, checksum));
  for (const CensusTally& t : tallies) {
    const std::uint64_t fields[6] = {t.positions, t.terminal, t.moves, t.endless_moves, t.quiet_moves, t.longest_move};
    XXH3_64bits_update(state, fields, sizeof fields);
  }
  XXH3_64bits_update(state, entries.data(), entries.size() * 8);
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
  const bool fresh = file == nullptr && errno == ENOENT;
  if (fresh) file = std::fopen(path.c_str(), "w+b");
  if (!file) return fail("can't open checkpoint '" + path + "': " + std::strerror(errno));
  log.file_.reset(file);
  Header header{};
  if (fresh) {
    std::memcpy(header.magic, magic, sizeof magic);
    header.owner_size = owner.size();
    header.tiers = tiers;
    header.checksum = XXH3_64bits(owner.data(), owner.size()) ^ tiers;
    if (std::fwrite(&header, sizeof header, 1, file) != 1 || std::fwrite(owner.data(), 1, owner.size(), file) != owner.size() ||
        std::fflush(file) != 0)
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
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::fseek(file, static_cast<long>(sizeof header + text.size()), SEEK_SET);
  for (;;) {
    const long begin = std::ftell(file);
    Record record{};
    Level level;
    level.tallies.resize(tiers);
    const long fixed = static_cast<long>(sizeof record + tiers * 6 * 8);
    bool whole = size - begin >= fixed && std::fread(&record, sizeof record, 1, file) == 1;
    if (whole && record.level != log.size())
      return fail("checkpoint '" + path + "' is damaged: level " + std::to_string(log.size()) + " calls itself " +
                  std::to_string(record.level));
    whole = whole && record.count <= static_cast<std::uint64_t>(size - begin - fixed) / 8;
    if (!whole) {  // cut off while it was written: that level starts over
      if (ftruncate(fileno(file), begin) != 0) return fail(trouble(path, "shorten").error());
      std::fseek(file, begin, SEEK_SET);
      break;
    }
    for (CensusTally& t : level.tallies) {
      std::uint64_t f[6];
      if (std::fread(f, sizeof f, 1, file) != 1) return fail(trouble(path, "read").error());
      t = {f[0], f[1], f[2], f[3], f[4], static_cast<std::uint32_t>(f[5])};
    }
    const long offset = std::ftell(file);
    level.entries.resize(record.count);
    if (std::fread(level.entries.data(), 8, record.count, file) != record.count) return fail(trouble(path, "read").error());
    if (checksum_of(record, level.tallies, level.entries) != record.checksum)
      return fail("checkpoint '" + path + "' is damaged: level " + std::to_string(record.level) + " does not fit its checksum");
    level.first_endless = record.first_endless;
    level.entries = {};
    log.places_.push_back({offset, record.count});
    log.summaries_.push_back(std::move(level));
  }
  return log;
}

Result<void> LevelLog::append(Level level) {
  if (!file_) {
    bytes_ += level.entries.size() * 8;
    summaries_.push_back(std::move(level));
    return {};
  }
  Record record{size(), level.entries.size(), level.first_endless, 0};
  record.checksum = checksum_of(record, level.tallies, level.entries);
  std::fseek(file_.get(), 0, SEEK_END);
  bool good = std::fwrite(&record, sizeof record, 1, file_.get()) == 1;
  for (const CensusTally& t : level.tallies) {
    const std::uint64_t f[6] = {t.positions, t.terminal, t.moves, t.endless_moves, t.quiet_moves, t.longest_move};
    good = good && std::fwrite(f, sizeof f, 1, file_.get()) == 1;
  }
  const long offset = std::ftell(file_.get());
  good = good && std::fwrite(level.entries.data(), 8, level.entries.size(), file_.get()) == level.entries.size();
  if (!good || std::fflush(file_.get()) != 0) return trouble(path_, "write");
  places_.push_back({offset, level.entries.size()});
  level.entries = {};
  summaries_.push_back(std::move(level));
  return {};
}

Result<std::vector<std::uint64_t>> LevelLog::entries(std::size_t level) const {
  if (!file_) return summaries_[level].entries;
  std::vector<std::uint64_t> out(places_[level].count);
  std::fseek(file_.get(), places_[level].offset, SEEK_SET);
  if (std::fread(out.data(), 8, out.size(), file_.get()) != out.size()) return fail(trouble(path_, "read").error());
  return out;
}

}  // namespace banmen
