# SPDX-License-Identifier: Apache-2.0
"""Opens the output of two ranks in other tools and compares what they read with the formulas that produced it.

Usage: test_output_opens.py <write_sample_output> <launcher, its options ...>
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import uxarray as ux
import xarray as xr
from compliance_checker.runner import CheckSuite, ComplianceChecker
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIONetCDF import vtkNetCDFUGRIDReader
from wavespectra import read_ww3

LAND = {"west": 20, "east": 80, "south": -30, "north": 40}


def run(*command):
    """Runs a command and returns its output, which is shown if the command fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


def expected_hs(lat, hours):
    """Wave height [m] in the sample output (tests/parallel/wave_output/sample_run.hpp)."""
    return 3 + 2 * np.sin(np.radians(lat)) + 0.1 * hours


def expected_spectral_hs(lat):
    """Wave height [m] of the sample's spectra."""
    f = 0.05 * 1.1 ** np.arange(12)
    directions = np.radians((np.arange(24) + 0.5) * 15 - 60)
    spread = np.where(np.cos(directions) > 0, np.cos(directions) ** 2, 0).sum() * np.radians(15)
    variance = np.trapezoid(np.exp(-10 * (f / 0.08 - 1) ** 2), f) * spread * (2 + np.sin(np.radians(lat)))
    return 4 * np.sqrt(variance)


def expected_wind(lon, lat):
    """East and north components [m/s] of the sample's wind, which is one constant vector in three-dimensional space."""
    lon, lat = np.radians(lon), np.radians(lat)
    u = -8 * np.sin(lon) - 3 * np.cos(lon)
    v = -8 * np.sin(lat) * np.cos(lon) + 3 * np.sin(lat) * np.sin(lon) + 5 * np.cos(lat)
    return u, v


def nautical_from(u, v):
    return np.degrees(np.arctan2(-u, -v)) % 360


def angle_between(a, b):
    return np.abs((np.asarray(a) - np.asarray(b) + 180) % 360 - 180)


def away_from_land(lon, lat, margin):
    """Whether places lie outside the continent, with a margin [degree], and north of the ice."""
    near = (
        (lon > LAND["west"] - margin)
        & (lon < LAND["east"] + margin)
        & (lat > LAND["south"] - margin)
        & (lat < LAND["north"] + margin)
    )
    return ~near & (lat > -75 + margin)


def check_conventions(path):
    """Checks title, history, CF version, a long name on every variable, and that dates can be decoded."""
    with xr.open_dataset(path) as data:
        for name in ("title", "source", "history", "Conventions", "forecast_reference_time"):
            assert data.attrs.get(name), f"{path.name} has no {name}"
        bounds = ("lon_bnds", "lat_bnds")  # bounds inherit the attributes of lon and lat
        nameless = [name for name in data.variables if name not in bounds and not data[name].attrs.get("long_name")]
        assert not nameless, f"{path.name}: no long_name on {nameless}"
        assert data.time.dtype.kind == "M", f"{path.name}: dates do not decode"
        assert str(data.time.values[0])[:16] == "1996-01-15T18:00", data.time.values[0]


def check_xarray(folder):
    with xr.open_dataset(folder / "fields.nc") as data:
        assert data.hs.dims == ("time", "nCells") and data.sizes["time"] == 4
        assert data.hs.attrs["units"] == "m" and data.hs.attrs["location"] == "face"
        assert float(data.lon.min()) >= -180 and float(data.lon.max()) < 180
        lon, lat = data.lon.values, data.lat.values
        sea = lat >= -75
        assert np.isnan(data.hs.values[:, ~sea]).all() and not np.isnan(data.hs.values[:, sea]).any()
        assert np.allclose(data.hs.values[3, sea], expected_hs(lat[sea], 3), atol=1e-5)
        u, v = expected_wind(lon, lat)
        assert np.allclose(data.uwnd.values[0], u, atol=1e-4) and np.allclose(data.vwnd.values[0], v, atol=1e-4)
        assert angle_between(data.dir.values[0, sea], nautical_from(u, v)[sea]).max() < 1e-3
    with xr.open_dataset(folder / "lat_lon.nc") as data:
        assert data.swh.dims == ("time", "latitude", "longitude") and data.swh.dtype == np.float32
        lon, lat = np.meshgrid(data.longitude, data.latitude)
        good = away_from_land(lon, lat, 5)
        assert np.abs(data.swh.values[1] - expected_hs(lat, 2))[good].max() < 0.02
        assert np.isnan(data.swh.sel(longitude=50, latitude=0)).all()
        assert {"swh", "mwd", "pp1d", "mp2", "mwp", "u10", "v10"} <= set(data.data_vars)
    with xr.open_dataset(folder / "points.nc") as data:
        assert data.attrs["featureType"] == "timeSeries" and data.hs.dims == ("time", "station")
        assert data.station_name.values.tolist() == ["North Pole", "Hawaii", "Datumsgrænsen-Øst"]
        assert np.allclose(data.hs.values[6], expected_hs(data.lat.values, 3), atol=0.01)


