// File format of endgame databases: tables of small integers, tier by tier. It knows nothing of games or solvers.
//
//   header   magic, version, number of tiers to come, size of a block, the owner's text; checksum
//   tier     number, bytes a value, values, dictionary bytes, blocks; checksum; then the blocks' directory (offset, bytes,
//   checksum),
//            the dictionary and the blocks, each compressed by itself (zstd), each with its own checksum (xxhash)
//   end      the file's size; checksum over all tiers
//
// All numbers are little-endian and 8 bytes wide. A writer works on FILE.part and renames it at the end, so a file with its proper
// name is complete; a .part file holds the tiers finished so far and can be resumed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "host/files.hpp"
#include "host/mapping.hpp"

namespace banmen {

struct ContainerTier {
  std::uint64_t tier = 0;
  std::uint64_t value_bytes = 1;  // 1, 2 or 4
  std::uint64_t values = 0;
  std::uint64_t stored_bytes = 0;  // compressed, directory and dictionary included
};

namespace container {

struct Block {
  std::uint64_t offset, bytes, checksum;
};

struct TierPlace {
  ContainerTier what;
  std::uint64_t dictionary_offset = 0, dictionary_bytes = 0;
  std::uint64_t checksum = 0;
  std::vector<Block> blocks;
};

}  // namespace container

/// Reads a complete file through a memory map. Checksums of headers and directories are verified on opening, those of blocks on
/// reading.
class Container {
 public:
  static Result<Container> open(const std::string& path);
  /// Checks the path of a build: nullopt if there is no file, the database if it is complete and its owner's text begins with
  /// `owner`. Anything else is an error, since no build replaces a file.
  static Result<std::optional<Container>> made(const std::string& path, std::string_view owner);

  [[nodiscard]] const std::string& owner() const { return owner_; }
  [[nodiscard]] std::uint64_t bytes() const { return file_.size(); }
  [[nodiscard]] std::vector<ContainerTier> tiers() const;
  [[nodiscard]] bool has(std::uint64_t tier) const { return find(tier) != nullptr; }

  [[nodiscard]] Result<std::vector<std::uint8_t>> dictionary(std::uint64_t tier) const;
  /// All values of a tier as they were given to the writer, value_bytes each.
  [[nodiscard]] Result<std::vector<std::uint8_t>> read(std::uint64_t tier, int threads = 1) const;
  /// The values from `first` on, as many as fit into `out`.
  Result<void> read(std::uint64_t tier, std::uint64_t first, std::span<std::uint8_t> out, int threads) const;
  /// One value; decompresses its block.
  [[nodiscard]] Result<std::uint32_t> value(std::uint64_t tier, std::uint64_t index) const;

 private:
  friend class ContainerWriter;
  Container() = default;
  static Result<Container> map(const std::string& path, bool unfinished);
  /// Drops the first tier with a block that does not match its checksum, and those after it.
  void drop_damaged();
  [[nodiscard]] const container::TierPlace* find(std::uint64_t tier) const;
  Result<void> read_block(const container::TierPlace& place, std::size_t block, std::uint8_t* out, std::uint64_t bytes) const;

  std::string path_, owner_;
  MappedFile file_;
  std::uint64_t block_values_ = 0, planned_ = 0;
  std::uint64_t finished_ = 0;  // where the last whole tier ends
  std::vector<container::TierPlace> places_;
};

/// The rest of the line of an owner's text that begins with `key`.
std::string owner_line(const std::string& owner, std::string_view key);

class ContainerWriter {
 public:
  /// Resumes path.part if it belongs to the same owner, otherwise starts over. `tiers`: the number of tiers to write in all. The
  /// caller holds the file's lock.
  static Result<ContainerWriter> open(const std::string& path, const std::string& owner, std::uint64_t tiers,
                                      std::uint64_t block_values = 1 << 16);

  /// The tiers of an earlier run, to be read.
  [[nodiscard]] const Container* earlier() const { return earlier_.get(); }
  [[nodiscard]] std::uint64_t written() const { return written_; }
  Result<void> write(std::uint64_t tier, std::uint64_t value_bytes, std::span<const std::uint8_t> values,
                     std::span<const std::uint8_t> dictionary, int threads = 1);
  /// The same in pieces, for a tier that is never in memory as a whole: announce the number of values, append them in order, end.
  Result<void> begin(std::uint64_t tier, std::uint64_t value_bytes, std::uint64_t values,
                     std::span<const std::uint8_t> dictionary = {});
  Result<void> append(std::span<const std::uint8_t> values, int threads = 1);
  Result<void> end();
  /// Writes the end record and renames the file.
  Result<void> finish();

 private:
  /// The tier begun and not ended.
  struct Begun {
    std::uint64_t tier = 0, value_bytes = 0, values = 0, dictionary_bytes = 0, dictionary_checksum = 0;
    long header = 0;       // place of its header
    std::uint64_t at = 0;  // place of the next block
    std::vector<container::Block> blocks;
    std::vector<std::uint8_t> rest;  // of less than a block
  };
  Result<void> write_blocks(std::span<const std::uint8_t> values, int threads);

  File file_;
  Begun begun_;
  std::unique_ptr<Container> earlier_;
  std::string path_, part_;
  std::uint64_t block_values_ = 0, planned_ = 0, written_ = 0;
  std::vector<std::uint64_t> checksums_;
};

}  // namespace banmen
