#include "solve/container.hpp"

#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/text.hpp"
#include "host/threads.hpp"

namespace banmen {
namespace {

using container::Block;
using container::TierPlace;

constexpr std::uint64_t file_magic = 0x0062642e6e6d6e62, tier_magic = 0x726569742e6e6d62, end_magic = 0x00646e652e6e6d62;
constexpr std::uint64_t version = 1;

struct FileHeader {
  std::uint64_t magic, version, owner_bytes, planned, block_values, checksum;
};
struct TierHeader {
  std::uint64_t magic, tier, value_bytes, values, dictionary_bytes, blocks, dictionary_checksum,
      checksum;  // … of header and directory
};
struct EndRecord {
  std::uint64_t magic, file_bytes, checksum;
};

std::uint64_t hash(const void* data, std::size_t bytes, std::uint64_t seed = 0) { return XXH3_64bits_withSeed(data, bytes, seed); }

std::string quoted(const std::string& path) { return "'" + path + "'"; }

tl::unexpected<Error> damaged(const std::string& path, const std::string& why) {
  return fail("database " + quoted(path) + " is damaged: " + why, "remove it and build it again");
}
tl::unexpected<Error> trouble(const std::string& path, const char* doing) {
  return fail(kind_of_errno(errno), "can't " + std::string(doing) + " " + quoted(path) + ": " + std::strerror(errno));
}

/// An error about a file that belongs to another database; `what` is "is there already" or the like.
tl::unexpected<Error> another(const std::string& path, std::string_view said, std::string_view owner) {
  std::string what;
  for (const std::string_view line : split(owner, '\n'))
    if (!line.empty()) what += (what.empty() ? "" : ", ") + std::string(line);
  return fail(quoted(path) + " " + std::string(said) + " another database: " + what, "remove it, or choose another name");
}

/// Runs job(i) for every i on several threads and stops after a failure; returns the first error.
template <class Job>
Result<void> in_parallel(int threads, std::size_t count, Job job) {
  std::vector<Result<void>> results(count);
  std::stop_source failed;
  Control control;
  control.threads = threads;
  control.stop = failed.get_token();
  run_chunks(control, count, 1, {}, [&] {
    return [&](std::uint64_t i, std::uint64_t) {
      if (results[i] = job(i); !results[i]) failed.request_stop();
    };
  });
  for (const Result<void>& result : results)
    if (!result) return result;
  return {};
}

}  // namespace

// ---------------------------------------------------------------------------------------------- reading

Result<Container> Container::open(const std::string& path) { return map(path, false); }

Result<std::optional<Container>> Container::made(const std::string& path, std::string_view owner) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  auto there = open(path);
  if (!there) {
    Error error = there.error();
    error.hint = "remove it, or choose another name";
    return fail(error);
  }
  if (!there->owner().starts_with(owner)) return another(path, "already exists and holds", there->owner());
  return std::optional(std::move(*there));
}

