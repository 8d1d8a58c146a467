# SPDX-License-Identifier: Apache-2.0
"""The checks of layers, names, sizes, includes, reach and owners find violations."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
from check_includes import included, missing_headers  # noqa: E402
from check_layers import link_problems  # noqa: E402
from check_names import problems  # noqa: E402
from check_owners import problems as owner_problems  # noqa: E402
from check_reach import unreached  # noqa: E402
from check_sizes import class_problems, page_problems  # noqa: E402
from cpp_text import class_sizes, cpp_functions  # noqa: E402

SOURCE = """
namespace groundswell {
struct Plain {
  int value = 3;  // no function( here {
  Plain(int a, std::vector<int> b = {1, 2},
        int c = 4)
      : value{a}, other{f(c)} {
    if (a) {
      g();
    }
  }
  int get() const { return value; }
};

template <class T,
          class F>
auto wrapped(T first,
             const char* text = "} {") -> std::vector<T> {
  const auto inner = [&](int x) {
    return x;
  };
  return {inner(1)};
}
const std::map<int, int> table = {{1, 2}};
}  // namespace groundswell
"""

CLASSES = """
class Sea final : public Water {
 public:
  Sea() : depth_(f()), name_{"a"} {}
  Sea(const Sea&) = delete;
  template <class T, class U>
  [[nodiscard]] T height(int cell) const;
  bool operator==(const Sea&) const = default;
  struct Part {
    int first, second;
    int sum() const { return first + second; }
  };
  static constexpr int n = 3;

 private:
  void update(std::vector<int> = {1, 2});
  double depth_ = 0.0, level_{1.0};
  std::function<void(int, int)> told_ = [](int, int) {};
  std::map<int, std::pair<int, int>> name_;
  Part part_;
};
struct Settings {
  int a, b;
};
enum class Kind { one, two };
"""


class HouseRules(unittest.TestCase):
    def test_lines_of_pages_but_not_rows_and_not_what_programs_print(self):
        long = "word " * 30
        page = f"# Page\n{long}\n| {long} |\n```\n{long}\n```\n    {long}\n"
        with tempfile.TemporaryDirectory() as root:
            (Path(root) / "docs/guide").mkdir(parents=True)
            (Path(root) / "docs/guide/page.md").write_text(page)
            lines = [said.split(":")[1] for _, said in page_problems(Path(root))]
        self.assertEqual(lines, ["2", "7"])

    def test_every_function_is_measured_from_its_head(self):
        self.assertEqual(
            list(cpp_functions(SOURCE.splitlines())), [(5, "Plain", 7), (12, "get", 1), (15, "wrapped", 9)]
        )

    def test_members_of_a_class_are_counted(self):
        sizes = list(class_sizes(CLASSES))
        self.assertEqual(sizes, [(2, "Sea", 5, 4, 3), (9, "Part", 2, 1, 1), (22, "Settings", 2, 0, 0)])
        many = ["class Wide {\n public:\n  void f();\n", *(f"  int a{i};\n" for i in range(21)), "};\n"]
        self.assertEqual(
            list(class_problems("a.hpp", "".join(many))),
            [("a.hpp:Wide", "a.hpp:1: Wide has 21 data members and 1 public functions; the limits are 20 and 25")],
        )
        self.assertEqual(list(class_problems("a.hpp", "".join(many[:-2]) + many[-1])), [])
        functions = "".join(f"  void f{i}();\n" for i in range(26))
        self.assertEqual(len(list(class_problems("a.hpp", f"struct Busy {{\n{functions}}};\n"))), 1)
        self.assertEqual(list(class_problems("a.hpp", f"class Hidden {{\n{functions}}};\n")), [])

    def test_a_file_that_nothing_leads_to_is_reported(self):
        files = {
            "apps/main.cpp": '#include "sea/sea.hpp"\n',
            "src/sea/CMakeLists.txt": "groundswell_library(sea SOURCES sea.cpp\n  PUBLIC_HEADERS shore.hpp)\n",
            "src/sea/sea.hpp": "int rise(int cell);\n",
            "src/sea/sea.cpp": '#include "sea/wave.hpp"\n',
            "src/sea/wave.hpp": "",
            "src/sea/rising.cpp": "namespace {\nint tide(int) {}\n}  // namespace\nint rise(int cell) { return 1; }\n",
            "src/sea/shore.hpp": "",
            "src/sea/moon.hpp": '#include "sea/sea.hpp"\nint tide(int day);\n',
            "src/sea/moon_phases.cpp": "int tide(int day) { return day; }\n",
            "bench/moonlight.cpp": '#include "sea/moon.hpp"\n',  # an include in an experiment does not count
            "tests/unit/sea/test_moon.cpp": '#include "sea/moon.hpp"\n',
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            self.assertEqual(list(unreached(Path(folder))), ["sea/moon.hpp", "sea/moon_phases.cpp"])

    def test_a_name_of_two_types_is_reported(self):
        files = [
            ("a.hpp", "struct Grid {\n};\ntemplate <>\nstruct Cell<int> {\n};\n// struct Wave {\n"),
            ("b.hpp", "class Grid final : public Base {\n};\nenum class Wave {\n};\nstruct Part::Grid {\n};\n"),
            ("c.cpp", "struct Part;\nstruct Cell {\n  struct Grid {\n  };\n};\n"),
        ]
        found = list(problems(files))
        self.assertEqual(found, ["the type Grid is defined in a.hpp and in b.hpp; rename all but one"])

    def test_a_header_whose_names_are_used_must_be_included(self):
        text = '#include <vector>\nstd::vector<std::unique_ptr<int>> all;  // std::string\nauto s = "std::map";\n'
        self.assertEqual(missing_headers(text, {"vector"}), {"memory": "unique_ptr"})
        self.assertEqual(missing_headers(text, {"vector", "memory"}), {})
        self.assertEqual(
            missing_headers("std::ranges::sort(a); std::string_view b;", {"string"}), {"algorithm": "sort"}
        )
        self.assertEqual(list(missing_headers("for (int i : {1, 2}) f(i);", {"csignal"})), ["initializer_list"])
        self.assertLess({"memory", "mpi.h", "base/error.hpp"}, included(ROOT / "src/halo/halo_exchange.hpp"))

    def test_memory_that_is_left_behind_is_reported(self):
        good = """
            // a new one, .release()
            #include <new>
            const char* text = "new";  const char* page = R"(a "new" storm)";
            static auto* const all = new std::map<int, int>;
            void* memory = ::operator new(8);
            auto one = std::make_unique<int>(3);
            driver.release.call(renew, new_rank);
            """
        self.assertEqual(list(owner_problems("a.cpp", good)), [])
        bad = ["auto* a = new int;", "new int(std::move(b));", "c.release();", "(void)d->release ( );",
               "static int f() { return *new int; }", "std::unique_ptr<E>(new E);", "static F f; g = new G;",
               "static H h(new I);"]  # fmt: skip
        lines = [said.split(":")[1] for said in owner_problems("a.cpp", "\n".join(bad))]
        self.assertEqual(lines, [str(i + 1) for i in range(len(bad))])

    def test_links_are_those_of_the_layers(self):
        cmake = "groundswell_library(mesh DEPENDS base exec\n  SOURCES mesh.cpp\n  LINK qhull)\n"
        self.assertEqual(list(link_problems("mesh", cmake, ["exec", "base"])), [])
        self.assertEqual(
            list(link_problems("mesh", cmake, ["base"])),
            ["src/mesh/CMakeLists.txt links base, exec, but layers.toml allows base"],
        )


if __name__ == "__main__":
    unittest.main()
