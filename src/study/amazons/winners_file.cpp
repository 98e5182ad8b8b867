#include "study/amazons/winners_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace banmen {

Result<std::unique_ptr<AmazonsWinnersFile>> AmazonsWinnersFile::open(const std::string& path) {
  auto file = std::make_unique<AmazonsWinnersFile>();
  if (path.empty()) return file;
  auto lock = FileLock::take(path);
  if (!lock) return fail(lock.error());
  file->lock_ = std::move(*lock);
  using enum AmazonsVariant;
  bool whole = true;
  if (std::error_code ignored; std::filesystem::is_regular_file(path, ignored)) {  // nothing is read from a device
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      whole = !in.eof();
      std::istringstream words(line);
      std::string variant, end;
      AmazonsWinner w;
      if (!(words >> variant >> w.board >> w.winner >> w.moves >> w.nodes >> w.seconds) || !whole) continue;
      for (const AmazonsVariant v : {queen, knight, knightx})
        if (amazons_variant_name(v) == variant) {
          w.variant = v;
          file->known_[{v, w.board}] = w;
        }
    }
  }
  file->path_ = path;
  file->out_.reset(std::fopen(path.c_str(), "ab"));
  if (!file->out_) return fail(kind_of_errno(errno), "can't write '" + path + "': " + std::strerror(errno));
  if (!whole)
    if (const auto ended = file->append("\n"); !ended) return fail(ended.error());
  return file;
}

Result<void> AmazonsWinnersFile::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), out_.get()) == text.size() && std::fflush(out_.get()) == 0) return {};
  return fail(kind_of_errno(errno), "can't write '" + path_ + "': " + std::strerror(errno));
}

AmazonsKeeper AmazonsWinnersFile::keeper(double seconds) {
  AmazonsKeeper keeper;
  keeper.find = [this, seconds](AmazonsVariant variant, const std::string& board) -> const AmazonsWinner* {
    const auto found = known_.find({variant, board});
    if (found == known_.end() || (found->second.winner == "-" && found->second.seconds < seconds)) return nullptr;
    return &found->second;
  };
  keeper.keep = [this](const AmazonsWinner& w) -> Result<void> {
    known_[{w.variant, w.board}] = w;
    if (!out_) return {};
    return append(
        fmt::format("{} {} {} {} {} {:.2f}\n", amazons_variant_name(w.variant), w.board, w.winner, w.moves, w.nodes, w.seconds));
  };
  return keeper;
}

}  // namespace banmen
