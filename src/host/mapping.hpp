// Memory maps: files, and memory that costs nothing until it is written to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace banmen {

/// A range of addresses, unmapped on destruction.
class Mapping {
 public:
  Mapping(Mapping&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 protected:
  Mapping() = default;
  Mapping(void* data, std::uint64_t size) : data_(static_cast<std::byte*>(data)), size_(size) {}
  ~Mapping();

  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A complete file, read-only.
class MappedFile : public Mapping {
 public:
  MappedFile() = default;
  static Result<MappedFile> open(const std::string& path);
  [[nodiscard]] const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(data_); }

 private:
  using Mapping::Mapping;
};

/// Zeroed memory. Reserves address space at once, and takes memory as it is written to.
class MappedMemory : public Mapping {
 public:
  MappedMemory() = default;
  /// With a `folder` it is backed by an unnamed temporary file there, so that the system can page it out.
  static Result<MappedMemory> make(std::uint64_t bytes, const std::string& folder = {});
  [[nodiscard]] std::byte* data() const { return data_; }
  /// Requests large pages from one byte up to another: cheaper to map and to access if they are densely used. A refusal is
  /// harmless.
  void use_large_pages(std::uint64_t begin, std::uint64_t end);
  /// Bytes resident in memory.
  [[nodiscard]] std::uint64_t resident() const;

 private:
  using Mapping::Mapping;
};

/// For programs that run for months: large blocks return to the system as soon as they are freed, and threads share few heaps, so
/// that the program does not keep the memory of searches. Call before starting threads.
void return_memory_early();

}  // namespace banmen
