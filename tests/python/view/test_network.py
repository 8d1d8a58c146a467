# SPDX-License-Identifier: Apache-2.0
"""The clusters and positions in the picture of a network reflect the measured distances."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from groundswell_view import network, network_layout, network_panels  # noqa: E402
from groundswell_view.errors import ViewError  # noqa: E402
from PIL import Image  # noqa: E402
from support import run  # noqa: E402


def make_times(racks: np.ndarray, far: float = 4.0, noise: float = 0.2) -> np.ndarray:
    """Times of messages: about 10 us within a rack, `far` times as long between racks."""
    factor = np.random.default_rng(3).uniform(1.0, 1.0 + noise, (len(racks),) * 2)
    times = 10.0 * factor * np.where(racks[:, None] == racks, 1.0, far)
    np.fill_diagonal(times, 0.0)
    return times


def deal(sizes: list[int]) -> np.ndarray:
    return np.random.default_rng(5).permutation(np.repeat(np.arange(len(sizes)), sizes))


def make_model(times: np.ndarray, sizes: list[int]) -> dict:
    tables = [[[None if np.isnan(t) else t for t in row] for row in (i + 1) * times] for i in range(len(sizes))]
    names = [{"name": f"n{i}", "host": f"n{i}"} for i in range(len(times))]
    return {"places": names, "bytes": sizes, "microseconds": tables}


def make_file(times: np.ndarray, loaded: bool = True) -> dict:
    nothing = {"places": [], "bytes": [], "microseconds": []}
    return {"format": "groundswell network", "version": 1, "machine": "two racks", "date": "2024-05-06T07:08:09Z",
            "probes": 1, "samples": 10, "outliers": 0, "between": make_model(times, [8, 4096]),
            "under_load": make_model(3.0 * times, [4096]) if loaded else nothing, "inside": []}  # fmt: skip


class Network(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)
        self.file, self.out = self.folder / "net.json", self.folder / "net.png"

    def write(self, data) -> Path:
        self.file.write_text(json.dumps(data))
        return self.file

    def test_clusters_are_the_racks(self):
        for sizes in ([8, 8], [5, 1, 7], [3, 3, 3, 3]):
            racks = deal(sizes)
            distances = network_layout.symmetric(make_times(racks))
            order, cluster = network_layout.find_clusters(distances)
            self.assertEqual(sorted(order), list(range(len(racks))))
            self.assertEqual(len(set(zip(racks, cluster))), len(sizes))  # one cluster for each rack
            self.assertEqual(np.count_nonzero(np.diff(racks[order])), len(sizes) - 1)  # each rack stays in one piece
        order, cluster = network_layout.find_clusters(network_layout.symmetric(make_times(deal([9]))))
        self.assertEqual(set(cluster), {0})
        line = np.abs(np.subtract.outer(*[np.array([4.0, 0.0, 3.0, 1.0])] * 2))  # four places on a line
        self.assertIn(list(network_layout.find_clusters(line)[0]), ([1, 3, 2, 0], [0, 2, 3, 1]))

    def test_distances_that_were_not_measured(self):
        distances = np.array([[0.0, 1.0, np.nan], [3.0, 0.0, np.nan], [5.0, np.nan, 0.0]])
        self.assertEqual(network_layout.symmetric(distances).tolist(), [[0, 2, 5], [2, 0, 5], [5, 5, 0]])

    def test_layout_keeps_distances(self):
        points = np.random.default_rng(1).normal(size=(12, 2))
        distances = np.hypot(*(points[:, None] - points).transpose(2, 0, 1)) + 1.5 * (1.0 - np.eye(12))
        placed = network_layout.lay_out(distances)
        apart = np.hypot(*(placed[:, None] - placed).transpose(2, 0, 1))
        off = np.triu_indices(12, 1)
        self.assertGreater(np.corrcoef(apart[off], distances[off])[0, 1], 0.9)
        racks = deal([6, 6])
        placed = network_layout.lay_out(network_layout.symmetric(make_times(racks, far=100.0)))
        apart = np.hypot(*(placed[:, None] - placed).transpose(2, 0, 1))
        same = (racks[:, None] == racks) & ~np.eye(12, dtype=bool)
        self.assertLess(apart[same].max(), apart[racks[:, None] != racks].min())
        self.assertGreater(apart[same].min(), 0.02 * apart.max())  # places do not hide each other
        self.assertEqual(network_layout.lay_out(np.zeros((1, 1))).shape, (1, 2))
        self.assertTrue(np.isfinite(network_layout.lay_out(np.zeros((3, 3)))).all())

    def test_links_join_all(self):
        racks = deal([6, 6])
        links = network_layout.find_links(network_layout.symmetric(make_times(racks)), 2)
        self.assertEqual(sum(racks[a] != racks[b] for a, b in links), 1)  # a single link joins the racks
        reached = {0}
        for _ in range(12):
            reached |= {place for link in links if reached & set(link) for place in link}
        self.assertEqual(len(reached), 12)

    def test_matrix_shows_the_order_and_the_chosen(self):
        times = make_times(np.array([0, 1, 0, 1]), noise=0.0)
        order, cluster = network_layout.find_clusters(network_layout.symmetric(times))
        table = network_panels.Table(times, ["a", "b", "c", "d"], order, cluster, np.array([2]))
        _, (axes, bar, graph) = plt.subplots(1, 3)
        network_panels.draw_matrix(axes, bar, table, "label")
        names = [label.get_text() for label in axes.get_yticklabels()]
        self.assertEqual({"".join(names[:2]), "".join(names[2:])}, {"ac", "bd"})
        shown = axes.images[0].get_array()
        self.assertEqual([shown[0, 1], shown[0, 2], shown[3, 2]], [10.0, 40.0, 10.0])
        self.assertTrue(shown.mask[0, 0])
        self.assertEqual(axes.collections[0].get_offsets()[0][1], names.index("c"))
        network_panels.draw_graph(graph, table, network_layout.symmetric(times))
        self.assertEqual(len(graph.collections[0].get_segments()), 6)
        self.assertEqual(len(graph.collections[2].get_offsets()), 1)  # the ring of the chosen place

    def test_pictures(self):
        racks, widths = deal([9, 7]), []
        for loaded, n_bytes in ((True, 4096), (True, 8), (False, 4096)):
            file = self.write(make_file(make_times(racks), loaded))
            names = ",".join(f"n{i}" for i in np.flatnonzero(racks == 1)[:4])
            status, out, err = run(
                "network", file, "-o", self.out, "--chosen", names, "--bytes", n_bytes, "--dpi", "40"
            )
            self.assertEqual(status, 0, err)
            self.assertIn("16 places, 2 clusters", out)
            with Image.open(self.out) as picture:
                widths.append(picture.size[0])
                red = np.all(np.abs(np.array(picture.convert("RGB"), dtype=int) - (0xD1, 0x49, 0x5B)) < 40, axis=2)
            self.assertGreater(red.sum(), 20)  # the marks of the chosen places
        self.assertGreater(widths[0], widths[1])  # only the first has a panel of messages under load
        self.assertEqual(widths[1], widths[2])
        for n in (2, 60):  # only two places; too many places for names
            times = make_times(deal([n]))
            times[0, 1] = np.nan
            self.assertEqual(run("network", self.write(make_file(times)), "-o", self.out, "--dpi", "40")[0], 0)

    def test_long_names_are_shortened(self):
        names = ["node-of-a-machine-001.there.org", "node-of-a-machine-002.there.org"]
        self.assertEqual(network.shorten_names(names), ["nod…ne-001", "nod…ne-002"])
        self.assertEqual(network.shorten_names(["n1.there.org", "n2.there.org"]), ["n1", "n2"])
        self.assertEqual(network.shorten_names(["n1.here", "n1.there"]), ["n1.here", "n1.there"])

    def test_load_of_smaller_messages(self):
        data = make_file(make_times(np.array([0, 1, 1])))
        data["under_load"] = make_model(5.0 * make_times(np.array([0, 1, 1])), [8])
        net = network.read_network(self.write(data))
        order = np.arange(3)
        (_, load) = network._tables(net, 1, order, np.zeros(3, dtype=int), order[:0])
        self.assertIn("8 bytes", load[1])
        np.testing.assert_allclose(load[2].values[0, 1:], 5.0)

    def test_chosen_from_a_file(self):
        found = network.read_network(self.write(make_file(make_times(deal([3, 3])))))
        names = self.folder / "chosen.txt"
        names.write_text("n4\n\nn2\n")
        self.assertEqual(list(network.parse_chosen(str(names), found)), [4, 2])
        self.assertEqual(list(network.parse_chosen("n1, n0", found)), [1, 0])
        self.assertEqual(len(network.parse_chosen("", found)), 0)
        with self.assertRaises(ViewError):
            network.parse_chosen("n6", found)

    def refused(self, data, *words) -> str:
        status, _, err = run("network", self.write(data), "-o", self.out, *words)
        self.assertEqual(status, 1)
        self.assertFalse(self.out.exists())
        return err

    def test_mistakes(self):
        good = make_file(make_times(deal([2, 2])))
        self.assertIn("no place 'x' to mark; it has n0, n1, n2, n3", self.refused(good, "--chosen", "n1,x"))
        self.assertIn("no messages of 9 bytes; measured are 8, 4096", self.refused(good, "--bytes", "9"))
        one = make_file(make_times(deal([1])))
        self.assertIn("no measured messages", self.refused(one))
        self.assertIn("no times of messages", self.refused(make_file(make_times(deal([2])) * np.nan)))
        other = good | {"format": "other"}
        torn = good | {"between": good["between"] | {"microseconds": [[[0.0]]]}}
        words = good | {"between": good["between"] | {"microseconds": "fast"}}
        for data in (other, torn, words, [], {}, 3):
            self.assertIn("is not a network file", self.refused(data))
        self.assertIn("of a later version", self.refused(good | {"version": 2}))
        self.file.unlink()
        self.assertEqual(run("network", self.file, "-o", self.out)[0], 1)


if __name__ == "__main__":
    unittest.main()
