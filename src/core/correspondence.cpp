#include "core/correspondence.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "core/try.hpp"

namespace banmen {
namespace {

constexpr std::string_view digits = "0123456789", letters = "abcdefghijklmnopqrstuvwxyz";
// FEN's letters of the corners of the first row and of the last one, in its order.
constexpr std::string_view castling_letters = "KQkq";

std::string translated(const Correspondence& data, const std::string& letter, bool to_theirs) {
  for (const auto& [ours, theirs] : data.letters)
    if ((to_theirs ? ours : theirs) == letter) return to_theirs ? theirs : ours;
  return letter;
}

/// Rows of single characters without counts: "4p3" is "....p...".
std::vector<std::string> rows_of(std::string_view board) {
  std::vector<std::string> rows;
  for (const std::string_view row : split(board, '/')) {
    rows.emplace_back();
    for (std::size_t at = 0; at < row.size();) {
      const std::size_t end = std::min(row.size(), row.find_first_not_of(digits, at));
      if (end == at) {
        rows.back() += row[at++];
        continue;
      }
      const std::string number(row.substr(at, std::min<std::size_t>(end - at, 3)));
      rows.back().append(static_cast<std::size_t>(std::stoi(number)), '.');
      at = end;
    }
  }
  return rows;
}

/// The corners in the order of castling_letters: h1 a1 h8 a8.
std::vector<std::string> corners_of(std::size_t rows, std::size_t columns) {
  const char last = static_cast<char>('a' + static_cast<int>(columns) - 1);
  const std::string top = std::to_string(rows);
  return {last + std::string("1"), "a1", last + top, "a" + top};
}

}  // namespace

std::string their_move(const Correspondence& data, std::string_view ours) {
  std::string out;
  for (std::size_t at = 0; at < ours.size(); ++at) {
    char c = ours[at];
    if (data.without.find(c) != std::string::npos) continue;
    // A column's letter stands before its row's number.
    const bool column = c >= 'a' && c <= 'z' && at + 1 < ours.size() && ours[at + 1] >= '1' && ours[at + 1] <= '9';
    if (column)
      for (const char skipped : data.skipped) c = static_cast<char>(c + (c >= skipped));
    out += c;
  }
  return out;
}

Result<std::string> their_position(const Correspondence& data, const SeatPair& seats, std::string_view ours) {
  const auto parts = words(ours);
  if (data.start.empty()) return fail(data.protocol + " can't set up positions");
  if (parts.size() < 2) return fail("'" + std::string(ours) + "' is not a position");
  const auto inexpressible = [](std::string_view part) {
    return fail("FEN can't express '" + std::string(part) + "'", "so engines can't analyse this position");
  };
  std::string out;
  const auto rows = split(parts[0], '/');
  for (const std::string_view row : rows) {
    if (!out.empty()) out += '/';
    for (std::size_t at = 0; at < row.size();) {
      const std::size_t end = std::min(row.size(), row.find_first_not_of('.', at));
      const std::string letter = translated(data, std::string(1, row[at]), true);
      if (end == at && lower(letter).find_first_not_of(letters) != std::string::npos) return inexpressible(row);
      out += end > at ? std::to_string(end - at) : letter;
      at = std::max(end, at + 1);
    }
  }
  out += parts[1] == seats.first ? " w " : " b ";
  std::string castling, passant;
  const auto corners = corners_of(rows.size(), rows[0].size());
  for (std::size_t k = 2; k < parts.size(); ++k) {
    const std::size_t equals = parts[k].find('=');
    const std::string_view name = parts[k].substr(0, equals);
    const auto sites = split(equals == std::string_view::npos ? "" : parts[k].substr(equals + 1), ',');
    if (name == data.castling) {
      for (const std::string_view site : sites)
        if (std::find(corners.begin(), corners.end(), site) == corners.end()) return inexpressible(parts[k]);
      for (std::size_t c = 0; c < corners.size(); ++c)
        if (std::find(sites.begin(), sites.end(), corners[c]) != sites.end()) castling += castling_letters[c];
    } else if (name == data.passant && sites.size() == 1) {
      passant = sites[0];
    } else {
      return inexpressible(parts[k]);
    }
  }
  return out + (castling.empty() ? "-" : castling) + " " + (passant.empty() ? "-" : passant) + " 0 1";
}

Result<std::string> our_position(const Correspondence& data, const SeatPair& seats, std::string_view theirs) {
  const auto parts = words(theirs);
  if (data.start.empty()) return fail(data.protocol + " can't set up positions");
  if (parts.size() < 2 || (parts[1] != "w" && parts[1] != "b"))
    return fail("'" + std::string(theirs) + "' is not a position in FEN", "as in: " + data.start);
  const auto rows = rows_of(parts[0]);
  std::string out;
  for (const std::string& row : rows) {
    if (!out.empty()) out += '/';
    for (const char c : row) out += translated(data, std::string(1, c), false);
  }
  out += " " + (parts[1] == "w" ? seats.first : seats.second);
  if (parts.size() > 2 && parts[2] != "-") {
    std::vector<std::string> marked;
    const auto corners = corners_of(rows.size(), rows[0].size());
    for (const char letter : parts[2]) {
      const std::size_t at = castling_letters.find(letter);
      if (data.castling.empty() || at == std::string_view::npos)
        return fail("'" + std::string(parts[2]) + "' is no castling right of this game");
      marked.push_back(corners[at]);
    }
    out += " " + data.castling + "=" + join(marked, ",");
  }
  if (parts.size() > 3 && parts[3] != "-") {
    if (data.passant.empty()) return fail("'" + std::string(parts[3]) + "': this game has no en passant capture");
    out += " " + data.passant + "=" + std::string(parts[3]);
  }
  return out;
}

}  // namespace banmen
