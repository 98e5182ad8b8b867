#include "study/amazons/winners_file.hpp"

#include <fmt/format.h>

#include <sstream>

namespace banmen {

Result<std::unique_ptr<AmazonsWinnersFile>> AmazonsWinnersFile::open(const std::string& path) {
  auto file = std::make_unique<AmazonsWinnersFile>();
  if (path.empty()) return file;
  using enum AmazonsVariant;
  bool whole = true;
  {
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
  file->out_.open(path, std::ios::app);
  if (!file->out_) return fail("'" + path + "' can't be written");
  if (!whole) file->out_ << '\n';
  return file;
}

AmazonsKeeper AmazonsWinnersFile::keeper(double seconds) {
  AmazonsKeeper keeper;
  keeper.find = [this, seconds](AmazonsVariant variant, const std::string& board) -> const AmazonsWinner* {
    const auto found = known_.find({variant, board});
    if (found == known_.end() || (found->second.winner == "-" && found->second.seconds < seconds)) return nullptr;
    return &found->second;
  };
  keeper.keep = [this](const AmazonsWinner& w) {
    known_[{w.variant, w.board}] = w;
    if (!out_.is_open()) return;
    out_ << fmt::format("{} {} {} {} {} {:.2f}\n", amazons_variant_name(w.variant), w.board, w.winner, w.moves, w.nodes, w.seconds)
         << std::flush;
  };
  return keeper;
}

}  // namespace banmen
