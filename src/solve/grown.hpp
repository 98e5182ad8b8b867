// An array that grows where it stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "host/mapping.hpp"

namespace banmen {

/// Address space for the most that it may ever hold is taken at once, memory only as it is written to: nothing is moved, copied or
/// cleared as it grows. Elements that are not set are zero. After the first few pages memory comes in large pages, which cost less
/// to get and to look things up in; a small array stays small.
template <class T>
class Grown {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Grown() = default;
  explicit Grown(std::uint64_t most) {
    auto memory = MappedMemory::make(small + (most + 1) * sizeof(T) + large);
    if (!memory) throw std::bad_alloc();
    memory_ = std::move(*memory);
    const auto to_border = (large - reinterpret_cast<std::uintptr_t>(memory_.data()) - small) % large;
    data_ = reinterpret_cast<T*>(memory_.data() + to_border);
    memory_.want_large_pages(to_border + small, memory_.size());
  }
  Grown(Grown&& other) noexcept { swap(other); }
  Grown& operator=(Grown&& other) noexcept {
    swap(other);
    return *this;
  }
  void swap(Grown& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }

  void push_back(const T& value) { data_[size_++] = value; }
  /// Branch-free: always writes, and advances if wanted.
  void push_if(bool wanted, const T& value) {
    data_[size_] = value;
    size_ += wanted;
  }
  template <class F>
  void erase_if(F unwanted) {
    const std::size_t size = std::exchange(size_, 0);
    for (std::size_t i = 0; i < size; ++i) push_if(!unwanted(data_[i]), data_[i]);
  }
  /// New elements are what was last written there; at first zero.
  void resize(std::size_t size) { size_ = size; }

 private:
  static constexpr std::uint64_t large = std::uint64_t{1} << 21;
  static constexpr std::uint64_t small = std::uint64_t{1} << 16;

  MappedMemory memory_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace banmen
