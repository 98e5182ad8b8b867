#include "research/studies.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "host/files.hpp"
#include "lab/job.hpp"

namespace banmen::lab {

TEST(Studies, UseTheDefaultsOfExperiments) {
  const Catalog catalog(studies_of);
  // Names omit the defaults of experiments, not those of commands.
  EXPECT_EQ(find_study(catalog, "bao-repeat:positions=20000000,holes=8")->name, "bao-repeat");
  EXPECT_EQ(find_study(catalog, "bao-loops:reachable=true,plies=5")->name, "bao-loops:plies=5");
  EXPECT_EQ(find_study(catalog, "bao-claims:stones=16")->name, "bao-claims:stones=16");
  EXPECT_EQ(find_study(catalog, "bao-lops").error().hint, "did you mean 'bao-loops'?");
  EXPECT_FALSE(find_study(catalog, "bao-loops:holes=99"));
}

TEST(Studies, HaveJapaneseTextsOnThePage) {
  nlohmann::json texts = nlohmann::json::object();
  for (const char* file : {"forms", "studies"}) {
    const auto text = read_file(std::string(BANMEN_SOURCE_DIR) + "/web/src/texts/" + file + ".ja.json");
    ASSERT_TRUE(text) << text.error().message();
    texts.update(nlohmann::json::parse(*text));
  }
  std::vector<std::string> missing;
  const Catalog catalog(studies_of);
  for (const GameEntry& entry : catalog.entries())
    for (const Study& study : entry.studies) {
      const std::string key = "study." + entry.id + "." + study.id;
      for (const char* part : {"", ".help"})
        if (!texts.contains(key + part)) missing.push_back(key + part);
      for (const Parameter& p : study.parameters) {
        if (p.file) continue;  // not offered on the page
        std::vector<std::string> parts = {p.name, p.name + ".help"};
        for (const std::string& choice : p.choices) parts.push_back(p.name + "." + choice);
        for (const std::string& part : parts)
          if (!texts.contains(key + ".parameter." + part) && !texts.contains("parameter." + part))
            missing.push_back(key + ".parameter." + part);
      }
    }
  EXPECT_TRUE(missing.empty()) << "web/src/texts/studies.ja.json lacks " << join(missing, ", ");
}

TEST(Studies, ReturnNumbersOrAReason) {
  const Catalog catalog(studies_of);
  const auto found = find_study(catalog, "bao-repeat:holes=4")->run({});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ(found->at(1).name, "back at ply");
  EXPECT_EQ(found->at(1).value.number(), 10);
  EXPECT_EQ(found->at(1).words, "d h b f");
  // At its own limit: kept, with a remark; stopped: discarded.
  const auto part = find_study(catalog, "bao-loops:holes=4,plies=3")->run({});
  ASSERT_TRUE(part);
  for (const Figure& figure : *part) EXPECT_TRUE(figure.words.ends_with("incomplete")) << figure.name << ": " << figure.words;
  std::stop_source stop;
  stop.request_stop();
  Control stopped;
  stopped.stop = stop.get_token();
  const auto nothing = find_study(catalog, "bao-loops:holes=5")->run(stopped);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().kind, ErrorKind::stopped);
  const auto none = find_study(catalog, "bao-repeat:positions=100")->run({});
  ASSERT_FALSE(none);
  EXPECT_TRUE(none.error().what.starts_with("the study found no figure: no position has come back")) << none.error().what;
}

}  // namespace banmen::lab
