# SPDX-License-Identifier: Apache-2.0
"""Shared by tests that interrupt coupled jobs: an atmosphere, an ocean and waves."""

from faults_case import FaultsTest


class ChainTest(FaultsTest):
    """A job of an atmosphere, an ocean and waves that exchange fields, with restarts of dates that all have."""

    END, KEEP = "2000-01-01T01:30:00Z", 1  # the number of restarts that each component keeps
    TIME = "time: {{start: 2000-01-01, end: {end}, step: 30 min}}"
    JOB = """
components:
  - {{name: air, kind: toy_atmosphere, file: air.yaml, ranks: {air}}}
  - {{name: sea, kind: toy_ocean, file: sea.yaml, ranks: {sea}}}
  - {{name: waves, kind: run, file: waves.yaml, ranks: {waves}}}
fields:
  - {{name: wind, source: air, target: waves, period: 30 min, use: linear, regridding: bilinear}}
  - {{name: stress, source: air, target: sea, period: 1 h, statistic: mean, lag: 30 min, first: 0,
     regridding: bilinear}}
  - {{name: current, source: sea, target: waves, period: 30 min, lag: 1 h, first: 0, regridding: bilinear,
     no_source: nearest}}
  - {{name: charnock, source: waves, source_field: cha, target: air, period: 30 min, offset: 30 min, first: 0.0185,
     regridding: nearest}}
coupling: {{ledger: ledger.txt}}
"""
    GRID = "grid: {{west: 0, east: 360, south: -{north}, north: {north}, step: 15}}"
    RESTART = "restart: {{folder: out_{name}, interval: 30 min, keep: {keep}}}"
    WAVES = """
mesh: {{kind: icosahedral, bisections: 1}}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
wind: {{kind: coupled}}
current: {{kind: coupled}}
output:
  folder: out
  fields: {{interval: 30 min, names: [hs]}}
  lat_lon: {{interval: 0}}
  restart: {{interval: 30 min, keep: {keep}}}
"""

    def setUp(self):
        super().setUp()
        self.write((1, 1, 1))

    def write(self, split, end=None):
        """Makes the contents of the files, for a split of processes to air, sea and waves, and a date of the end."""
        time = self.TIME.format(end=end or self.END)
        storm = "storm: {lon: 20, lat: 10, max_speed: 45 m/s, radius: 800 km}"
        restart = {name: self.RESTART.format(name=name, keep=self.KEEP) for name in ("air", "sea")}
        contents = {
            "case": [self.JOB.format(air=split[0], sea=split[1], waves=split[2])],
            "air": [time, self.GRID.format(north=90), storm, restart["air"]],
            "sea": [time, self.GRID.format(north=75), restart["sea"]],
            "waves": ["title: waves", time, self.WAVES.format(keep=self.KEEP)],
        }
        self.files = {f"{name}.yaml": "\n".join(lines).encode() for name, lines in contents.items()}
        self.ranks = sum(split)

    def has_restart(self, folder):
        names = [{path.name for path in (folder / out).glob("restart_*.nc")} for out in ("out", "out_air", "out_sea")]
        return bool(set.intersection(*names))

    def files_in(self, folder):
        return super().files_in(folder) | {path.name: path.read_bytes() for path in folder.glob("ledger*.txt")}
