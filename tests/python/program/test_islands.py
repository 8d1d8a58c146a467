# SPDX-License-Identifier: Apache-2.0
"""Islands smaller than the cells, of ETOPO5: swell behind island chains on cells of 120 km beside rays through the same
bathymetry, and seas of coarse cells beside those of fine ones. Prints the tables of docs/theory/propagation.md.
"""

import unittest
from pathlib import Path
from typing import NamedTuple

import netCDF4
import numpy as np
from program_case import ROOT, ProgramTest, overrides

HEIGHTS = Path("/usr/share/ferret-vis/data/etopo5.cdf")
WINDS = Path("/usr/share/ncarg/data/cdf/Ustorm.cdf")
RADIUS, GRAVITY = 6.37122e6, 9.80665
HOURS = 6 * np.arange(15)  # dates of the output
PERIOD, SPREAD, WIDTH = 12.0, 16.0, 600e3  # of the swell: peak [s], [degree], standard deviation in space [m]


class Chain(NamedTuple):
    """A swell that comes `from_` [degree] and starts at (lon, lat), and the sea behind the islands."""

    lon: float
    lat: float
    from_: float
    west: float
    east: float
    south: float
    north: float

    def holds(self, lon, lat):
        return ((lon - self.west) % 360 <= self.east - self.west) & (lat >= self.south) & (lat <= self.north)


CHAINS = {
    "Aleutians": Chain(-178, 41, 180, 172, 188, 54, 58),
    "Lesser Antilles": Chain(-48, 15, 90, -69, -63, 12.7, 17),
    "Bahamas": Chain(-64, 32, 57, -80.5, -76, 22.5, 27),
    "Bahamas, at Andros": Chain(-62, 25, 90, -80.3, -77.6, 23, 26.7),
    "Tuamotu": Chain(-134, -29, 150, -154, -144, -14, -9),
    "Hawaii": Chain(-157, 33, 0, -161, -154, 12, 18),
    "Galapagos": Chain(-101, -10, 225, -90, -84, 0.5, 5),
    "Solomons": Chain(170, 2, 45, 152, 158, -14, -8),
}


def unit_vector(lon, lat):
    lon, lat = np.radians(lon), np.radians(lat)
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], -1)


def axes_at(points):
    """Unit vectors to the east and to the north."""
    lon = np.arctan2(points[..., 1], points[..., 0])
    east = np.stack([-np.sin(lon), np.cos(lon), np.zeros_like(lon)], -1)
    return east, np.cross(points, east)


class Land:
    def __init__(self):
        with netCDF4.Dataset(HEIGHTS) as file:
            self.lon, self.lat = file["ETOPO05_X"][:].data, file["ETOPO05_Y"][:].data
            self.is_land = np.ma.filled(file["ROSE"][:], 0.0) >= 0.0

    def at(self, points):
        step = self.lon[1] - self.lon[0]
        column = np.rint((np.degrees(np.arctan2(points[..., 1], points[..., 0])) - self.lon[0]) / step).astype(int)
        row = np.rint((np.degrees(np.arcsin(np.clip(points[..., 2], -1, 1))) - self.lat[0]) / step).astype(int)
        return self.is_land[row.clip(0, len(self.lat) - 1), column % len(self.lon)]


def trace_rays(chain, point, land):
    """The energy at a point, summed over the dates and the bins of the model, without and with land: each ray goes
    back along its great circle to where its waves were at the start."""
    start = unit_vector(chain.lon, chain.lat)
    frequency = np.array([1 / 1.1, 1.0, 1.1]) / PERIOD
    weight = np.exp(-0.5 * ((frequency * PERIOD - 1.0) / 0.05) ** 2) * frequency
    speed = GRAVITY / (4.0 * np.pi * frequency)
    travel = np.radians(270.0 - chain.from_)
    directions = travel + np.radians(np.arange(-75, 76, 1.5))
    east, north = axes_at(point)
    back = -(np.cos(directions)[:, None] * east + np.sin(directions)[:, None] * north)
    step = 4e3 / RADIUS
    away = np.arange(int(speed.max() * HOURS[-1] * 3600.0 / RADIUS / step) + 2) * step
    path = np.cos(away)[:, None] * point + np.sin(away)[:, None] * back[:, None, :]
    is_free = np.cumsum(land.at(path), axis=1) == 0
    angle = (speed[:, None] * HOURS * 3600.0 / RADIUS).ravel()  # back to the start
    source = np.cos(angle)[:, None] * point + np.sin(angle)[:, None] * back[:, None, :]
    ahead = np.sin(angle)[:, None] * point - np.cos(angle)[:, None] * back[:, None, :]
    east, north = axes_at(source)
    turned = np.arctan2((ahead * north).sum(-1), (ahead * east).sum(-1)) - travel
    distance = np.arccos(np.clip(source @ start, -1, 1)) * RADIUS / WIDTH
    power = 2.0 / np.radians(SPREAD) ** 2 - 1.0  # of cos^2s (Kuik et al. 1988)
    energy = np.exp(-0.5 * distance**2) * np.abs(np.cos(0.5 * turned)) ** (2 * power)
    energy = energy * np.repeat(weight, len(HOURS))
    return np.array([energy.sum(), (energy * is_free[:, np.rint(angle / step).astype(int)]).sum()])