Result<Container> Container::map(const std::string& path, bool unfinished) {
  Container c;
  c.path_ = path;
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  if (file->size() < sizeof(FileHeader)) return fail(quoted(path) + " is too short to be a database");
  c.file_ = std::move(*file);
  const std::uint8_t* data = c.file_.data();
  const std::uint64_t size = c.file_.size();

  FileHeader header;
  std::memcpy(&header, data, sizeof header);
  if (header.magic != file_magic) return fail(quoted(path) + " is not a database");
  if (header.version != version)
    return fail("database " + quoted(path) + " has version " + std::to_string(header.version) + ", this program reads " +
                std::to_string(version));
  if (header.owner_bytes > size - sizeof header) return damaged(path, "its header reaches past its end");
  const auto* owner = reinterpret_cast<const char*>(data + sizeof header);
  if (hash(owner, header.owner_bytes, hash(&header, offsetof(FileHeader, checksum))) != header.checksum)
    return damaged(path, "its header does not match its checksum");
  if (header.block_values == 0 || header.block_values > (1u << 24)) return damaged(path, "its blocks have an impossible size");
  c.owner_.assign(owner, header.owner_bytes);
  c.block_values_ = header.block_values;
  c.planned_ = header.planned;

  std::uint64_t at = sizeof header + header.owner_bytes;
  std::vector<std::uint64_t> checksums;
  while (c.places_.size() < header.planned) {
    c.finished_ = at;
    auto cut = [&](const char* what) -> Result<Container> {
      if (unfinished) return std::move(c);
      return damaged(path, std::string("it ends inside ") + what + ", after " + std::to_string(c.places_.size()) + " of " +
                               std::to_string(header.planned) + " tiers");
    };
    TierHeader tier;
    if (size - at < sizeof tier) return cut("a tier's header");
    std::memcpy(&tier, data + at, sizeof tier);
    if (tier.magic == 0 && unfinished) return c;  // begun, and never ended
    if (tier.magic != tier_magic) return damaged(path, "a tier does not begin with its marker");
    if (tier.value_bytes != 1 && tier.value_bytes != 2 && tier.value_bytes != 4)
      return damaged(path, "values have an impossible size");
    if (tier.blocks != (tier.values + header.block_values - 1) / header.block_values)
      return damaged(path, "a tier has the wrong number of blocks");
    const std::uint64_t room = size - at - sizeof tier;
    if (tier.blocks > room / sizeof(Block)) return cut("a tier's directory");
    TierPlace place;
    place.blocks.resize(tier.blocks);
    std::memcpy(place.blocks.data(), data + at + sizeof tier, tier.blocks * sizeof(Block));
    if (hash(place.blocks.data(), tier.blocks * sizeof(Block), hash(&tier, offsetof(TierHeader, checksum))) != tier.checksum)
      return damaged(path, "a tier's directory does not match its checksum");
    std::uint64_t end = at + sizeof tier + tier.blocks * sizeof(Block);
    place.dictionary_offset = end;
    place.dictionary_bytes = tier.dictionary_bytes;
    if (tier.dictionary_bytes > size - end) return cut("a dictionary");
    if (hash(data + end, tier.dictionary_bytes) != tier.dictionary_checksum)
      return damaged(path, "a dictionary does not match its checksum");
    end += tier.dictionary_bytes;
    for (const Block& block : place.blocks) {
      if (block.offset != end) return damaged(path, "blocks are not where the directory says");
      if (block.bytes > size - end) return cut("a block");
      end += block.bytes;
    }
    place.what = {tier.tier, tier.value_bytes, tier.values, end - at};
    place.checksum = tier.checksum;
    if (c.find(tier.tier)) return damaged(path, "it has the same tier twice");
    checksums.push_back(tier.checksum);
    c.places_.push_back(std::move(place));
    at = end;
  }
  c.finished_ = at;
  if (unfinished) return c;
  EndRecord end;
  if (size - at < sizeof end) return damaged(path, "its end is missing");
  std::memcpy(&end, data + at, sizeof end);
  if (end.magic != end_magic || end.checksum != hash(checksums.data(), checksums.size() * 8, end.file_bytes))
    return damaged(path, "its end does not match its checksum");
  if (end.file_bytes != size) return damaged(path, "unexpected data after its end");
  return c;
}

const TierPlace* Container::find(std::uint64_t tier) const {
  for (const TierPlace& place : places_)
    if (place.what.tier == tier) return &place;
  return nullptr;
}

void Container::drop_damaged() {
  const auto whole = [this](const Block& block) { return hash(file_.data() + block.offset, block.bytes) == block.checksum; };
  const auto damaged = std::find_if(places_.begin(), places_.end(), [&](const TierPlace& place) {
    return !std::all_of(place.blocks.begin(), place.blocks.end(), whole);
  });
  for (auto at = damaged; at != places_.end(); ++at) finished_ -= at->what.stored_bytes;
  places_.erase(damaged, places_.end());
}

