// What a proof search remembers: proof and disproof numbers of positions, under their full description, so that no two positions
// are ever taken for one another.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/hash.hpp"
#include "engines/amazons/regions.hpp"

namespace banmen {

/// How far a position is from being proved a win (proof 0) or a loss (disproof 0) for the mover.
struct ProofNumbers {
  static constexpr std::uint32_t infinite = 1u << 30;
  std::uint32_t proof = 1, disproof = 1;
  [[nodiscard]] bool won() const { return proof == 0; }
  [[nodiscard]] bool lost() const { return disproof == 0; }
  static ProofNumbers win() { return {0, infinite}; }
  static ProofNumbers loss() { return {infinite, 0}; }
};

/// Cells as two planes: open cells are in both, the mover's in the first, the other's in the second, burnt ones in neither.
template <int Words>
struct ProofKey {
  Cells<Words> first{}, second{};
  std::int32_t spare = 0;
  std::int32_t used = 0;  // 1 in every real key, so that an empty slot equals none
  bool operator==(const ProofKey&) const = default;
};

template <int Words>
class ProofTable {
 public:
  explicit ProofTable(std::size_t bytes) {
    std::size_t buckets = 1;
    while (2 * buckets * sizeof(Bucket) <= bytes) buckets *= 2;
    mask_ = buckets - 1;
    // From calloc, so that pages of a large table that a small search never touches cost nothing.
    buckets_.reset(static_cast<Bucket*>(std::calloc(buckets, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc();
  }

  [[nodiscard]] const ProofNumbers* find(const ProofKey<Words>& key) const {
    const Bucket& bucket = buckets_[hash_bytes(key) & mask_];
    for (const Slot& slot : bucket.slots)
      if (slot.key == key) return &slot.numbers;
    return nullptr;
  }

  /// Replaces the slot that took the least work to fill.
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

}  // namespace banmen