def read_seas(path, hour=None):
    """Longitude, latitude and area of the cells, and Hs^2: at a date, or summed over all."""
    with netCDF4.Dataset(path) as file:
        energy = np.ma.filled(file["hs"][:], 0.0).astype(float) ** 2
        places = [np.asarray(file[name][:]) for name in ("lon", "lat", "areaCell")]
    return *places, energy.sum(axis=0) if hour is None else energy[hour]


def nearest(points, others):
    return np.concatenate([np.argmax(part @ others.T, axis=1) for part in np.array_split(points, 50)])


class Islands(ProgramTest):
    def setUp(self):
        super().setUp()
        if not HEIGHTS.exists():
            self.skipTest(f"there is no {HEIGHTS} (Debian package ferret-datasets)")

    def make_mesh(self, name, *settings, of=None):
        """A mesh of this case, or of the text `of`."""
        source = ROOT / "cases/us_east_coast_1996/mesh.yaml"
        if of:
            source = self.folder / f"{name}.yaml"
            source.write_text(of)
        mesh = self.folder / f"{name}.nc"
        self.succeed("mesh", source, "--output", mesh, *overrides(settings), time_limit=300)
        return mesh

    def run_case(self, case, name, *settings):
        out = self.folder / name
        self.succeed("run", case, *overrides([f"output.folder={out}", *settings]), ranks=2, time_limit=900)
        return out / "fields.nc"

    def run_swell(self, name, chain, mesh, *settings):
        case = self.folder / "swell.yaml"
        case.write_text(f"""
title: swell
time: {{start: 2000-01-01, end: 2000-01-04T12:00:00Z, step: 30 min}}
spectrum: {{frequencies: 3, first_frequency: {1 / PERIOD / 1.1}}}
physics: {{enabled: false}}
initial: {{kind: swell, height: 4, period: {PERIOD}, direction: {chain.from_}, spread: {SPREAD}, lon: {chain.lon},
  lat: {chain.lat}, radius: {WIDTH}}}
output: {{fields: {{interval: 6 h, names: [hs]}}}}
""")
        return read_seas(self.run_case(case, name, f"mesh.file={mesh}", *settings))

    def test_chains_let_pass_what_rays_pass(self):
        land = Land()
        globe = f"{{kind: global, cells: 40962, bathymetry: {{file: {HEIGHTS}, variable: ROSE}}}}\n"
        sea = self.make_mesh("sea", of=globe)
        free = self.make_mesh("free", of="{kind: global, cells: 40962, bathymetry: {depth: 4000}}\n")
        print("| chain | rays | with islands | without | cells, rms with | without |\n|---|---|---|---|---|---|")
        for name, chain in CHAINS.items():
            lon, lat, _, with_islands = self.run_swell(f"{name} with", chain, sea)
            without = self.run_swell(f"{name} without", chain, sea, "propagation.obstacles=false")[3]
            free_lon, free_lat, _, free_energy = self.run_swell(f"{name} free", chain, free)
            behind = np.flatnonzero(chain.holds(lon, lat))
            points = unit_vector(lon[behind], lat[behind])
            open_sea = free_energy[nearest(points, unit_vector(free_lon, free_lat))]
            crowded = open_sea > 0.2 * open_sea.max()
            behind, points, open_sea = behind[crowded], points[crowded], open_sea[crowded]
            rays = np.array([self.trace_around(chain, point, land) for point in points])
            shares = {"with": with_islands[behind] / open_sea, "without": without[behind] / open_sea}
            of_rays = rays[:, 1].sum() / rays[:, 0].sum()
            means = {key: (share * open_sea).sum() / open_sea.sum() for key, share in shares.items()}
            rms = {k: np.sqrt(np.mean((share - rays[:, 1] / rays[:, 0]) ** 2)) for k, share in shares.items()}
            print(f"| {name} | {of_rays:.2f} | {means['with']:.2f} | {means['without']:.2f} | {rms['with']:.2f} | "
                  f"{rms['without']:.2f} |", flush=True)  # fmt: skip
            with self.subTest(name):
                self.assertGreater(len(behind), 8)
                self.assertAlmostEqual(means["with"], of_rays, delta=0.1)
                self.assertLess(rms["with"], 0.2)

    def trace_around(self, chain, point, land):
        """Energies of rays at the centre of a cell and around it, where there is no land."""
        east, north = axes_at(point)
        turns = np.radians(np.arange(0, 360, 60))
        around = point + 35e3 / RADIUS * (np.cos(turns)[:, None] * east + np.sin(turns)[:, None] * north)
        places = np.vstack([point, around / np.linalg.norm(around, axis=1)[:, None]])
        return sum(trace_rays(chain, place, land) for place in places[~land.at(places)])

    def test_no_land_counts_twice_in_the_gulf_of_maine(self):
        if not WINDS.exists():
            self.skipTest(f"there is no {WINDS} (Debian package libncarg-data)")
        mesh = self.make_mesh("storm", "spacing=100 km", "coast_spacing=60 km")
        case, heights = ROOT / "cases/us_east_coast_1996/case.yaml", []
        for use in ("true", "false"):
            fields = self.run_case(case, f"storm {use}", f"mesh.file={mesh}", "time.start=1996-01-18T18:00:00Z",
                                   "time.end=1996-01-19T18:00:00Z", "output.boundaries=[]", "output.lat_lon.interval=0",
                                   f"propagation.obstacles={use}")  # fmt: skip
            lon, lat, _, energy = read_seas(fields, hour=18)
            heights.append(np.sqrt(energy[(lon > -71) & (lon < -66) & (lat > 42) & (lat < 45)]).mean())
        print(f"Gulf of Maine: {heights[0]:.3f} m with islands, {heights[1]:.3f} m without")
        self.assertGreater(heights[1], 5.0)
        self.assertAlmostEqual(heights[0] / heights[1], 1.0, delta=0.02)

    def test_a_coarse_mediterranean_comes_closer_to_a_fine_one(self):
        region = f"""
kind: region
region: {{west: -5.5, east: 36.3, south: 30, north: 46}}
bathymetry: {{file: {HEIGHTS}, variable: ROSE}}
"""
        coarse = self.make_mesh("coarse", "spacing=60 km", of=region)
        fine = self.make_mesh("fine", "spacing=12 km", of=region)
        case = self.folder / "mistral.yaml"
        case.write_text("""
title: mistral
time: {start: 2000-01-01, end: 2000-01-02, step: 10 min}
wind: {kind: constant, speed: 15, from: 320}
output: {fields: {interval: 24 h, names: [hs]}}
""")
        lon, lat, _, blocked = read_seas(self.run_case(case, "blocked", f"mesh.file={coarse}"), hour=-1)
        unblocked = self.run_case(case, "unblocked", f"mesh.file={coarse}", "propagation.obstacles=false")
        passed = read_seas(unblocked, hour=-1)[3]
        fine_lon, fine_lat, area, energy = read_seas(self.run_case(case, "fine", f"mesh.file={fine}"), hour=-1)
        cell = nearest(unit_vector(fine_lon, fine_lat), unit_vector(lon, lat))
        areas = np.bincount(cell, area, len(lon))
        true = np.sqrt(np.bincount(cell, energy * area, len(lon)) / np.maximum(areas, 1.0))
        blocked, passed = np.sqrt(blocked), np.sqrt(passed)
        changed = (areas > 0.0) & (blocked < 0.98 * passed)
        rms = [np.sqrt(np.mean((hs - true)[changed] ** 2)) for hs in (blocked, passed)]
        print(f"Mediterranean: {changed.sum()} cells of 60 km, off by {rms[0]:.2f} m rms with islands, {rms[1]:.2f} m "
              f"without, of {true[changed].mean():.2f} m in cells of 12 km")  # fmt: skip
        self.assertGreater(changed.sum(), 50)
        self.assertLess(rms[0], 0.85 * rms[1])


if __name__ == "__main__":
    unittest.main()
