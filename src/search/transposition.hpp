// Transposition tables: results of earlier searches of a position.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "search/options.hpp"
#include "search/value.hpp"

namespace banmen {

enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, equal = 3 };

struct TableEntry {
  std::uint64_t key = 0;
  Value value = 0;
  std::uint16_t move = 0xffff;  // its number in the game's order; 0xffff: unknown
  std::uint8_t depth = 0;       // `ended` if no heuristic went into the value: valid at any depth
  Bound bound = Bound::none;

  static constexpr std::uint8_t ended = 255;
};
static_assert(sizeof(TableEntry) == 16);

/// The table of a two-sided search. Buckets of two: one keeps the deepest result, the other the latest.
class TranspositionTable {
 public:
  explicit TranspositionTable(std::uint64_t mebibytes) {
    std::size_t buckets = 1;
    while (buckets * 2 * sizeof(Bucket) <= bytes_of(mebibytes)) buckets *= 2;
    buckets_ = buckets;
    table_ = std::make_unique<Bucket[]>(buckets);
  }

  void clear() {
    if (!used_) return;
    std::memset(static_cast<void*>(table_.get()), 0, buckets_ * sizeof(Bucket));
    used_ = false;
  }

  [[nodiscard]] const TableEntry* find(std::uint64_t key) const {
    const Bucket& bucket = table_[key & (buckets_ - 1)];
    for (const TableEntry& entry : bucket.entry)
      if (entry.key == key && entry.bound != Bound::none) return &entry;
    return nullptr;
  }

  void store(const TableEntry& fresh) {
    used_ = true;
    Bucket& bucket = table_[fresh.key & (buckets_ - 1)];
    TableEntry* place = &bucket.entry[1];
    if (bucket.entry[0].key == fresh.key || bucket.entry[0].bound == Bound::none || fresh.depth >= bucket.entry[0].depth) {
      if (bucket.entry[0].key != fresh.key) bucket.entry[1] = bucket.entry[0];
      place = &bucket.entry[0];
    }
    const std::uint16_t kept = place->key == fresh.key ? place->move : std::uint16_t{0xffff};
    *place = fresh;
    if (fresh.move == 0xffff) place->move = kept;
  }

 private:
  struct Bucket {
    TableEntry entry[2];
  };
  std::size_t buckets_ = 1;
  std::unique_ptr<Bucket[]> table_;
  bool used_ = false;
};

/// The table of a search with many seats, or with chance: one entry per slot, always replaced.
template <class Knowledge>
class PositionTable {
 public:
  explicit PositionTable(std::uint64_t mebibytes) {
    while (size_ * 2 * sizeof(Entry) <= bytes_of(mebibytes)) size_ *= 2;
    entries_ = std::make_unique<Entry[]>(size_);
  }

  void clear() {
    // A new age invalidates all entries without touching them; they are cleared only when the ages wrap around.
    if (++age_ == 0) {
      for (std::size_t i = 0; i < size_; ++i) entries_[i] = {};
      age_ = 1;
    }
  }
  [[nodiscard]] const Knowledge* find(std::uint64_t key) const {
    const Entry& entry = entries_[key & (size_ - 1)];
    return entry.key == key && entry.age == age_ ? &entry.knowledge : nullptr;
  }
  void store(std::uint64_t key, const Knowledge& knowledge) { entries_[key & (size_ - 1)] = {key, age_, knowledge}; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t age = 0;
    Knowledge knowledge{};
  };
  std::size_t size_ = 1;
  std::uint32_t age_ = 1;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace banmen
