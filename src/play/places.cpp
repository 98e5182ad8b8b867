#include "play/places.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace banmen {
namespace {

/// Without what stands in brackets, which in moves are no places: "6/off(2)".
std::string without_brackets(std::string_view text) {
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) out += c;
    if (c == ')') --depth;
  }
  return out;
}

using Counts = std::vector<std::pair<std::string, std::size_t>>;

void count(Counts& counts, const std::string& name) {
  const auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& one) { return one.first == name; });
  if (known == counts.end())
    counts.emplace_back(name, 1);
  else
    ++known->second;
}

}  // namespace

Picture marked_picture(const Session& session, std::size_t since, bool legal) {
  Picture picture = session.picture();
  for (std::size_t ply = since; ply < session.history().size(); ++ply)
    for (const std::string& site : session.sites_at(ply)) picture.mark(site, Mark::last);
  if (legal)
    for (const auto& sites : session.sites())
      if (!sites.empty()) picture.mark(sites.front(), Mark::legal);
  return picture;
}

Result<void> play_typed(Session& session, std::string_view text) {
  auto played = session.play(text);
  if (played) return played;
  const std::string typed = lower(text);
  std::vector<std::string> same;
  for (const std::string& move : session.moves())
    if (lower(move) == typed) same.push_back(move);
  if (same.size() == 1) return session.play(same.front());
  if (session.play(typed)) return {};
  return played;
}

std::vector<std::string> moves_at(const Session& session, std::string_view name) {
  const std::string wanted = lower(name);
  const auto is_wanted = [&](const std::string& other) { return lower(other) == wanted; };
  const std::vector<std::string> moves = session.moves();
  const auto sites = session.sites();
  std::vector<std::string> found;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const auto names = names_in(without_brackets(moves[k]));
    if (lower(moves[k]).starts_with(wanted) || std::any_of(names.begin(), names.end(), is_wanted) ||
        std::any_of(sites[k].begin(), sites[k].end(), is_wanted))
      found.push_back(moves[k]);
  }
  return found;
}

Counts by_first_names(const std::vector<std::string>& moves, std::size_t names) {
  Counts out;
  for (const std::string& move : moves) {
    std::size_t at = 0, k = 0;
    for (const std::string& name : names_in(move)) {
      at = move.find(name, at) + name.size();
      if (++k == names) break;
    }
    count(out, move.substr(0, at));
  }
  return out;
}

Counts beginnings(const Session& session) {
  Counts out;
  const std::vector<std::string> moves = session.moves();
  const auto sites = session.sites();
  for (std::size_t k = 0; k < moves.size(); ++k) {
    if (sites[k].empty()) continue;
    // A site that moves do not write as it is called (a point that counts from either side) goes by the move's first name.
    const std::string& site = sites[k].front();
    count(out, moves[k].find(site) != std::string::npos ? site : names_in(moves[k]).front());
  }
  return out;
}

}  // namespace banmen
