#include "host/lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "host/files.hpp"

namespace banmen {
namespace {

constexpr const char* holder = "process ";  // and its number: what a lock says

/// Whether a name still stands for an open file: who had the lock before may have removed it in between.
bool names(const std::string& name, int descriptor) {
  struct stat one {};
  struct stat other {};
  return fstat(descriptor, &one) == 0 && stat(name.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), name_(std::exchange(other.name_, {})) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(name_, other.name_);
  return *this;
}

FileLock::~FileLock() {
  if (!name_.empty()) unlink(name_.c_str());  // while it is held, so that nobody else's is removed
  if (descriptor_ >= 0) close(descriptor_);
}

Result<FileLock> FileLock::take(const std::string& path) {
  std::error_code ignored;
  const auto there = std::filesystem::status(path, ignored);
  const bool folder = std::filesystem::is_directory(there);
  if (std::filesystem::exists(there) && !folder && !std::filesystem::is_regular_file(there)) return FileLock();
  const std::string name = folder ? path + "/.lock" : file_behind(path) + ".lock";
  for (;;) {
    FileLock lock;
    lock.descriptor_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (lock.descriptor_ < 0) return fail(kind_of_errno(errno), "can't write '" + path + "': " + std::strerror(errno));
    // A file system that has no locks must not keep anyone from working.
    const bool taken = flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    char said[32] = {};
    const bool holder_known = pread(lock.descriptor_, said, sizeof said - 1, 0) > 0;
    if (taken)
      return fail(ErrorKind::failed, "'" + path + "' is being written by " + (holder_known ? said : "another process"),
                  "wait until that has ended, or choose another name");
    if (!names(name, lock.descriptor_)) continue;
    if (holder_known && !std::string_view(said).starts_with(holder))
      return fail("'" + name + "' is something else than the lock of '" + path + "'", "choose another name");
    lock.name_ = name;
    const std::string text = holder + std::to_string(getpid());
    if (ftruncate(lock.descriptor_, 0) == 0) (void)!pwrite(lock.descriptor_, text.data(), text.size(), 0);
    return lock;
  }
}

}  // namespace banmen