std::vector<ContainerTier> Container::tiers() const {
  std::vector<ContainerTier> out;
  for (const TierPlace& place : places_) out.push_back(place.what);
  return out;
}

Result<void> Container::read_block(const TierPlace& place, std::size_t number, std::uint8_t* out, std::uint64_t bytes) const {
  const Block& block = place.blocks[number];
  if (hash(file_.data() + block.offset, block.bytes) != block.checksum)
    return damaged(
        path_, "block " + std::to_string(number) + " of tier " + std::to_string(place.what.tier) + " does not match its checksum");
  const std::size_t got = ZSTD_decompress(out, bytes, file_.data() + block.offset, block.bytes);
  if (ZSTD_isError(got) || got != bytes) return damaged(path_, "a block does not decompress to its size");
  return {};
}

Result<std::vector<std::uint8_t>> Container::dictionary(std::uint64_t tier) const {
  const TierPlace* place = find(tier);
  if (!place) return fail("the database has no tier " + std::to_string(tier));
  const std::uint8_t* begin = file_.data() + place->dictionary_offset;
  return std::vector<std::uint8_t>(begin, begin + place->dictionary_bytes);
}

Result<std::vector<std::uint8_t>> Container::read(std::uint64_t tier, int threads) const {
  const TierPlace* place = find(tier);
  if (!place) return fail("the database has no tier " + std::to_string(tier));
  const std::uint64_t total = place->what.values * place->what.value_bytes;
  // The header's checksum is valid, but a forged header could still request any size: blocks compress at most about 30,000 to 1.
  if (total / 65536 > file_.size()) return damaged(path_, "a tier claims more values than its blocks can hold");
  std::vector<std::uint8_t> out(total);
  return read(tier, 0, out, threads).map([&] { return std::move(out); });
}

Result<void> Container::read(std::uint64_t tier, std::uint64_t first, std::span<std::uint8_t> out, int threads) const {
  const TierPlace* place = find(tier);
  if (!place) return fail("the database has no tier " + std::to_string(tier));
  const std::uint64_t width = place->what.value_bytes, last = first + out.size() / width;
  if (first > last || last > place->what.values)
    return fail("tier " + std::to_string(tier) + " of the database has no entry " + std::to_string(last - 1));
  if (last == first) return {};
  const std::uint64_t from = first / block_values_, blocks = (last - 1) / block_values_ + 1 - from;
  return in_parallel(threads, blocks, [&](std::size_t i) -> Result<void> {
    const std::uint64_t begin = (from + i) * block_values_, end = std::min(begin + block_values_, place->what.values);
    if (begin >= first && end <= last)
      return read_block(*place, from + i, out.data() + (begin - first) * width, (end - begin) * width);
    std::vector<std::uint8_t> whole((end - begin) * width);
    auto read = read_block(*place, from + i, whole.data(), whole.size());
    const std::uint64_t cut = std::max(begin, first), stop = std::min(end, last);
    std::memcpy(out.data() + (cut - first) * width, whole.data() + (cut - begin) * width, (stop - cut) * width);
    return read;
  });
}

Result<std::uint32_t> Container::value(std::uint64_t tier, std::uint64_t index) const {
  const TierPlace* place = find(tier);
  if (!place) return fail("the database has no tier " + std::to_string(tier));
  std::uint32_t value = 0;
  return read(tier, index, {reinterpret_cast<std::uint8_t*>(&value), place->what.value_bytes}, 1).map([&] { return value; });
}

// ---------------------------------------------------------------------------------------------- writing

std::string owner_line(const std::string& owner, std::string_view key) {
  for (const std::string_view line : split(owner, '\n'))
    if (line.substr(0, key.size()) == key && line.size() > key.size()) return std::string(line.substr(key.size() + 1));
  return {};
}

