// Every kernel on whole sets against loops over sites, for all fillings of all lines of up to eight sites.
#include "rules/geometry.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/random.hpp"
#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {
namespace {

using Plain = std::set<int>;  // sites

/// The same functions, site by site.
struct Steps {
  const Board& board;

  void each_ray(const Plain& from, Dirs dirs, const std::function<void(int, const Board::Ray&)>& visit) const {
    for (const int s : from)
      for (const Board::Ray& ray : board.rays(s))
        if (dirs >> ray.direction & 1) visit(s, ray);
  }
  [[nodiscard]] Plain slide(const Plain& from, Dirs dirs, const Plain& through, const Plain& onto) const {
    Plain out;
    each_ray(from, dirs, [&](int, const Board::Ray& ray) {
      for (const int s : ray.sites) {
        if (through.count(s) || onto.count(s)) out.insert(s);
        if (!through.count(s)) break;
      }
    });
    return out;
  }
  [[nodiscard]] Plain jump(const Plain& from, Dirs dirs, const Plain& over, const Plain& to) const {
    Plain out;
    each_ray(from, dirs, [&](int, const Board::Ray& ray) {
      if (ray.sites.size() > 1 && over.count(ray.sites[0]) && to.count(ray.sites[1])) out.insert(ray.sites[1]);
    });
    return out;
  }
  /// The run, and the possible origins.
  [[nodiscard]] std::pair<Plain, Plain> bracket(const Plain& from, Dirs dirs, const Plain& over, const Plain& to, int least,
                                                int most) const {
    std::pair<Plain, Plain> out;
    each_ray(from, dirs, [&](int s, const Board::Ray& ray) {
      std::size_t run = 0;
      while (run < ray.sites.size() && over.count(ray.sites[run])) ++run;
      if (run == 0 || run == ray.sites.size() || !to.count(ray.sites[run])) return;
      if (static_cast<int>(run) < least || static_cast<int>(run) > most) return;
      out.first.insert(ray.sites.begin(), ray.sites.begin() + static_cast<long>(run));
      out.second.insert(s);
    });
    return out;
  }
  [[nodiscard]] Plain line(int n, const Plain& of, Dirs dirs, bool exactly) const {
    Plain out;
    for (const Board::Straight& line : board.straights()) {
      if (!((dirs | reversed(dirs)) >> line.direction & 1)) continue;
      for (std::size_t begin = 0; begin < line.sites.size();) {
        std::size_t end = begin;
        while (end < line.sites.size() && of.count(line.sites[end])) ++end;
        const auto run = static_cast<int>(end - begin);
        if (run > 0 && (exactly ? run == n : run >= n))
          out.insert(line.sites.begin() + static_cast<long>(begin), line.sites.begin() + static_cast<long>(end));
        begin = std::max(end, begin + 1);
      }
    }
    return out;
  }
};

template <int W>
void compare(const Rules& rules) {
  const Layout layout(rules);
  const Geometry<W> geometry(rules.board, layout);
  const Steps steps{rules.board};
  const Dirs all = rules.board.all_directions();
  const auto bits = [&](const Plain& sites) {
    auto out = Cells<W>::none();
    for (const int s : sites) out.add(layout.bit_of[static_cast<std::size_t>(s)]);
    return out;
  };
  Plain everywhere;
  for (int s = 0; s < rules.board.size(); ++s) everywhere.insert(s);
  Random random(6);
  for (const Board::Straight& line : rules.board.straights()) {
    const std::size_t n = line.sites.size();
    int fillings = 1;
    for (std::size_t k = 0; k < n && k < 8; ++k) fillings *= 3;
    for (int filling = 0; filling < fillings; ++filling) {
      Plain open, ours, theirs;
      int rest = filling;
      for (std::size_t k = 0; k < n; ++k, rest /= 3) {
        const auto state = k < 8 ? static_cast<std::uint32_t>(rest % 3) : random.below(3);
        (state == 0 ? open : state == 1 ? ours : theirs).insert(line.sites[k]);
      }
      const Plain one{line.sites[static_cast<std::size_t>(filling) % n]};
      const Plain two{line.sites[0], line.sites[static_cast<std::size_t>(filling / 3) % n]};
      const auto way = static_cast<Dirs>(1 << line.direction);
      const Dirs dirs = filling % 2 ? static_cast<Dirs>(way | reversed(way)) : all;
      const auto o = bits(open), a = bits(ours), b = bits(theirs);
      for (const Plain& from : {one, two}) {
        ASSERT_EQ(geometry.slide(bits(from), dirs, o, b), bits(steps.slide(from, dirs, open, theirs))) << rules.title;
        ASSERT_EQ(geometry.jump(bits(from), dirs, a, b), bits(steps.jump(from, dirs, ours, theirs))) << rules.title;
        if (!layout.both_ways()) continue;
        Plain in_sight;
        for (const int s : steps.slide(from, dirs, open, theirs))
          if (theirs.count(s)) in_sight.insert(s);
        std::vector<Cells<W>> rays;
        for (int bit = 0; bit < 64 * W; ++bit)
          rays.push_back(geometry.all().has(bit) ? geometry.ray(Cells<W>::of(bit), dirs) : Cells<W>::none());
        ASSERT_EQ(geometry.sees(bits(from), dirs, rays.data(), o, b), bits(in_sight)) << rules.title;
      }
      if constexpr (W <= 4)
        if (geometry.has_reach()) {
          ASSERT_EQ(geometry.reach(bits(one).first(), o), bits(steps.slide(one, all, open, {}))) << rules.title;
        }
      for (const auto& [least, most] : {std::pair{1, 1000}, std::pair{2, 2}, std::pair{1, 2}}) {
        ASSERT_EQ(geometry.bracket(bits(one), dirs, a, b, least, most),
                  bits(steps.bracket(one, dirs, ours, theirs, least, most).first));
        if (filling % 16 == 0) {
          ASSERT_EQ(geometry.bracket_starts(dirs, a, b, least, most),
                    bits(steps.bracket(everywhere, dirs, ours, theirs, least, most).second));
        }
      }
      if (filling % 16 == 5)
        for (const int length : {1, 2, 3})
          for (const bool exactly : {false, true}) {
            const Plain wanted = steps.line(length, ours, dirs, exactly);
            ASSERT_EQ(geometry.line(length, a, dirs, exactly), bits(wanted)) << rules.title;
            if (!exactly) {
              ASSERT_EQ(geometry.has_line(length, a, dirs), !wanted.empty()) << rules.title;
            }
          }
    }
  }
}

void compare_game(const std::string& id, const std::string& parameter, const std::string& value) {
  Messages messages;
  const Reading reading = read_file(*library_text(id), find_in_library(), messages);
  ParamValues values = default_values(reading.file);
  for (auto& [name, given] : values)
    if (name == parameter) given = value;
  const auto rules = resolve(reading, values, messages);
  ASSERT_TRUE(rules) << id;
  switch (Layout(*rules).words) {
    case 1: compare<1>(*rules); break;
    case 2: compare<2>(*rules); break;
    case 4: compare<4>(*rules); break;
    default: compare<7>(*rules); break;
  }
}

TEST(Geometry, EqualsLoopsOverSites) {
  compare_game("reversi", "size", "8");
  compare_game("reversi", "size", "6");
  compare_game("reversi", "size", "10");
  compare_game("draughts", "", "");  // a board with holes
  compare_game("hex", "size", "7");
  compare_game("morris", "", "");  // a graph
}

}  // namespace
}  // namespace banmen::rules
