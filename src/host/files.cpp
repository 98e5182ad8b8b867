#include "host/files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace banmen {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// `doing` is "read" or "write".
tl::unexpected<Error> trouble(std::string_view doing, const std::string& path, int code) {
  return fail(kind_of_errno(code), "can't " + std::string(doing) + " '" + path + "': " + std::strerror(code));
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t most) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) return fail("'" + path + "' is a directory, a file is wanted");
  std::unique_ptr<std::FILE, Close> owned;
  std::FILE* file = stdin;
  if (path != "-") {
    owned.reset(std::fopen(path.c_str(), "rb"));
    if (!owned) return trouble("read", path, errno);
    file = owned.get();
  }
  std::string content;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file)) {
    content.append(buffer, n);
    if (content.size() > most) return fail("'" + path + "' is larger than " + std::to_string(most >> 20) + " MiB");
  }
  if (std::ferror(file)) return trouble("read", path, errno);
  return content;
}

Result<void> write_file(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".part" + std::to_string(getpid());
  std::unique_ptr<std::FILE, Close> file(std::fopen(temporary.c_str(), "wb"));
  if (!file) return trouble("write", path, errno);
  const bool written = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
                       std::fflush(file.get()) == 0 && fsync(fileno(file.get())) == 0;
  const int why = errno;
  file.reset();
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int last = written ? errno : why;
    std::remove(temporary.c_str());
    return trouble("write", path, last);
  }
  return {};
}

}  // namespace banmen
