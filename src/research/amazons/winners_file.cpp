#include "research/amazons/winners_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace banmen {

namespace {

std::optional<AmazonsVariant> variant_of(const std::string& name) {
  for (const AmazonsVariant variant : {AmazonsVariant::queen, AmazonsVariant::knight, AmazonsVariant::knightx})
    if (amazons_variant_name(variant) == name) return variant;
  return std::nullopt;
}

std::optional<AmazonsWinner> read_winner(const std::string& line) {
  std::istringstream words(line);
  std::string name;
  AmazonsWinner w;
  if (!(words >> name >> w.board >> w.winner >> w.moves >> w.nodes >> w.seconds)) return std::nullopt;
  const auto variant = variant_of(name);
  if (!variant) return std::nullopt;
  w.variant = *variant;
  return w;
}

}  // namespace

Result<std::unique_ptr<AmazonsWinnersFile>> AmazonsWinnersFile::open(const std::string& path) {
  auto file = std::make_unique<AmazonsWinnersFile>();
  if (path.empty()) return file;
  auto lock = FileLock::take(path);
  if (!lock) return fail(lock.error());
  file->lock_ = std::move(*lock);
  bool whole = true;
  if (is_plain_file(path)) {  // nothing is read from a device
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      whole = !in.eof();
      const auto winner = read_winner(line);
      // Nothing is added to what somebody else wrote. A line of our own may have been cut off, after its first word.
      if (file->known_.empty() && !winner && !variant_of(line.substr(0, line.find(' '))))
        return fail("'" + path + "' holds something else than winners of Amazons boards",
                    "give the name of a new file, or of one that --keep wrote");
      if (winner && whole) file->known_[{winner->variant, winner->board}] = *winner;
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
