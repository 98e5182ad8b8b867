// Charts as SVG within a page: curves with error bands, log-log plots, histograms. Colours are CSS variables of the page, for print
// and dark styles.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace banmen::lab {

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<double> low, high;  // an error band or bar
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
  bool printed = false;  // a paper's figures: hollow marks on a dashed line
  int colour = 0;        // shared by related series
};

struct Chart {
  enum class Kind { curve, bars };
  Kind kind = Kind::curve;
  std::string title, note, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<ChartSeries> series;
};

/// The chart without title and note. Empty if there is nothing to draw.
std::string svg(const Chart& chart);

/// Escapes text for HTML.
std::string escaped(std::string_view text);

}  // namespace banmen::lab