def check_uxarray(folder):
    data = ux.open_dataset(folder / "fields.nc", folder / "fields.nc")
    grid = data.uxgrid
    with xr.open_dataset(folder / "fields.nc") as plain:
        assert grid.n_face == plain.sizes["nCells"] and grid.n_node == plain.sizes["nVertices"]
        expected = float(plain.areaCell.sum()) / plain.attrs["sphere_radius"] ** 2
        sides = plain.nEdgesOnCell.values
    assert set(np.unique(grid.n_nodes_per_face)) == set(np.unique(sides))
    area = float(np.sum(grid.face_areas))
    assert abs(area / expected - 1) < 1e-6, f"uxarray sees an area of {area}, the mesh has {expected}"
    assert np.isclose(float(data["hs"].isel(time=0).max()), 5, atol=0.01)


def check_spectra(folder):
    with xr.open_dataset(folder / "spectra.nc", decode_coords=False) as data:
        # With this attribute, wavespectra would not find the stations, and CDO would read beyond the end of their data.
        assert "coordinates" not in data.efth.attrs, data.efth.attrs["coordinates"]
    with xr.open_dataset(folder / "spectra.nc") as data:
        assert data.efth.dims == ("time", "station", "frequency", "direction")
        # Names are cut to 16 bytes, but never within a character.
        assert data.station_name.values.tolist() == ["North Pole", "Hawaii", "Datumsgrænsen-"]
        u, v = expected_wind(data.longitude.values[0], data.latitude.values[0])
        assert angle_between(data.wnddir.values[0], nautical_from(u, v)).max() < 0.5
        # Waves travel with the wind.
        peak = data.efth.isel(time=1, station=2).argmax(("frequency", "direction"))
        assert angle_between(data.direction[peak["direction"]], nautical_from(u, v)[2] + 180) <= 7.5
    data = read_ww3(str(folder / "spectra.nc"))
    hs = expected_spectral_hs(data.lat.values[:3])
    assert np.allclose(data.spec.hs(tail=False).values[0], hs, rtol=0.05), (data.spec.hs().values[0], hs)
    u, v = expected_wind(data.lon.values[1:3], data.lat.values[1:3])
    assert angle_between(data.spec.dm().values[0, 1:3], nautical_from(u, v)).max() < 2
    place = {"lons": data.lon.values[:1], "lats": data.lat.values[:1]}
    assert data.spec.sel(**place, method="nearest").efth.shape[1] == 1
    data.spec.to_ww3(str(folder / "again.nc"))
    again = read_ww3(str(folder / "again.nc"))
    assert np.allclose(again.spec.hs().values, data.spec.hs().values, rtol=1e-4)


def check_vtk(folder):
    """Reads the mesh with the reader that ParaView uses."""
    reader = vtkNetCDFUGRIDReader()
    reader.SetFileName(str(folder / "fields.nc"))
    reader.SetReplaceFillValueWithNan(True)
    reader.UpdateInformation()
    assert list(reader.GetOutputInformation(0).Get(reader.GetExecutive().TIME_STEPS())) == [0, 3600, 7200, 10800]
    reader.UpdateTimeStep(7200)
    cells = reader.GetOutput()
    with xr.open_dataset(folder / "fields.nc") as data:
        assert cells.GetNumberOfCells() == data.sizes["nCells"]
        assert cells.GetNumberOfPoints() == data.sizes["nVertices"]
        # VTK's reader knows only triangles and quadrilaterals: of other polygons it takes the first four corners.
        for i in range(0, cells.GetNumberOfCells(), 97):
            corners = [cells.GetCell(i).GetPointId(k) + 1 for k in range(4)]
            assert corners == list(data.verticesOnCell.values[i, :4]), i
        hs = vtk_to_numpy(cells.GetCellData().GetArray("hs"))
        assert np.array_equal(hs, data.hs.values[2], equal_nan=True)


# The checker reports these as errors although they are intended: UGRID's cf_role, and spectra that name no
# coordinates, as wavespectra and CDO need (src/wave_output/spectra_file.cpp).
FOREIGN_ERRORS = ("is not a valid cf_role value", "identified as true latitude/longitude")


def check_cf(folder, name):
    """Runs a CF checker, with the table of standard names that it includes."""
    checks = CheckSuite()
    checks.load_all_available_checkers()
    report = folder / f"{name}.json"
    ComplianceChecker.run_checker(
        str(folder / name), ["cf:1.8"], verbose=0, criteria="strict", output_filename=str(report), output_format="json"
    )
    found = json.loads(report.read_text(encoding="utf-8"))["cf:1.8"]
    assert found["all_priorities"], "the checker checked nothing"
    errors = [sentence for item in found["high_priorities"] for sentence in item["msgs"]]
    ours = [sentence for sentence in errors if not any(words in sentence for words in FOREIGN_ERRORS)]
    assert not ours, f"{name}: {ours}"


