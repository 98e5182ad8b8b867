// The layout of a text game's board.
#include <algorithm>

#include "rules/scene.hpp"

namespace banmen::rules {
namespace {

// Hexagons of width 1: distance of rows, and height.
constexpr double row_of_hexagons = 0.866, hexagon_height = 1.1547;

class Plan {
 public:
  Plan(const TextGame& game, const std::string& name) : game_(game), rules_(game.rules()), board_(rules_.board) {
    out_.game = name;
    for (const std::string& seat : rules_.seats) out_.seats.push_back({.key = {}, .args = {}, .plain = seat});
  }

  scene::Layout make() {
    switch (board_.kind()) {
      case Board::Kind::grid: grid(); break;
      case Board::Kind::hex: hexagons(); break;
      case Board::Kind::ring: ring(); break;
      case Board::Kind::track: track(0, board_.size()); break;
      case Board::Kind::graph: graph(); break;
    }
    turns();
    trays();
    return std::move(out_);
  }

 private:
  [[nodiscard]] int columns() const { return board_.columns(); }
  [[nodiscard]] int rows() const { return board_.rows(); }
  void bounds(double width, double height) { out_.view.bounds = {0, 0, width, height}; }

  /// Column and row of a site from the top left.
  [[nodiscard]] std::pair<int, int> cell(int site) const {
    const Board::Point& point = board_.point(site);
    return {point.column - 1, board_.from_top() ? point.row - 1 : rows() - point.row};
  }

  void site(int number, double x, double y, scene::Shape shape, scene::Point size = {1, 1}) {
    const char* const descriptions[] = {"site.square", "site.pit", "site.rules.point", "site.rules.hex", "site.rules.point"};
    const std::string& name = board_.point(number).name;
    out_.sites.push_back({.id = name,
                          .at = {x, y},
                          .size = size,
                          .shape = shape,
                          .owner = owner(number),
                          .say = {.key = descriptions[static_cast<std::size_t>(shape)], .args = {{"site", name}}}});
  }

  /// The seat whose tinted regions have the site, if only one seat's have.
  [[nodiscard]] std::optional<int> owner(int site) const {
    std::optional<int> found;
    for (const Region* region : tinted(rules_))
      for (std::size_t seat = 0; seat < region->of_seat.size(); ++seat)
        if (region->of_seat[seat][static_cast<std::size_t>(site)]) {
          if (found && *found != static_cast<int>(seat)) return std::nullopt;
          found = static_cast<int>(seat);
        }
    return found;
  }

  void line(int from, int to) { out_.lines.emplace_back(board_.point(from).name, board_.point(to).name); }

  void grid() {
    bounds(columns(), rows());
    if (hints(rules_, "points")) return points();
    out_.tone = has_figures(rules_) ? "wood" : "felt";
    const bool whole = board_.size() == columns() * rows();
    const bool one_colour = !whole && std::all_of(board_.cells().begin(), board_.cells().end(), [&, i = 0](int here) mutable {
      const int c = i % columns(), r = i / columns();
      ++i;
      // a1 is a dark square.
      const int row = board_.from_top() ? r : rows() - 1 - r;
      return (here >= 0) == ((c + row) % 2 == 0);
    });
    if (columns() <= 26 && (whole || one_colour)) {
      out_.grid = scene::Grid{columns(), rows(), !board_.from_top(), one_colour || has_figures(rules_)};
    } else {
      for (int s = 0; s < board_.size(); ++s) site(s, cell(s).first + 0.5, cell(s).second + 0.5, scene::Shape::square);
    }
    if (one_colour) out_.tone = "wood";
    zones();
  }

  /// Intersections of lines instead of squares.
  void points() {
    out_.tone = "wood";
    for (int s = 0; s < board_.size(); ++s) site(s, cell(s).first + 0.5, cell(s).second + 0.5, scene::Shape::none);
    const auto at = [&](int c, int r) { return board_.cells()[static_cast<std::size_t>(r * columns() + c)]; };
    const auto runs = [&](int lines, int along, const auto& here) {
      for (int l = 0; l < lines; ++l)
        for (int i = 0; i < along;) {
          int end = i;
          while (end < along && here(l, end) >= 0) ++end;
          if (end > i + 1) line(here(l, i), here(l, end - 1));
          i = std::max(end, i + 1);
        }
    };
    runs(rows(), columns(), [&](int r, int c) { return at(c, r); });
    runs(columns(), rows(), [&](int c, int r) { return at(c, r); });
  }

