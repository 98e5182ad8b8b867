#include "rules/board.hpp"

#include <algorithm>
#include <cmath>

namespace banmen::rules {
namespace {

constexpr Dirs hex_directions = 0b11011101;  // N E SE S W NW

int nearest_direction(double right, double up) {
  int best = 0;
  double most = -1e9;
  for (int d = 0; d < 8; ++d) {
    const double length = std::sqrt(right_of[d] * right_of[d] + up_of[d] * up_of[d]);
    const double along = (right * right_of[d] + up * up_of[d]) / length;
    if (along > most + 1e-9) {
      most = along;
      best = d;
    }
  }
  return best;
}

}  // namespace

int reversed_direction(int direction) { return direction < 8 ? (direction + 4) % 8 : 17 - direction; }

Dirs reversed(Dirs dirs) {
  Dirs out = 0;
  for (int d = 0; d < direction_count; ++d)
    if (dirs >> d & 1) out |= static_cast<Dirs>(1 << reversed_direction(d));
  return out;
}

const char* direction_name(int direction) {
  static constexpr const char* names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW", "on", "back"};
  return names[direction];
}

int turned(int facing, int eighths) { return facing < 8 ? ((facing + eighths) % 8 + 8) % 8 : facing; }

Dirs leading(Dirs dirs, int facing, bool backward) {
  Dirs out = 0;
  for (int d = 0; d < direction_count; ++d) {
    if (!(dirs >> d & 1)) continue;
    int along = 0;
    if (d < 8 && facing < 8)
      along = right_of[d] * right_of[facing] + up_of[d] * up_of[facing];
    else if (d >= 8 && facing >= 8)
      along = d == facing ? 1 : -1;
    if (backward ? along < 0 : along > 0) out |= static_cast<Dirs>(1 << d);
  }
  return out;
}

std::string column_name(int column) {
  std::string name;
  for (; column > 0; column = (column - 1) / 26) name.insert(name.begin(), static_cast<char>('a' + (column - 1) % 26));
  return name;
}

Board Board::grid(Kind kind, int rows, int columns, bool from_top, const std::vector<bool>& keep) {
  Board b;
  b.kind_ = kind;
  b.rows_ = rows;
  b.columns_ = columns;
  b.from_top_ = from_top;
  b.all_ = kind == Kind::hex ? hex_directions : compass;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const bool there = keep.empty() || keep[static_cast<std::size_t>(r * columns + c)];
      b.cells_.push_back(there ? b.size() : -1);
      if (!there) continue;
      const int row = from_top ? r + 1 : rows - r;
      b.points_.push_back({column_name(c + 1) + std::to_string(row), row, c + 1});
    }
  b.near_.resize(b.points_.size());
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const int site = b.cells_[static_cast<std::size_t>(r * columns + c)];
      if (site < 0) continue;
      for (int d = 0; d < 8; ++d) {
        if (!(b.all_ >> d & 1)) continue;
        const int r2 = r - up_of[d], c2 = c + right_of[d];
        if (r2 < 0 || r2 >= rows || c2 < 0 || c2 >= columns) continue;
        const int other = b.cells_[static_cast<std::size_t>(r2 * columns + c2)];
        if (other >= 0) b.near_[static_cast<std::size_t>(site)].emplace_back(d, other);
      }
    }
  b.trace();
  return b;
}

Board Board::ring(int sites, bool closed) {
  Board b;
  b.kind_ = closed ? Kind::ring : Kind::track;
  b.rows_ = 1;
  b.columns_ = sites;
  b.all_ = direction_on | direction_back;
  b.near_.resize(static_cast<std::size_t>(sites));
  for (int i = 0; i < sites; ++i) {
    b.points_.push_back({column_name(i + 1), 1, i + 1});
    b.cells_.push_back(i);
    if (i + 1 < sites || (closed && sites > 1)) b.near_[static_cast<std::size_t>(i)].emplace_back(8, (i + 1) % sites);
    if (i > 0 || (closed && sites > 1)) b.near_[static_cast<std::size_t>(i)].emplace_back(9, (i + sites - 1) % sites);
  }
  b.trace();
  return b;
}