def check_tracks(folder):
    """Checks that spectra along a track are weighted means over the surrounding cells, and that wavespectra reads both
    files.
    """
    with xr.open_dataset(folder / "track_ship.nc") as ship, xr.open_dataset(folder / "track_cells.nc") as cells:
        assert ship.efth.dims == ("time", "station", "frequency", "direction")
        assert ship.sizes["time"] == 7 and ship.sizes["station"] == 1 and cells.sizes["station"] == 3
        lon, lat = ship.longitude.values[:, 0], ship.latitude.values[:, 0]
        assert lon[0] == 150 and lat[0] == -20 and abs(lon[2] + 170) < 1e-5 and abs(lat[6] - 85) < 1e-5
        assert (ship.distance == 0).all() and "weight" not in ship
        u, v = expected_wind(lon, lat)
        assert np.allclose(ship.wnd.values[:, 0], np.hypot(u, v), atol=0.03)
        assert angle_between(ship.wnddir.values[:, 0], nautical_from(u, v)).max() < 0.5
        assert np.allclose(cells.weight.sum("station"), 1, atol=1e-6)
        assert np.allclose(cells.track_longitude, lon[:, None]) and (cells.distance > 0).all()
        # Near the pole, east is a different direction in neighbouring cells, so later dates are not compared.
        mean = (cells.efth * cells.weight).sum("station").isel(time=slice(3))
        assert np.allclose(ship.efth.isel(station=0, time=slice(3)), mean, atol=1e-5)
    along = read_ww3(str(folder / "track_ship.nc"))
    assert np.allclose(along.spec.hs(tail=False).values[:, 0], expected_spectral_hs(lat), rtol=0.05)
    along.spec.to_ww3(str(folder / "track_again.nc"))
    heights = read_ww3(str(folder / "track_cells.nc")).spec.hs(tail=False).values
    assert heights.shape == (7, 3) and np.isfinite(heights).all()


def check_cdo(folder):
    cdo = shutil.which("cdo")
    assert cdo, "CDO is not installed; `make deps` installs it"
    fields = folder / "fields.nc"
    seen = run(cdo, "sinfo", fields)
    assert "unstructured" in seen and "nvertex=" in seen, seen
    assert "lonlat" in run(cdo, "sinfo", folder / "lat_lon.nc")
    for method in ("remapnn", "remapcon"):
        remapped = folder / f"{method}.nc"
        run(cdo, "-s", "-f", "nc4", f"{method},r90x45", "-selname,hs,dpt", fields, remapped)
        with xr.open_dataset(remapped) as data:
            lon, lat = np.meshgrid((data.lon + 180) % 360 - 180, data.lat)
            good = away_from_land(lon, lat, 8)
            error = np.abs(data.hs.values[2] - expected_hs(lat, 2))[good]
            assert np.nanmax(error) < (0.15 if method == "remapnn" else 0.03), f"{method}: {np.nanmax(error)} m off"
            # Nearest-neighbour remapping gives values on land, conservative remapping does not.
            assert np.isnan(data.dpt.sel(lon=48, lat=4, method="nearest").values).all() == (method == "remapcon")
    run(cdo, "-s", "-f", "nc4", "copy", folder / "spectra.nc", folder / "spectra_copy.nc")
    with xr.open_dataset(fields) as data:
        mean = float((data.dpt * 0 + data.uwnd).isel(time=0).weighted(data.areaCell).mean())
    by_cdo = float(run(cdo, "-s", "outputf,%.6f", "-fldmean", "-seltimestep,1", "-selname,uwnd", fields).split()[0])
    assert abs(by_cdo - mean) < 1e-3, f"mean wind {by_cdo} in CDO, {mean} from the cells' areas"


def main():
    program, launcher = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="groundswell_output_opens_") as place:
        folder = Path(place)
        run(*launcher, program, folder, "cdf5")
        for name in ("fields.nc", "lat_lon.nc", "points.nc", "spectra.nc", "track_ship.nc", "track_cells.nc"):
            check_conventions(folder / name)
            check_cf(folder, name)
        check_vtk(folder)
        check_xarray(folder)
        check_uxarray(folder)
        check_spectra(folder)
        check_tracks(folder)
        check_cdo(folder)
        packed = folder / "packed"
        packed.mkdir()
        run(*launcher, program, packed, "netcdf4")
        for name in ("fields", "lat_lon"):
            (packed / f"{name}_19960115.nc").rename(packed / f"{name}.nc")
            check_conventions(packed / f"{name}.nc")
        check_vtk(packed)
        check_xarray(packed)
        check_uxarray(packed)
        check_cdo(packed)
    print("opened in xarray, uxarray, wavespectra, VTK and CDO; CF checked")


if __name__ == "__main__":
    main()