  /// Tinted regions as rectangles, each extended to the right and then down.
  void zones() {
    for (const Region* region : tinted(rules_)) {
      const bool shared =
          std::all_of(region->of_seat.begin(), region->of_seat.end(), [&](const Set& set) { return set == region->of_seat[0]; });
      for (std::size_t seat = 0; seat < (shared ? 1 : region->of_seat.size()); ++seat) {
        Set left = region->of_seat[seat];
        const auto in = [&](int c, int r) {
          if (c < 0 || c >= columns() || r < 0 || r >= rows()) return false;
          const int here = board_.cells()[static_cast<std::size_t>(r * columns() + c)];
          return here >= 0 && left[static_cast<std::size_t>(here)];
        };
        int number = 0;
        for (int r = 0; r < rows(); ++r)
          for (int c = 0; c < columns(); ++c) {
            if (!in(c, r)) continue;
            int right = c, low = r;
            while (in(right, r)) ++right;
            const auto row_is_in = [&](int row) {
              for (int i = c; i < right; ++i)
                if (!in(i, row)) return false;
              return true;
            };
            while (row_is_in(low)) ++low;
            for (int y = r; y < low; ++y)
              for (int x = c; x < right; ++x)
                left.reset(static_cast<std::size_t>(board_.cells()[static_cast<std::size_t>(y * columns() + x)]));
            scene::Zone zone;
            zone.id = region->name + (shared ? "" : ":" + rules_.seats[seat]) + (number > 0 ? ":" + std::to_string(number) : "");
            ++number;
            zone.box = {static_cast<double>(c), static_cast<double>(r), static_cast<double>(right), static_cast<double>(low)};
            if (!shared) zone.seat = static_cast<int>(seat);
            zone.say.plain = region->name;
            out_.zones.push_back(std::move(zone));
          }
      }
    }
  }

  /// A rhombus: the neighbours above a cell are N and NW, so each row is half a cell to the left of the row above.
  void hexagons() {
    out_.tone = "stone";
    for (int s = 0; s < board_.size(); ++s) {
      const auto [c, r] = cell(s);
      site(s, c + 0.5 + 0.5 * (rows() - 1 - r), hexagon_height / 2 + row_of_hexagons * r, scene::Shape::hex, {1, hexagon_height});
    }
    bounds(columns() + 0.5 * (rows() - 1), hexagon_height + row_of_hexagons * (rows() - 1));
  }

  [[nodiscard]] scene::Shape shape_of_track() const {
    if (rules_.has_stones || hints(rules_, "pits")) return scene::Shape::pit;
    return rules_.kinds.empty() ? scene::Shape::none : scene::Shape::square;
  }

  /// Sites in rows of at most twenty.
  void track(int from, int to) {
    constexpr int longest = 20;
    out_.tone = rules_.has_stones ? "wood" : "felt";
    const bool bare = shape_of_track() == scene::Shape::none;
    const double margin = bare && to - from < 4 ? (4 - (to - from)) / 2.0 : 0;
    for (int s = from; s < to; ++s) {
      const int i = s - from, row = i / longest;
      site(s, margin + i % longest + 0.5, row + 0.5, shape_of_track());
    }
    const int rows = (to - from + longest - 1) / longest;
    bounds(std::min(longest, to - from) + 2 * margin, rows);
  }

  /// The second half of a ring runs back above the first. If each seat has one tinted site that ends its row, these two are stores
  /// across the ends of the board.
  void ring() {
    const int size = board_.size();
    if (size % 2 != 0 || size <= 2) return track(0, size);
    out_.tone = "wood";
    const int half = size / 2;
    const auto regions = tinted(rules_);
    const bool ends = half > 1 && std::any_of(regions.begin(), regions.end(), [&](const Region* region) {
                        return region->of_seat.size() == 2 && region->of_seat[0].count() == 1 && region->of_seat[1].count() == 1 &&
                               region->of_seat[0][static_cast<std::size_t>(half - 1)] &&
                               region->of_seat[1][static_cast<std::size_t>(size - 1)];
                      });
    const double left = ends ? 1 : 0;
    for (int s = 0; s < size; ++s) {
      const bool below = s < half;
      const bool store = ends && (s == half - 1 || s == size - 1);
      if (store)
        site(s, below ? half + 0.5 : 0.5, 1, shape_of_track(), {1, 2});
      else
        site(s, left + (below ? s + 0.5 : size - 1 - s + 0.5 - left), below ? 1.5 : 0.5, shape_of_track());
      if (rules_.has_stones) out_.track.push_back(board_.point(s).name);
    }
    bounds(ends ? half + 1 : half, 2);
  }

