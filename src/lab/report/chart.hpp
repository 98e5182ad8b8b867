// Charts as SVG inside a page: curves with error bands, log-log plots, histograms. Colours are the page's variables, so that a
// chart is readable on paper and in the dark.
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
  bool printed = false;  // a paper's figures: hollow marks on a broken line
  int colour = 0;        // series that belong together share one
};

struct Chart {
  enum class Kind { curve, bars };
  Kind kind = Kind::curve;
  std::string title, note, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<ChartSeries> series;
};

/// Without its title and note, which stand beside it. Empty where there is nothing to draw.
std::string svg(const Chart& chart);

/// Text with &, <, > and quotes written so that a page shows them.
std::string escaped(std::string_view text);

}  // namespace banmen::lab
