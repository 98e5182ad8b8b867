#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/report/report.hpp"

namespace banmen::lab {
namespace {

// Narrow, so that text is legible on a phone.
constexpr double width = 480, height = 290;
constexpr double left = 58, right = 14, top = 10, bottom = 42;
constexpr int colours = 8;

/// An axis: maps data to the unit interval and has round marks.
class Axis {
 public:
  Axis(double low, double high, bool logarithmic, bool whole) : log_(logarithmic) {
    if (log_) {
      low_ = std::floor(std::log10(low) + 1e-9);
      high_ = std::max(low_ + 1, std::ceil(std::log10(high) - 1e-9));
      for (double e = low_; e <= high_ + 0.5; ++e) marks_.push_back(std::pow(10.0, e));
      return;
    }
    if (high <= low) high = low + (low == 0 ? 1 : std::abs(low) * 0.1);
    const double rough = (high - low) / 6, unit = std::pow(10.0, std::floor(std::log10(rough)));
    double step = unit;
    for (const double s : {1.0, 2.0, 5.0, 10.0})
      if (s * unit <= rough * 1.5) step = s * unit;
    if (whole) step = std::max(1.0, step);
    low_ = std::floor(low / step + 1e-9) * step;
    high_ = std::ceil(high / step - 1e-9) * step;
    for (double m = low_; m <= high_ + step / 2; m += step) marks_.push_back(std::abs(m) < step * 1e-9 ? 0 : m);
  }
  [[nodiscard]] double at(double value) const {
    if (log_) value = std::log10(std::max(value, 1e-300));
    return std::clamp((value - low_) / (high_ - low_), -0.02, 1.02);
  }
  [[nodiscard]] const std::vector<double>& marks() const { return marks_; }
  [[nodiscard]] double base() const { return log_ ? std::pow(10.0, low_) : std::max(low_, 0.0); }

 private:
  bool log_;
  double low_ = 0, high_ = 1;
  std::vector<double> marks_;
};

std::string number(double v) {
  if (v != 0 && (std::abs(v) >= 1e6 || std::abs(v) < 1e-3)) return fmt::format("{:g}", v);
  return fmt::format("{:.6g}", v);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  return out;
}

std::string svg(const Chart& chart) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double x0 = infinity, x1 = -infinity, y0 = infinity, y1 = -infinity, gap = infinity;
  const bool bars = chart.kind == Chart::Kind::bars;
  for (const ChartSeries& series : chart.series)
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const ChartPoint& p = series.points[i];
      if ((chart.log_x && p.x <= 0) || (chart.log_y && p.y <= 0)) continue;
      x0 = std::min(x0, p.x);
      x1 = std::max(x1, p.x);
      if (i > 0) gap = std::min(gap, std::abs(p.x - series.points[i - 1].x));
      for (const double y : {p.y, chart.log_y ? p.y : p.low.value_or(p.y), chart.log_y ? p.y : p.high.value_or(p.y)}) {
        y0 = std::min(y0, y);
        y1 = std::max(y1, y);
      }
    }
  if (!(x0 <= x1)) return {};
  bool whole = true;  // integers: no marks between them
  for (const ChartSeries& series : chart.series)
    for (const ChartPoint& p : series.points) whole &= p.x == std::floor(p.x);
  if (bars) {
    y0 = std::min(0.0, y0);
    if (!std::isfinite(gap)) gap = 1;
    x0 -= gap / 2;
    x1 += gap / 2;
  }
  const Axis xs(x0, x1, chart.log_x, whole), ys(y0, y1, chart.log_y, false);
  // Two columns of names, or one if they are long.
  std::size_t columns = 2;
  for (const ChartSeries& series : chart.series)
    if (series.name.size() > 28) columns = 1;
  const std::size_t names = (chart.series.size() + columns - 1) / columns;  // rows of names
  const double legend = bars || chart.series.size() < 2 ? 0 : 18.0 * static_cast<double>(names) + 6;
  const double total = height + legend;
  const auto px = [&](double x) { return left + xs.at(x) * (width - left - right); };
  const auto py = [&](double y) { return height - bottom - ys.at(y) * (height - top - bottom); };
  std::string out =
      fmt::format("<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\">\n", width, total, escaped(chart.title));
  for (const double m : ys.marks())
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:g} {:.1f}H{:g}\"/><text class=\"mark\" x=\"{:g}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}</text>\n",
        left, py(m), width - right, left - 6, py(m) + 4, number(m));
  for (const double m : xs.marks())
    out += fmt::format(
        "<path class=\"grid\" d=\"M{:.1f} {:g}V{:g}\"/><text class=\"mark\" x=\"{:.1f}\" y=\"{:g}\" "
        "text-anchor=\"middle\">{}</text>\n",
        px(m), top, height - bottom, px(m), height - bottom + 16, number(m));
  out += fmt::format("<text class=\"label\" x=\"{:g}\" y=\"{:g}\" text-anchor=\"middle\">{}</text>\n", (left + width - right) / 2,
                     height - 10, escaped(chart.x_label));
  out += fmt::format("<text class=\"label\" transform=\"translate(14 {:g}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (top + height - bottom) / 2, escaped(chart.y_label));
  std::size_t place = 0;
  for (const ChartSeries& series : chart.series) {
    const int c = series.colour % colours;
    if (bars) {
      for (const ChartPoint& p : series.points) {
        const double x = px(p.x - gap * 0.45), w = px(p.x + gap * 0.45) - x;
        out += fmt::format(
            "<rect class=\"f{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}: {:.4g}</title></rect>\n",
            c, x, py(p.y), w, py(ys.base()) - py(p.y), number(p.x), p.y);
      }
      continue;
    }
    std::string line, band, back;
    for (const ChartPoint& p : series.points) {
      if ((chart.log_x && p.x <= 0) || (chart.log_y && p.y <= 0)) continue;
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", px(p.x), py(p.y));
      if (p.low && p.high) {
        band += fmt::format("{}{:.1f} {:.1f}", band.empty() ? "M" : "L", px(p.x), py(*p.high));
        back = fmt::format("L{:.1f} {:.1f}", px(p.x), py(*p.low)) + back;
      }
    }
    const bool dense = series.points.size() > 30;
    if (!band.empty()) out += fmt::format("<path class=\"band f{}\" d=\"{}{}Z\"/>\n", c, band, back);
    out += fmt::format("<path class=\"line s{}{}\" d=\"{}\"/>\n", c, series.printed ? " printed" : "", line);
    for (const ChartPoint& p : series.points) {
      if ((chart.log_x && p.x <= 0) || (chart.log_y && p.y <= 0)) continue;
      if (!dense && !series.printed && p.low && p.high)
        out += fmt::format("<path class=\"line s{}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>", c, px(p.x), py(*p.low), py(*p.high));
      if (!dense)
        out += fmt::format("<circle class=\"{}{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {}</title></circle>\n",
                           series.printed ? "hollow s" : "f", c, px(p.x), py(p.y), series.printed ? "4" : "3", number(p.x),
                           number(p.y));
    }
    if (legend > 0) {
      const std::size_t row = place / columns;
      const double x = left + (place % columns == 0 ? 0.0 : (width - left - right) / 2),
                   y = height + 10 + 18.0 * static_cast<double>(row);
      out += fmt::format("<path class=\"line s{}{}\" d=\"M{:g} {:g}h24\"/><text class=\"mark\" x=\"{:g}\" y=\"{:g}\">{}</text>\n",
                         c, series.printed ? " printed" : "", x, y, x + 30, y + 4, escaped(series.name));
      ++place;
    }
  }
  return out + "</svg>\n";
}

}  // namespace banmen::lab
