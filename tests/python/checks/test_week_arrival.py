#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cases/global_week/arrival.py accepts swell that travels at the group speed, and no other."""

import contextlib
import io
import re
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import netCDF4
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "cases/global_week"))
import arrival  # noqa: E402

PLACES = {
    "Pacific": (-172, 31),
    "Hawaii": (-158.3, 21.9),
    "Atlantic": (-22, 45.5),
    "Nazare": (-9.7, 39.6),
    "Indian Ocean": (99, -42),
    "Cape Naturaliste": (114.7, -33.6),
}
TO = np.arange(0.0, 360, 10)  # [degrees]


class Arrival(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write_spectra(self, hours, late):
        """Swell that leaves each storm at its peak, of 8 hours (standard deviation) and with a second swell, ten times
        as high, from the other side; it reaches the coasts `late` hours after groups do."""
        frequency = 0.04177248 * 1.1 ** np.arange(12)
        energy = np.zeros((len(hours), len(PLACES), len(frequency), len(TO)))
        for storm, way in zip(arrival.STORMS, arrival.WAYS, strict=True):
            for name in way:
                there = PLACES[name]
                towards = round(arrival.bearing(*there, storm.lon, storm.lat) / 10) + 18
                travel = arrival.distance(storm.lon, storm.lat, *there) / (9.80665 / (4 * np.pi * frequency)) / 3600
                age = hours[:, np.newaxis] - storm.peak - travel - late * (name == way[1])
                at = list(PLACES).index(name)
                energy[:, at, :, towards % 36] = np.exp(-((age / 8) ** 2) / 2)
                energy[:, at, :, (towards + 18) % 36] = 10 * np.exp(-(((age + 30) / 8) ** 2) / 2)
        with netCDF4.Dataset(self.folder / "spectra.nc", "w") as file:
            for name, size in (("time", len(hours)), ("station", len(PLACES)), ("letter", 16)):
                file.createDimension(name, size)
            names = file.createVariable("station_name", "S1", ("station", "letter"))
            names._Encoding = "ascii"
            names[:] = np.array(list(PLACES), dtype="S16")
            self.write(file, "time", ("time",), hours, units="hours since 2000-01-01")
            for name, values in (("frequency", frequency), ("direction", TO)):
                file.createDimension(name, len(values))
                self.write(file, name, (name,), values)
            for i, name in enumerate(("longitude", "latitude")):
                self.write(file, name, ("time", "station"), [[place[i] for place in PLACES.values()]] * len(hours))
            self.write(file, "efth", ("time", "station", "frequency", "direction"), energy)

    def write_fields(self):
        """One cell in each storm, with waves of 10 m in the 60th hour."""
        with netCDF4.Dataset(self.folder / "fields.nc", "w") as file:
            file.createDimension("time", 3)
            file.createDimension("nCells", len(arrival.STORMS))
            self.write(file, "time", ("time",), [0, 57, 60], units="hours since 2000-01-01")
            for name in ("lon", "lat"):
                self.write(file, name, ("nCells",), [getattr(storm, name) for storm in arrival.STORMS])
            self.write(file, "hs", ("time", "nCells"), [[0.0] * 3, [9.0] * 3, [10.0] * 3])

    def write(self, file, name, dimensions, values, **attributes):
        variable = file.createVariable(name, "f8", dimensions)
        variable.setncatts(attributes)
        variable[:] = values

    def compare(self, late=0.0, days=8):
        """The exit status and the words of the script."""
        self.write_spectra(np.arange(24.0 * days + 1), late)
        self.write_fields()
        said = io.StringIO()
        with mock.patch.object(sys, "argv", ["arrival.py", str(self.folder)]), contextlib.redirect_stdout(said):
            return arrival.main(), said.getvalue()

    def largest_difference(self, said):
        return float(re.search(r"within (\S+) hours of groups", said).group(1))

    def test_swell_at_the_group_speed_holds(self):
        status, said = self.compare()
        self.assertEqual(status, 0, said)
        self.assertLess(self.largest_difference(said), 0.2)
        self.assertEqual(said.count("waves of 10.0 m at hour 60"), 3, said)

    def test_late_and_early_swell_fails(self):
        for late in (-4.0, 4.0):
            status, said = self.compare(late)
            self.assertEqual(status, 1, said)
            self.assertAlmostEqual(self.largest_difference(said), 4.0, delta=0.2)

    def test_swell_that_has_not_arrived_fails(self):
        self.assertEqual(self.compare(days=4)[0], 1)


if __name__ == "__main__":
    unittest.main()
