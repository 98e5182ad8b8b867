// A board: its sites in reading order with their names, neighbours, rays and straight lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banmen::rules {

/// Directions as bits: N … NW clockwise on boards of two dimensions, `on` and `back` on rings and tracks.
using Dirs = std::uint16_t;
inline constexpr int direction_count = 10;
inline constexpr Dirs compass = 0x00ff;
inline constexpr Dirs direction_on = 0x0100;
inline constexpr Dirs direction_back = 0x0200;
// Components of each compass direction, to the right and up on the screen.
inline constexpr int right_of[8] = {0, 1, 1, 1, 0, -1, -1, -1};
inline constexpr int up_of[8] = {1, 1, 0, -1, -1, -1, 0, 1};

int reversed_direction(int direction);
Dirs reversed(Dirs dirs);
const char* direction_name(int direction);
/// The directions in `dirs` that lead along `facing`, or with `backward` against it.
Dirs leading(Dirs dirs, int facing, bool backward);
/// `facing` turned clockwise by this many eighths of a circle.
int turned(int facing, int eighths);

inline constexpr int most_sites = 400;

class Board {
 public:
  enum class Kind { grid, hex, ring, track, graph };

  /// All further sites in one direction, the nearest first.
  struct Ray {
    int direction;
    std::vector<int> sites;
  };
  /// A whole straight line; `direction` leads from its first site to its last.
  struct Straight {
    int direction;
    std::vector<int> sites;
  };
  struct Point {
    std::string name;
    int row, column;  // as `row_of` and `column_of` count them; on a ring the column is the index + 1
  };

  /// R × C cells. `keep`, unless empty, has one entry per cell in reading order; cells with false are not on the board.
  static Board grid(Kind kind, int rows, int columns, bool from_top, const std::vector<bool>& keep);
  static Board ring(int sites, bool closed);
  struct Way {
    bool line;
    std::vector<int> points;
  };
  static Board graph(std::vector<Point> points, const std::vector<Way>& ways);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] int size() const { return static_cast<int>(points_.size()); }
  [[nodiscard]] int rows() const { return rows_; }  // of the whole rectangle
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] bool from_top() const { return from_top_; }
  [[nodiscard]] const Point& point(int site) const { return points_[site]; }
  [[nodiscard]] const std::vector<Ray>& rays(int site) const { return rays_[site]; }
  [[nodiscard]] const std::vector<Straight>& straights() const { return straights_; }
  /// Neighbours as pairs of direction and site.
  [[nodiscard]] const std::vector<std::pair<int, int>>& near(int site) const { return near_[site]; }
  [[nodiscard]] Dirs all_directions() const { return all_; }
  [[nodiscard]] std::optional<int> find(std::string_view name) const;
  /// The outermost row and column numbers that have a site.
  struct Extent {
    int low, high, left, right;
  };
  [[nodiscard]] Extent extent() const;

  /// All cells of the rectangle in reading order; -1 for a cell that is not on the board.
  [[nodiscard]] const std::vector<int>& cells() const { return cells_; }

 private:
  void trace();

  Kind kind_ = Kind::grid;
  int rows_ = 0, columns_ = 0;
  bool from_top_ = false;
  Dirs all_ = 0;
  std::vector<Point> points_;
  std::vector<int> cells_;
  std::vector<std::vector<std::pair<int, int>>> near_;
  std::vector<std::vector<Ray>> rays_;
  std::vector<Straight> straights_;
};

std::string column_name(int column);  // 1 is a, 27 is aa

}  // namespace banmen::rules