Result<ContainerWriter> ContainerWriter::open(const std::string& path, const std::string& owner, std::uint64_t tiers,
                                              std::uint64_t block_values) {
  ContainerWriter w;
  w.path_ = file_behind(path);
  w.part_ = w.path_ + ".part";
  w.block_values_ = block_values;
  w.planned_ = tiers;
  if (access(w.part_.c_str(), F_OK) == 0) {
    auto earlier = Container::map(w.part_, true);
    // A .part file that does not fit may be left by a killed run; nothing in it is worth keeping.
    if (earlier && earlier->owner() == owner && earlier->planned_ == tiers && earlier->block_values_ == block_values) {
      earlier->drop_damaged();
      for (const TierPlace& place : earlier->places_) w.checksums_.push_back(place.checksum);
      if (truncate(w.part_.c_str(), static_cast<off_t>(earlier->finished_)) != 0) return trouble(w.part_, "shorten");
      w.written_ = earlier->places_.size();
      w.file_.reset(std::fopen(w.part_.c_str(), "r+b"));
      if (!w.file_ || std::fseek(w.file_.get(), 0, SEEK_END) != 0) return trouble(w.part_, "open");
      w.earlier_ = std::make_unique<Container>(std::move(*earlier));
      return w;
    }
    if (earlier) return another(w.part_, "belongs to", earlier->owner());
    char begins[sizeof file_magic];
    const File there(std::fopen(w.part_.c_str(), "rb"));
    if (there && std::memcmp(begins, &file_magic, std::fread(begins, 1, sizeof begins, there.get())) != 0)
      return fail("'" + w.part_ + "' is not an unfinished database", "move it away: the unfinished database needs this name");
  }
  w.file_.reset(std::fopen(w.part_.c_str(), "wb"));
  if (!w.file_) return trouble(w.part_, "write");
  FileHeader header{file_magic, version, owner.size(), tiers, block_values, 0};
  header.checksum = hash(owner.data(), owner.size(), hash(&header, offsetof(FileHeader, checksum)));
  if (std::fwrite(&header, sizeof header, 1, w.file_.get()) != 1 ||
      std::fwrite(owner.data(), 1, owner.size(), w.file_.get()) != owner.size() || std::fflush(w.file_.get()) != 0)
    return trouble(w.part_, "write");
  return w;
}

Result<void> ContainerWriter::write(std::uint64_t tier, std::uint64_t value_bytes, std::span<const std::uint8_t> values,
                                    std::span<const std::uint8_t> dictionary, int threads) {
  if (auto done = begin(tier, value_bytes, values.size() / value_bytes, dictionary); !done) return done;
  if (auto done = append(values, threads); !done) return done;
  return end();
}

Result<void> ContainerWriter::begin(std::uint64_t tier, std::uint64_t value_bytes, std::uint64_t values,
                                    std::span<const std::uint8_t> dictionary) {
  const std::uint64_t blocks = (values + block_values_ - 1) / block_values_;
  begun_ = {tier, value_bytes, values, dictionary.size(), hash(dictionary.data(), dictionary.size()), std::ftell(file_.get()),
            0,    {},          {}};
  // Header and directory are known only at the end. Until then they are zeros, which no tier begins with.
  const std::vector<std::uint8_t> zeros(sizeof(TierHeader) + blocks * sizeof(Block));
  if (std::fwrite(zeros.data(), 1, zeros.size(), file_.get()) != zeros.size() ||
      (!dictionary.empty() && std::fwrite(dictionary.data(), 1, dictionary.size(), file_.get()) != dictionary.size()))
    return trouble(part_, "write");
  begun_.at = static_cast<std::uint64_t>(begun_.header) + zeros.size() + dictionary.size();
  return {};
}

