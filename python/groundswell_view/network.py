# SPDX-License-Identifier: Apache-2.0
"""A measured network, from the file of `groundswell network probe`: distances by cluster, and the graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from groundswell_view import maps, network_layout, network_panels
from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

WHAT_TO_DO = "; groundswell network probe writes such files"
LONGEST_NAME = 10  # characters
MOST_PLACES = 2048


@dataclass(frozen=True)
class Network:
    """Places and the time of a message between them [us]."""

    names: list[str]
    bytes: list[int]
    times: np.ndarray  # [size][from][to], NaN if not measured
    load: np.ndarray  # like times, but for the sizes load_bytes and while all pairs of a round send; may be empty
    load_bytes: list[int]
    title: str


def _read_times(part: dict) -> np.ndarray:
    n, sizes = len(part["places"]), len(part["bytes"])
    times = np.array(part["microseconds"], dtype=float).reshape(sizes, n, n)
    for table in times:
        np.fill_diagonal(table, 0.0)
    return times


def read_network(path: Path) -> Network:
    """Reads a file; raises a ViewError if it does not contain a measured network."""
    data = read_json(path)
    try:
        if data["format"] != "groundswell network":
            raise ValueError("another format")
        if data["version"] > 1:
            raise ValueError("of a later version than this program knows")
        between, load = data["between"], data["under_load"]
        title = ", ".join(str(data[key]) for key in ("machine", "date") if data[key])
        names = [str(place["name"]) for place in between["places"]]
        return Network(names, list(between["bytes"]), _read_times(between), _read_times(load) if load["places"] else
                       np.zeros((0, 0, 0)), list(load["bytes"]), title)  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise ViewError(f"'{path}' is not a network file ({error}){WHAT_TO_DO}") from error


def parse_chosen(text: str, network: Network) -> np.ndarray:
    """Indices of the places to mark, from names separated by commas or from a file with one name per line."""
    words = text.split(",")
    try:
        if text and Path(text).is_file():
            words = Path(text).read_text().splitlines()
    except (OSError, ValueError) as error:
        raise ViewError(f"'{text}' cannot be read: {error}") from error
    number = {name: i for i, name in enumerate(network.names)}
    words = [word.strip() for word in words if word.strip()]
    unknown = [word for word in words if word not in number]
    if unknown:
        known = ", ".join(network.names[:8]) + (", .." if len(network.names) > 8 else "")
        raise ViewError(f"the network has no place '{unknown[0]}' to mark; it has {known}")
    return np.array([number[word] for word in words], dtype=int)


def find_size(path: Path, network: Network, wanted: int) -> int:
    """The index of the measured message size `wanted` [bytes]; 0 stands for the largest."""
    if not network.bytes or len(network.names) < 2:
        raise ViewError(f"'{path}' has no measured messages between places{WHAT_TO_DO}")
    if len(network.names) > MOST_PLACES:
        raise ViewError(f"'{path}' has {len(network.names)} places; at most {MOST_PLACES} can be drawn")
    if wanted and wanted not in network.bytes:
        sizes = ", ".join(str(size) for size in network.bytes)
        raise ViewError(f"'{path}' has no messages of {wanted} bytes; measured are {sizes}")
    size = network.bytes.index(wanted) if wanted else len(network.bytes) - 1
    if not np.isfinite(network.times[size][~np.eye(len(network.names), dtype=bool)]).any():
        raise ViewError(f"'{path}' has no times of messages of {network.bytes[size]} bytes{WHAT_TO_DO}")
    return size


def shorten_names(names: list[str]) -> list[str]:
    """Names that fit beside a table: without a common domain, and long ones without their middle."""
    domains = {name.partition(".")[2] for name in names}
    if len(domains) == 1:
        names = [name.partition(".")[0] for name in names]
    begin, end = 3, LONGEST_NAME - 4
    return [name if len(name) <= LONGEST_NAME else f"{name[:begin]}…{name[-end:]}" for name in names]


def _tables(network: Network, size: int, order, cluster, chosen) -> list[tuple[str, str, network_panels.Table]]:
    """Title, unit and values of each panel with a table."""
    times, n_bytes = network.times[size], network.bytes[size]

    names = shorten_names(network.names)

    def table(values: np.ndarray) -> network_panels.Table:
        return network_panels.Table(values, names, order, cluster, chosen)

    tables = [("Time of a message, by cluster", f"{n_bytes:,} bytes [µs]", table(times))]
    if network.load_bytes and min(network.load_bytes) <= n_bytes:
        # The largest messages may not have been measured under load.
        loaded = max(size for size in network.load_bytes if size <= n_bytes)
        alone = network.times[network.bytes.index(loaded)]
        ratio = network.load[network.load_bytes.index(loaded)] / np.where(alone > 0.0, alone, np.nan)
        which = "" if loaded == n_bytes else f", {loaded:,} bytes"
        tables.append(("What others cost that talk, too", f"time with all pairs at once / alone{which}", table(ratio)))
    return tables


def draw_network(path: Path, out: Path, chosen_text: str, n_bytes: int, dpi: int) -> str:
    """Draws the network in the file `path` and writes the picture to `out`; returns a message for the user."""
    network = read_network(path)
    size = find_size(path, network, n_bytes)
    chosen = parse_chosen(chosen_text, network)
    distances = network_layout.symmetric(network.times[size])
    order, cluster = network_layout.find_clusters(distances)
    tables = _tables(network, size, order, cluster, chosen)
    panel, height, side = 6.8, 6.3, 4.5  # [inch]
    width = panel * len(tables) + 5.2
    figure = plt.figure(figsize=(width, height), dpi=dpi)

    def add_axes(left: float, across: float):
        return figure.add_axes([left / width, 0.75 / height, across / width, side / height])

    for number, (title, label, table) in enumerate(tables):
        left = 0.85 + number * panel
        axes = add_axes(left, side)
        network_panels.draw_matrix(axes, add_axes(left + side + 0.25, 0.16), table, label)
        axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left", pad=14)
    graph = add_axes(width - side - 0.35, side)
    network_panels.draw_graph(graph, tables[0][2], distances)
    graph.set_title("The graph: near places are close", fontsize=10.5, fontweight="bold", loc="left", pad=14)
    n_cluster = int(cluster.max()) + 1
    clusters = "no clear clusters" if n_cluster == 1 else f"{n_cluster} clusters"
    about = [network.title, f"{len(network.names)} places", clusters, f"{len(chosen)} chosen" if len(chosen) else ""]
    figure.text(0.3 / width, 1 - 0.28 / height, "The network", fontsize=14, fontweight="bold", va="center")
    figure.text(0.3 / width, 1 - 0.56 / height, ", ".join(part for part in about if part), fontsize=9.5, va="center",
                color="#40464d")  # fmt: skip
    maps.save(figure, out)
    return f"{len(network.names)} places, {clusters}"