/// Rays and lines of boards on which a direction leads from a site to at most one other.
void Board::trace() {
  rays_.resize(points_.size());
  const auto step = [&](int site, int direction) {
    for (const auto& [d, other] : near_[static_cast<std::size_t>(site)])
      if (d == direction) return other;
    return -1;
  };
  for (int site = 0; site < size(); ++site)
    for (int d = 0; d < direction_count; ++d) {
      if (!(all_ >> d & 1)) continue;
      Ray ray{d, {}};
      for (int at = step(site, d); at >= 0 && at != site; at = step(at, d)) ray.sites.push_back(at);
      if (!ray.sites.empty()) rays_[static_cast<std::size_t>(site)].push_back(ray);
      // A line begins at a site with nothing behind it; on a closed ring at the first site.
      const bool half = d < 4 || d == 8;
      const int behind = step(site, reversed_direction(d));
      if (half && (kind_ == Kind::ring ? site == 0 : behind < 0)) {
        Straight line{d, {site}};
        line.sites.insert(line.sites.end(), ray.sites.begin(), ray.sites.end());
        straights_.push_back(std::move(line));
      }
    }
}

Board Board::graph(std::vector<Point> points, const std::vector<Way>& ways) {
  Board b;
  b.kind_ = Kind::graph;
  b.points_ = std::move(points);
  b.near_.resize(b.points_.size());
  b.rays_.resize(b.points_.size());
  for (const Point& p : b.points_) {
    b.rows_ = std::max(b.rows_, p.row);
    b.columns_ = std::max(b.columns_, p.column);
  }
  const auto toward = [&](int from, int to) {
    return nearest_direction(b.points_[to].column - b.points_[from].column, b.points_[to].row - b.points_[from].row);
  };
  const auto connect = [&](int from, int to) {
    auto& list = b.near_[static_cast<std::size_t>(from)];
    const int d = toward(from, to);
    if (std::none_of(list.begin(), list.end(), [&](const auto& n) { return n.second == to; })) list.emplace_back(d, to);
    b.all_ |= static_cast<Dirs>(1 << d);
  };
  for (const Way& way : ways)
    for (std::size_t i = 0; i + 1 < way.points.size(); ++i) {
      connect(way.points[i], way.points[i + 1]);
      connect(way.points[i + 1], way.points[i]);
    }
  for (auto& list : b.near_) std::sort(list.begin(), list.end());
  for (const Way& way : ways) {
    if (!way.line) continue;
    b.straights_.push_back({toward(way.points[0], way.points[1]), way.points});
    for (std::size_t i = 0; i < way.points.size(); ++i) {
      auto& rays = b.rays_[static_cast<std::size_t>(way.points[i])];
      if (i + 1 < way.points.size())
        rays.push_back({toward(way.points[i], way.points[i + 1]),
                        {way.points.begin() + static_cast<std::ptrdiff_t>(i) + 1, way.points.end()}});
      if (i > 0) {
        std::vector<int> back(way.points.begin(), way.points.begin() + static_cast<std::ptrdiff_t>(i));
        std::reverse(back.begin(), back.end());
        rays.push_back({toward(way.points[i], way.points[i - 1]), std::move(back)});
      }
    }
  }
  for (auto& rays : b.rays_)
    std::stable_sort(rays.begin(), rays.end(), [](const Ray& a, const Ray& c) { return a.direction < c.direction; });
  return b;
}

std::optional<int> Board::find(std::string_view name) const {
  for (int i = 0; i < size(); ++i)
    if (points_[static_cast<std::size_t>(i)].name == name) return i;
  return std::nullopt;
}

Board::Extent Board::extent() const {
  Extent out{points_[0].row, points_[0].row, points_[0].column, points_[0].column};
  for (const Point& p : points_)
    out = {std::min(out.low, p.row), std::max(out.high, p.row), std::min(out.left, p.column), std::max(out.right, p.column)};
  return out;
}

}  // namespace banmen::rules
