// What a many-seated search knows about positions: one entry per place, the newest stays.
#pragma once

#include <cstdint>
#include <memory>

#include "core/memory_size.hpp"

namespace banmen {

template <class Knowledge>
class PositionTable {
 public:
  explicit PositionTable(std::uint64_t mebibytes) {
    while (size_ * 2 * sizeof(Entry) <= bytes_of(mebibytes)) size_ *= 2;
    entries_ = std::make_unique<Entry[]>(size_);
  }

  void clear() {
    // A new age invalidates all entries without touching them; they are wiped only when the ages have run out.
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
