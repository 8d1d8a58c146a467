// SPDX-License-Identifier: Apache-2.0
// What the option table reads, refuses and prints; every refusal is checked by its message.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "config/option_table.hpp"

namespace groundswell {
namespace {

enum class Scheme { upwind, third_order };

struct Point {
  std::string name;
  double lon = 0.0;
  std::vector<std::string> fields{"hs"};
};

struct Settings {
  DateTime start;
  std::int64_t step = 600;
  double length = 12000.0;
  float speed = 0.1f;
  int count = 3;
  bool on = true;
  std::string title = "a title: with colon";
  std::optional<double> limit;
  std::vector<double> levels{0.5, 1.0};
  std::vector<std::string> words{"hs"};
  std::filesystem::path file;
  Scheme scheme = Scheme::third_order;
  std::vector<Point> points;
};

OptionTable table_of(Settings& s) {
  OptionTable table;
  table.section("time", "When the run starts, and its step.");
  table.add("time.start", s.start, "First date of the run.").required();
  table.add("time.step", s.step, "Step of the model.").unit("s").range(1, 86400);
  table.add("grid.length", s.length, "Width of a cell.").unit("m").above(0);
  table.add("grid.speed", s.speed, "A speed.").unit("m/s");
  table.add("grid.count", s.count, "How many.").at_least(1);
  table.add("grid.on", s.on, "Whether at all.");
  table.add("grid.limit", s.limit, "Where it ends, if anywhere.").at_most(1);
  table.add("grid.levels", s.levels, "Levels to use.").at_least(0).below(10);
  table.add("title", s.title, "What the run is called.");
  table.add("words", s.words, "What to write.").choices({"hs", "tp", "dir"});
  table.add("file", s.file, "A file.");
  table.add_choice("propagation.scheme", s.scheme,
                   {{"upwind", Scheme::upwind}, {"third_order", Scheme::third_order}},
                   "Scheme of the fluxes.");
  table.add_list(
      "points", s.points,
      [](OptionTable& item, Point& point) {
        item.add("name", point.name, "What the place is called.").required();
        item.add("lon", point.lon, "Longitude.").unit("degree").range(-180, 360);
        item.add("fields", point.fields, "What to write there.");
      },
      "Places with a time series.");
  return table;
}

const std::string start_line = "time: {start: 2020-01-02}\n";

Settings read(const std::string& yaml) {
  Settings settings;
  table_of(settings).read_text(yaml, "case.yaml");
  return settings;
}

std::string refusal(const std::string& yaml) {
  try {
    read(yaml);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(OptionTable, ReadsEveryType) {
  const Settings s = read(R"(
time:
  start: 1996-01-15T18:00:00Z
  step: 2 h
grid: {length: 12.5 km, speed: 36 km/h, count: 7, on: no, limit: 30 %, levels: [1, 2.5]}
title: "storm # 1"
words: tp
file: a/../b.nc
propagation.scheme: upwind
points:
  - {name: here, lon: 3}
  - name: there
    fields: [hs, tp]
)");
  EXPECT_EQ(s.start, DateTime::parse("1996-01-15 18:00"));
  EXPECT_EQ(s.step, 7200);
  EXPECT_EQ(s.length, 12500.0);
  EXPECT_FLOAT_EQ(s.speed, 10.0f);
  EXPECT_EQ(s.count, 7);
  EXPECT_FALSE(s.on);
  EXPECT_EQ(s.limit, 0.3);
  EXPECT_EQ(s.levels, (std::vector<double>{1.0, 2.5}));
  EXPECT_EQ(s.title, "storm # 1");
  EXPECT_EQ(s.words, std::vector<std::string>{"tp"});
  EXPECT_EQ(s.file, "b.nc");
  EXPECT_EQ(s.scheme, Scheme::upwind);
  ASSERT_EQ(s.points.size(), 2u);
  EXPECT_EQ(s.points[0].name, "here");
  EXPECT_EQ(s.points[0].lon, 3.0);
  EXPECT_EQ(s.points[1].fields, (std::vector<std::string>{"hs", "tp"}));
}

TEST(OptionTable, KeepsTheDefaultsOfTheStruct) {
  const Settings s = read(start_line + "grid:\npoints: []\n");
  EXPECT_EQ(s.step, 600);
  EXPECT_FALSE(s.limit.has_value());
  EXPECT_EQ(s.scheme, Scheme::third_order);
}

struct Refusal {
  const char *yaml, *sentence;
};

TEST(OptionTable, RefusesMistakesWithASentence) {
  const Refusal refusals[] = {
      {"time.stpe: 5", "case.yaml:2: there is no option 'time.stpe'; did you mean 'time.step'?"},
      {"step: 5", "case.yaml:2: there is no option 'step'; did you mean 'time.step'?"},
      {"\ngrid:\n  cuont: 5", "case.yaml:4: there is no option 'grid.cuont'; did you mean 'grid.count'?"},
      {"grdi: {count: 5}", "case.yaml:2: there is no option 'grdi'; did you mean 'grid'?"},
      {"zzzzzzzzz: 5", "case.yaml:2: there is no option 'zzzzzzzzz'; `groundswell config` lists all options"},
      {"points: [{name: a, lno: 1}]",
       "case.yaml:2: there is no option 'points[1].lno'; did you mean 'points[1].lon'?"},
      {"grid: 5",
       "case.yaml:2: grid is a group of options and takes no value of its own; write its options below it, "
       "indented"},
      {"grid.count: [1, 2]",
       "case.yaml:2: grid.count is one value, but here it is a list; write whole number of at least 1"},
      {"grid.count: {a: 2}",
       "case.yaml:2: grid.count is one value, but here it is a group; write whole number of at least 1"},
      {"grid.count:", "case.yaml:2: grid.count has no value; write whole number of at least 1"},
      {"grid.count: 2.5", "case.yaml:2: grid.count is '2.5', which is not a whole number"},
      {"grid.count: 5000000000", "case.yaml:2: grid.count is 5000000000, which is too large a number here"},
      {"grid.count: 0", "case.yaml:2: grid.count is 0, which is less than 1, the least allowed"},
      {"grid.count: 5 m", "case.yaml:2: grid.count is '5 m', but it has no unit; write a plain number"},
      {"grid.length: fast",
       "case.yaml:2: grid.length is 'fast', which is not a number; write for example 500 m or 12 km"},
      {"grid.length: nan",
       "case.yaml:2: grid.length is 'nan', which is not a number; write for example 500 m or 12 km"},
      {"grid.length: 5 furlongs",
       "case.yaml:2: grid.length is '5 furlongs', but unit 'furlongs' is not known; write for example 500 m "
       "or 12 km"},
      {"grid.length: 5 s",
       "case.yaml:2: grid.length is '5 s', but 's' cannot be converted to 'm': they measure different "
       "things; "
       "write "
       "for example 500 m or 12 km"},
      {"grid.length: 0", "case.yaml:2: grid.length is 0; it must be above 0 m"},
      {"grid.limit: 120 %", "case.yaml:2: grid.limit is 120 %, which is more than 1, the most allowed"},
      {"grid.limit: much",
       "case.yaml:2: grid.limit is 'much', which is not a number; write number of at most 1, or none"},
      {"grid.levels: [1, 10]", "case.yaml:2: grid.levels is 10; it must be below 10"},
      {"grid.levels: [[1]]",
       "case.yaml:2: grid.levels is a list of number of at least 0 below 10; this item is not a plain value"},
      {"grid.on: maybe", "case.yaml:2: grid.on is 'maybe'; write true or false"},
      {"words: [hs, tpp]",
       "case.yaml:2: words is 'tpp', which is not one of hs, tp or dir; did you mean 'tp'?"},
      {"propagation: {scheme: third}",
       "case.yaml:2: propagation.scheme is 'third', which is not one of upwind or third_order"},
      {"points: {name: a}", "case.yaml:2: points is a list; begin each of its items with '- '"},
      {"points:\n  - a", "case.yaml:3: points[1] must be a group of options, such as {name: value}"},
      {"points:\n  - name: a\n  - lon: 3",
       "case.yaml:4: points[2].name is missing; it is required. What the place is called."},
      {"title: a\n\ntitle: b",
       "case.yaml:4: 'title' is given twice, first at case.yaml:2; delete one of them"},
      {"time.step: 5\ntime.start: 2021-01-01",
       "case.yaml:3: 'time.start' is given twice, first at case.yaml:1; delete one of them"},
      {"[1, 2]: b", "case.yaml:2: a key must be a plain word"},
  };
  for (const Refusal& r : refusals) EXPECT_EQ(refusal(start_line + r.yaml), r.sentence) << r.yaml;
}

TEST(OptionTable, RefusesAFileThatIsNotAConfiguration) {
  EXPECT_EQ(refusal("title: a"), "case.yaml: time.start is missing; it is required. First date of the run.");
  EXPECT_EQ(refusal(""), "case.yaml: time.start is missing; it is required. First date of the run.");
  EXPECT_EQ(
      refusal("just words").substr(0, 60),
      std::string("case.yaml: the file must hold options as 'key: value' lines; `groundswell").substr(0, 60));
  EXPECT_NE(refusal("title: [1\ntime: {").find("this is not valid YAML"), std::string::npos);
  EXPECT_NE(refusal("a: 1\n---\nb: 2").find("contains several YAML documents"), std::string::npos);
  EXPECT_EQ(refusal("time: {start: 1996-02-31}"),
            "case.yaml:1: time.start: there is no date 1996-2-31 0:0:0 in the standard calendar");
}

TEST(OptionTable, ReadsDatesOfAnyCalendar) {
  Settings s;
  OptionTable table = table_of(s);
  table.read_text("time.start: 2001-02-30T06:00:00Z", "case.yaml");
  table.use_calendar(Calendar::day360);
  EXPECT_EQ(s.start - DateTime(DateParts{2001, 3, 1}, Calendar::day360), -18 * 3600);
  try {
    table.use_calendar(Calendar::noleap);
    FAIL() << "30 February in a calendar that has none";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "case.yaml:1: time.start: there is no date 2001-2-30 6:0:0 in the noleap calendar");
  }
  table.read_overrides({"time.start=2001-03-01"});
  table.use_calendar(Calendar::noleap);
  EXPECT_EQ(s.start - DateTime(DateParts{2000, 2, 28}, Calendar::noleap), 366 * 86400);
}

TEST(OptionTable, NamesAllMistakesAtOnce) {
  EXPECT_EQ(refusal(start_line + "grid.on: maybe\ngrid.count: 0"),
            "case.yaml:2: grid.on is 'maybe'; write true or false\n"
            "case.yaml:3: grid.count is 0, which is less than 1, the least allowed");
}

// A second reading (a value from the command line) overrides the first.
TEST(OptionTable, ALaterReadingOverridesAnEarlierOne) {
  Settings settings;
  OptionTable table = table_of(settings);
  table.read_text(start_line + "grid.count: 5\ntitle: first", "case.yaml");
  table.read_text("grid.count: 6", "--set");
  EXPECT_EQ(settings.count, 6);
  EXPECT_EQ(settings.title, "first");
  EXPECT_EQ(table.place("grid.count"), "--set:1");
}

TEST(OptionTable, OverridesReplaceWhatTheFileSaid) {
  Settings settings;
  OptionTable table = table_of(settings);
  table.read_text(start_line + "grid.count: 5\ntitle: first", "case.yaml");
  table.read_overrides({"grid.count=6", "title=a = b"});
  EXPECT_EQ(settings.count, 6);
  EXPECT_EQ(settings.title, "a = b");
  for (const std::string bad : {"grid.count", "=6", "grid.cuont=6", "grid.count=many"}) {
    try {
      table.read_overrides({bad});
      ADD_FAILURE() << bad << " was accepted";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).rfind("--set ", 0), 0u) << error.what();
    }
  }
}

TEST(OptionTable, RefusesFilesThatCannotBeRead) {
  Settings settings;
  OptionTable table = table_of(settings);
  const auto sentence = [&](const std::string& path) -> std::string {
    try {
      table.read_file(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(sentence("no/such.yaml"), "there is no file 'no/such.yaml'; check the path");
  EXPECT_EQ(sentence("."), "'.' is a folder, not a configuration file; name the file in it");
}

TEST(OptionTable, PathsStartAtTheFolderOfTheFile) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "option_table";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "case.yaml") << start_line << "file: wind/u.nc\n";
  Settings settings;
  OptionTable table = table_of(settings);
  table.read_file(folder / "case.yaml");
  EXPECT_EQ(settings.file, folder / "wind/u.nc");
  EXPECT_EQ(table.place("file"), (folder / "case.yaml").string() + ":2");
  EXPECT_EQ(table.place("title"), "the default");
}

TEST(OptionTable, InputPathsAreAllExceptThoseThatAreWritten) {
  std::filesystem::path mesh = "mesh.nc", empty, folder = "out";
  std::optional<std::filesystem::path> none;
  std::vector<std::filesystem::path> winds{"a.nc", "b.nc"};
  struct Nest {
    std::filesystem::path file;
  };
  std::vector<Nest> nests{{"c.nc"}};
  OptionTable table;
  table.add("mesh", mesh, "Read.");
  table.add("empty", empty, "Not given.");
  table.add("none", none, "Not given.");
  table.add("folder", folder, "Written.").for_output();
  table.add("winds", winds, "Read.");
  table.add_list(
      "nests", nests, [](OptionTable& item, Nest& nest) { item.add("file", nest.file, "Read."); }, "");
  EXPECT_EQ(table.input_paths(), (std::vector<std::filesystem::path>{"mesh.nc", "a.nc", "b.nc", "c.nc"}));
}

TEST(OptionTable, ResolvedConfigurationReadsBackToTheSame) {
  Settings first = read(R"(
time: {start: 1996-01-15T18:00:00Z, step: 90 min}
grid: {length: 12345.678, speed: 0.3, limit: 0.123456789012345, levels: []}
title: 'quoted "words" and \ : # 1'
points: [{name: "null"}, {name: "Null"}, {name: "NULL"}, {name: "- b", lon: 1e-7, fields: [a b, "c, d"]}]
propagation: {scheme: upwind}
)");
  std::ostringstream resolved;
  table_of(first).write_resolved(resolved);
  Settings second = read(resolved.str());
  std::ostringstream again;
  table_of(second).write_resolved(again);
  EXPECT_EQ(resolved.str(), again.str());
  EXPECT_EQ(second.title, first.title);
  EXPECT_EQ(second.length, first.length);
  EXPECT_EQ(second.speed, first.speed);
  EXPECT_EQ(second.limit, first.limit);
  EXPECT_EQ(second.step, 5400);
  ASSERT_EQ(second.points.size(), 4u);
  EXPECT_EQ(second.points[0].name, "null");
  EXPECT_EQ(second.points[1].name, "Null");
  EXPECT_EQ(second.points[2].name, "NULL");
  EXPECT_EQ(second.points[3].name, "- b");
  EXPECT_EQ(second.points[3].lon, 1e-7);
  EXPECT_EQ(second.points[3].fields, first.points[3].fields);
  EXPECT_NE(resolved.str().find("  step: 90 min"), std::string::npos) << resolved.str();
  EXPECT_NE(resolved.str().find("# Step of the model."), std::string::npos);
}

TEST(OptionTable, AGroupThatIsContinuedLaterIsWrittenOnce) {
  double a = 1.0, b = 2.0, c = 3.0, d = 4.0, e = 5.0;
  const auto table = [&] {
    OptionTable made;
    made.add("first.inner.a", a, "A.");
    made.add("second.b", b, "B.");
    made.add("first.c", c, "C.");
    made.add("first.inner.d", d, "D.");
    made.add("third.e", e, "E.");
    return made;
  };
  std::ostringstream resolved, again;
  table().write_resolved(resolved);
  const std::string written = resolved.str();
  EXPECT_LT(written.find("first:"), written.find("    a: 1"));
  EXPECT_LT(written.find("    a: 1"), written.find("    d: 4"));
  EXPECT_LT(written.find("    d: 4"), written.find("  c: 3"));
  EXPECT_LT(written.find("  c: 3"), written.find("second:"));
  EXPECT_EQ(written.find("first:"), written.rfind("first:"));
  a = b = c = d = e = 0.0;
  table().read_text(written, "resolved.yaml");
  table().write_resolved(again);
  EXPECT_EQ(again.str(), written);
}

TEST(OptionTable, ReferenceHasEveryOptionWithItsDefault) {
  Settings settings;
  const OptionTable table = table_of(settings);
  std::ostringstream markdown, plain;
  table.write_reference_markdown(markdown);
  table.write_reference_text(plain);
  for (const char* row :
       {"## time\n\nWhen the run starts, and its step.\n",
        "| `time.start` | required | date | First date of the run. |\n",
        "| `time.step` | 10 min | whole number [s] from 1 to 86400 | Step of the model. |\n",
        "| `grid.length` | 12 km | number [m] above 0 | Width of a cell. |\n",
        "| `grid.limit` | none | number of at most 1, or none | Where it ends, if anywhere. |\n",
        "| `words` | [hs] | any of hs, tp or dir | What to write. |\n",
        "| `propagation.scheme` | third_order | upwind or third_order | Scheme of the fluxes. |\n",
        "| `points` | [] | list of groups | Places with a time series. |\n",
        "| `points[].lon` | 0 degree | number [degree] from -180 to 360 | Longitude. |\n"})
    EXPECT_NE(markdown.str().find(row), std::string::npos) << row << "\n" << markdown.str();
  for (const char* row :
       {"time: When the run starts, and its step.\n",
        "  time.step = 10 min   (whole number [s] from 1 to 86400)\n      Step of the model.\n",
        "  points[].name = required   (text)\n"})
    EXPECT_NE(plain.str().find(row), std::string::npos) << row << "\n" << plain.str();
}

TEST(OptionTable, ChecksValuesThatNoFileGave) {
  Settings s;
  s.start = DateTime::parse("2020-01-01");
  s.points.resize(2);
  s.points[0].name = "buoy";
  OptionTable sound = table_of(s);
  sound.check_values("the settings");
  s.step = 0;
  s.words = {"hs", "height"};
  s.points[0].lon = 400.0;
  OptionTable table = table_of(s);
  std::string said;
  try {
    table.check_values("the settings");
  } catch (const Error& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("the settings: time.step is 0 s"), std::string::npos) << said;
  EXPECT_NE(said.find("the settings: words is 'height'"), std::string::npos) << said;
  EXPECT_NE(said.find("the settings: points[1].lon is 400"), std::string::npos) << said;
  EXPECT_EQ(table.place("time.step"), "the settings");
}

}  // namespace groundswell
