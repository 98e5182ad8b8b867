#include "host/mapping.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "host/files.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace banmen {
namespace {

/// A file open until the end of a block; its mappings remain.
struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

tl::unexpected<Error> trouble(const char* doing, const std::string& path) {
  return fail(kind_of_errno(errno), std::string("can't ") + doing + " '" + path + "': " + std::strerror(errno));
}

}  // namespace

Mapping::~Mapping() {
  if (data_) munmap(data_, size_);
}

Result<MappedFile> MappedFile::open(const std::string& path) {
  note_input(path);
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};  // a pipe fails instead of blocking
  if (file.number < 0) return trouble("open", path);
  struct stat status {};
  if (fstat(file.number, &status) != 0 || !S_ISREG(status.st_mode)) return fail("'" + path + "' is not a file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) return MappedFile();  // which the system refuses to map
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (data == MAP_FAILED) return trouble("map", path);
  return MappedFile(data, size);
}

Result<MappedMemory> MappedMemory::make(std::uint64_t bytes, const std::string& folder) {
  Descriptor file;
  const std::string amount = std::to_string(bytes >> 20) + " MiB";
  if (!folder.empty()) {
    std::string name = folder + "/banmen-XXXXXX";
    file.number = mkstemp(name.data());
    if (file.number < 0) return trouble("make a file in", folder);
    unlink(name.c_str());
    struct statvfs disk {};
    const bool room = fstatvfs(file.number, &disk) == 0 && disk.f_bavail * disk.f_frsize >= bytes;
    if (!room || ftruncate(file.number, static_cast<off_t>(bytes)) != 0)
      return fail(ErrorKind::failed, "no room in '" + folder + "' for a file of " + amount);
  }
  const int kind = folder.empty() ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind | MAP_NORESERVE, file.number, 0);
  if (data == MAP_FAILED) return fail(ErrorKind::failed, "no memory for an array of " + amount);
  return MappedMemory(data, bytes);
}

void MappedMemory::use_large_pages(std::uint64_t begin, std::uint64_t end) { madvise(data_ + begin, end - begin, MADV_HUGEPAGE); }

std::uint64_t MappedMemory::resident() const {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size_ + page - 1) / page);
  if (mincore(data_, size_, pages.data()) != 0) return size_;
  const auto here = std::count_if(pages.begin(), pages.end(), [](unsigned char flags) { return flags & 1; });
  return std::min(size_, static_cast<std::uint64_t>(here) * page);
}

void return_memory_early() {
#ifdef __GLIBC__
  // By default, after the first large table is freed, glibc raises its threshold and allocates the next one from a heap, which
  // keeps it; and each thread has its own heap.
  mallopt(M_MMAP_THRESHOLD, 512 * 1024);
  mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
  mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace banmen