/// Writes blocks, all of them full except perhaps the last.
Result<void> ContainerWriter::write_blocks(std::span<const std::uint8_t> values, int threads) {
  const std::uint64_t step = block_values_ * begun_.value_bytes;
  const std::size_t blocks = (values.size() + step - 1) / step;
  // A batch of blocks at a time: a tier may exceed the memory left.
  const std::size_t together = 16 * static_cast<std::size_t>(std::max(1, threads));
  std::vector<std::vector<std::uint8_t>> packed(std::min(together, blocks));
  for (std::size_t first = 0; first < blocks; first += together) {
    const std::size_t count = std::min(together, blocks - first);
    auto done = in_parallel(threads, count, [&](std::size_t i) -> Result<void> {
      const std::size_t from = (first + i) * step, bytes = std::min<std::size_t>(step, values.size() - from);
      packed[i].resize(ZSTD_compressBound(bytes));
      const std::size_t got = ZSTD_compress(packed[i].data(), packed[i].size(), values.data() + from, bytes, 3);
      if (ZSTD_isError(got)) return fail(ErrorKind::failed, "compression failed");
      packed[i].resize(got);
      return {};
    });
    if (!done) return done;
    for (std::size_t i = 0; i < count; ++i) {
      begun_.blocks.push_back({begun_.at, packed[i].size(), hash(packed[i].data(), packed[i].size())});
      begun_.at += packed[i].size();
      if (std::fwrite(packed[i].data(), 1, packed[i].size(), file_.get()) != packed[i].size()) return trouble(part_, "write");
    }
  }
  return {};
}

Result<void> ContainerWriter::append(std::span<const std::uint8_t> values, int threads) {
  const std::uint64_t step = block_values_ * begun_.value_bytes;
  std::vector<std::uint8_t>& rest = begun_.rest;
  if (!rest.empty()) {
    const std::size_t more = std::min<std::size_t>(step - rest.size(), values.size());
    rest.insert(rest.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(more));
    values = values.subspan(more);
    if (rest.size() < step) return {};
    if (auto done = write_blocks(rest, 1); !done) return done;
    rest.clear();
  }
  const std::size_t whole = values.size() / step * step;
  if (auto done = write_blocks(values.first(whole), threads); !done) return done;
  rest.assign(values.begin() + static_cast<std::ptrdiff_t>(whole), values.end());
  return {};
}

Result<void> ContainerWriter::end() {
  if (!begun_.rest.empty())
    if (auto done = write_blocks(begun_.rest, 1); !done) return done;
  const std::size_t blocks = begun_.blocks.size();
  if (blocks != (begun_.values + block_values_ - 1) / block_values_)
    return fail(ErrorKind::failed, "tier " + std::to_string(begun_.tier) + " has a different number of values than announced");
  TierHeader header{
      tier_magic, begun_.tier, begun_.value_bytes, begun_.values, begun_.dictionary_bytes, blocks, begun_.dictionary_checksum, 0};
  header.checksum = hash(begun_.blocks.data(), blocks * sizeof(Block), hash(&header, offsetof(TierHeader, checksum)));
  // Flush the blocks before writing the header that refers to them.
  const bool good = std::fflush(file_.get()) == 0 && std::fseek(file_.get(), begun_.header, SEEK_SET) == 0 &&
                    std::fwrite(&header, sizeof header, 1, file_.get()) == 1 &&
                    std::fwrite(begun_.blocks.data(), sizeof(Block), blocks, file_.get()) == blocks &&
                    std::fflush(file_.get()) == 0 && std::fseek(file_.get(), 0, SEEK_END) == 0;
  if (!good) return trouble(part_, "write");
  checksums_.push_back(header.checksum);
  ++written_;
  return {};
}

Result<void> ContainerWriter::finish() {
  if (written_ != planned_)
    return fail("the database has only " + std::to_string(written_) + " of " + std::to_string(planned_) +
                " tiers and can't be finished");
  EndRecord end{end_magic, static_cast<std::uint64_t>(std::ftell(file_.get())) + sizeof(EndRecord), 0};
  end.checksum = hash(checksums_.data(), checksums_.size() * 8, end.file_bytes);
  if (std::fwrite(&end, sizeof end, 1, file_.get()) != 1) return trouble(part_, "write");
  earlier_.reset();
  return put_in_place(std::move(file_), part_, path_);
}

}  // namespace banmen
