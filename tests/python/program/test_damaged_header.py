# SPDX-License-Identifier: Apache-2.0
"""A netCDF-4 file whose header the netCDF library would read for ever is refused after 10 s of CPU time."""

import unittest

import netCDF4
from program_case import ProgramTest, run_program


class DamagedHeader(ProgramTest):
    def test_is_refused(self):
        path = self.folder / "wind.nc"
        with netCDF4.Dataset(path, "w") as file:
            for name, size in (("time", 2), ("latitude", 19), ("longitude", 36)):
                file.createDimension(name, size)
                file.createVariable(name, "f8", (name,))[:] = range(size)
            file.createVariable("u10", "f4", ("time", "latitude", "longitude"))[:] = 10.0
        # The references between axes and variables lie in a global heap. With this size of its first object, the next
        # one would begin among zeros, which HDF5 reads as an object of size zero, again and again.
        content = bytearray(path.read_bytes())
        at = content.index(b"GCOL") + 24
        content[at : at + 8] = (2048).to_bytes(8, "little")
        path.write_bytes(content)
        case = self.write_case(
            ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [wind.nc]}"),
        )
        self.assert_refused(run_program("check", case), "wind.nc", "damaged")


if __name__ == "__main__":
    unittest.main()