  void graph() {
    out_.tone = "wood";
    const auto [low, high, left, right] = board_.extent();
    for (int s = 0; s < board_.size(); ++s) {
      site(s, board_.point(s).column - left + 0.5, high - board_.point(s).row + 0.5, scene::Shape::none);
      for (const auto& [direction, other] : board_.near(s))
        if (s < other && std::find(out_.lines.begin(), out_.lines.end(),
                                   std::pair(board_.point(s).name, board_.point(other).name)) == out_.lines.end())
          line(s, other);
    }
    bounds(right - left + 1, high - low + 1);
  }

  /// Boards turn if the seats face each other from below and above.
  void turns() {
    constexpr int north = 0, south = 4;
    if (rules_.seat_count() == 2 && board_.kind() == Board::Kind::ring && out_.view.bounds[3] == 2) {
      out_.view.turns = {0, 2};
      return;
    }
    for (const int facing : rules_.facing) {
      if (facing != north && facing != south) {
        out_.view.turns.clear();
        return;
      }
      out_.view.turns.push_back(facing == north ? 0 : 2);
    }
    if (std::all_of(out_.view.turns.begin(), out_.view.turns.end(), [&](int turn) { return turn == out_.view.turns[0]; }))
      out_.view.turns.clear();
  }

  void tray(std::string id, scene::TrayKind kind, scene::Point at, scene::Point size, std::optional<int> seat, scene::Text say) {
    out_.trays.push_back({std::move(id), kind, at, size, seat, std::move(say)});
  }

  /// Trays of a seat are on its side of the board, stores at the ends, shared ones to the right.
  void trays() {
    struct TraySpec {
      std::string id;
      scene::TrayKind kind;
      scene::Text say;
    };
    const double width = out_.view.bounds[2], height = out_.view.bounds[3];
    const std::size_t seats = rules_.seats.size();
    for (std::size_t s = 0; s < seats; ++s) {
      const int seat = static_cast<int>(s);
      std::vector<TraySpec> specs;
      for (std::size_t k = 0; k < rules_.kinds.size(); ++k)
        if (rules_.kinds[k].has_hand)
          specs.push_back({hand_tray(rules_, k, s),
                           scene::TrayKind::hand,
                           {.key = "tray.rules.hand", .args = {{"seat", rules_.seats[s]}, {"name", rules_.kinds[k].name}}}});
      for (std::size_t c = 0; c < rules_.counters.size(); ++c)
        if (rules_.counters[c].each)
          specs.push_back({counter_tray(rules_, c, s),
                           scene::TrayKind::store,
                           {.key = "tray.rules.counter", .args = {{"seat", rules_.seats[s]}, {"name", rules_.counters[c].name}}}});
      const int from_board = seat / 2;  // trays of further seats are further out
      const bool below = is_below(s);
      const double y = below ? height + 0.8 + 1.2 * from_board : -0.8 - 1.2 * from_board;
      for (std::size_t i = 0; i < specs.size(); ++i) {
        const double part = width / static_cast<double>(specs.size());
        tray(specs[i].id, specs[i].kind, {part * (static_cast<double>(i) + 0.5), y}, {part, 1}, seat, std::move(specs[i].say));
      }
      if (takes(rules_))
        tray(store_tray(rules_, s), scene::TrayKind::store,
             {below ? width + 0.8 + 1.2 * from_board : -0.8 - 1.2 * from_board, height / 2},
             {1, std::max(1.0, std::min(height, 2.0))}, seat, {.key = "tray.rules.store", .args = {{"seat", rules_.seats[s]}}});
    }
    double y = height / 2;
    const auto stores = (seats + 1) / 2;  // side by side on the right
    const double x = width + 0.8 + (takes(rules_) ? 1.2 * static_cast<double>(stores) : 0);
    if (game_.has(Capability::chance)) tray("dice", scene::TrayKind::dice, {x, y}, {1, 1}, {}, {.key = "tray.dice"}), y += 1.2;
    for (std::size_t c = 0; c < rules_.counters.size(); ++c)
      if (!rules_.counters[c].each)
        tray(counter_tray(rules_, c, 0), scene::TrayKind::store, {x, y}, {1, 1}, {},
             {.key = "tray.rules.shared", .args = {{"name", rules_.counters[c].name}}}),
            y += 1.2;
  }

  [[nodiscard]] bool is_below(std::size_t seat) const {
    return out_.view.turns.size() > seat ? out_.view.turns[seat] == 0 : seat % 2 == 0;
  }

  const TextGame& game_;
  const Rules& rules_;
  const Board& board_;
  scene::Layout out_;
};

}  // namespace

scene::Layout TextGame::layout() const { return Plan(*this, name_).make(); }

}  // namespace banmen::rules
