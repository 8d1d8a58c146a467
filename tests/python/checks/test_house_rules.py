# SPDX-License-Identifier: Apache-2.0
"""The checks of layers, names, sizes and includes find violations."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
from check_includes import included, missing_headers  # noqa: E402
from check_layers import link_problems  # noqa: E402
from check_names import problems  # noqa: E402
from check_sizes import cpp_functions  # noqa: E402

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


class HouseRules(unittest.TestCase):
    def test_every_function_is_measured_from_its_head(self):
        self.assertEqual(
            list(cpp_functions(SOURCE.splitlines())), [(5, "Plain", 7), (12, "get", 1), (15, "wrapped", 9)]
        )

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

    def test_links_are_those_of_the_layers(self):
        cmake = "groundswell_library(mesh DEPENDS base exec\n  SOURCES mesh.cpp\n  LINK qhull)\n"
        self.assertEqual(list(link_problems("mesh", cmake, ["exec", "base"])), [])
        self.assertEqual(
            list(link_problems("mesh", cmake, ["base"])),
            ["src/mesh/CMakeLists.txt links base, exec, but layers.toml allows base"],
        )


if __name__ == "__main__":
    unittest.main()
