# SPDX-License-Identifier: Apache-2.0
"""The command line of groundswell-view: each command draws one picture or prints an error message."""

from __future__ import annotations

import argparse
from pathlib import Path

from groundswell_view import __version__
from groundswell_view.commands import count, make_parser, positive, run_command

SERIES = "time series at places of field files, or at the stations of points files"
COMPARE = "scores, series and scatter of a model beside observations at one place"
NETWORK = "a measured network: the time of messages by cluster, and the graph"
FILES = "NetCDF files of one case, joined in time, or patterns such as 'fields_*.nc'"
EPILOG = """examples:
  groundswell-view map fields.nc --variable hs --time 1996-01-19T06 --output hs.png
  groundswell-view map fields.nc -v tp --region -80/-60/30/45 --contours 8,10,12
  groundswell-view map fields.nc -v wind --track bal052019.dat --output storm.png
  groundswell-view panel "fields_*.nc" --variables hs,tp,dir --output panel.png
  groundswell-view animate fields.nc --variable hs --every 3 --output hs.gif
  groundswell-view series fields.nc --place "Georges Bank=-66.6,41.1" --output series.png
  groundswell-view series points.nc --output series.png
  groundswell-view compare points.nc --observed buoy.csv --station 41010 --output compare.png
  groundswell-view spectrum spectra.nc --station 44011 --output spectrum.png
  groundswell-view balance balance.nc --output balance.png
  groundswell-view network net.json --chosen n1,n2,n5 --output net.png
"""


def _numbers(text: str) -> list[float]:
    try:
        return sorted({float(part) for part in text.split(",")})
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of numbers such as 4,6,9") from None


def _order(text: str) -> float:
    first, last = (float(part) for part in text.split(","))
    return last - first


def _range(text: str) -> tuple[float, float]:
    numbers = _numbers(text)
    if len(numbers) != 2 or _order(text) < 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a range such as 0,12")
    return numbers[0], numbers[1]


def _map_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--region", help="west/east/south/north in degrees; the data's own extent if not given")
    parser.add_argument("--projection", default="auto", metavar="NAME",
                        help="auto, robinson, platecarree, mercator, lambert, npolar or spolar")  # fmt: skip
    parser.add_argument("--centre", type=float, metavar="LON", help="longitude in the middle of the map")
    parser.add_argument("--no-arrows", action="store_true", help="draw no arrows")
    parser.add_argument("--arrows-across", type=int, default=0, metavar="N", help="number of arrows side by side")
    parser.add_argument("--edges", action="store_true", help="draw the outline of each cell")
    parser.add_argument("--contours", type=_numbers, default=[], metavar="A,B", help="lines of equal value")
    parser.add_argument("--range", type=_range, dest="limits", metavar="LOW,HIGH",
                        help="ends of the first variable's colour scale")  # fmt: skip
    parser.add_argument("--track", type=Path, metavar="FILE", help="best track (b-deck) whose storms are drawn")
    parser.add_argument("--dpi", type=positive, default=150, help="dots per inch (150)")


def build_parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = make_parser("groundswell-view", __version__, "Pictures of wave forecasts.", EPILOG)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, default: str, kind: str = "NetCDF file") -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        if kind == FILES:
            made.add_argument("files", nargs="+", metavar="file", help=kind)
        else:
            made.add_argument("file", type=Path, help=kind)
        made.add_argument("-o", "--output", type=Path, default=Path(default), help=f"picture to write ({default})")
        return made

    one = command("map", "a map of one variable at one date", "map.png", FILES)
    one.add_argument("-v", "--variable", default="hs", help="hs, tp, t02, t0m1, dir, spr, wind, ... (hs)")
    one.add_argument("-t", "--time", default="last", help="date such as 1996-01-19T06, or first, last, highest (last)")
    _map_arguments(one)
    many = command("panel", "maps day by day on one sheet", "panel.png", FILES)
    many.add_argument("-v", "--variables", default="hs", help="one or several, such as hs,tp,dir (hs)")
    many.add_argument("-t", "--times", default="daily", help="dates separated by commas, or daily (daily)")
    _map_arguments(many)
    moving = command("animate", "an animated map (GIF, or MP4 with ffmpeg)", "animation.gif", FILES)
    moving.add_argument("-v", "--variable", default="hs", help="as for map (hs)")
    moving.add_argument("--every", type=float, default=0.0, metavar="HOURS", help="hours between frames (all dates)")
    moving.add_argument("--fps", type=positive, default=6.0, help="frames per second (6)")
    _map_arguments(moving)
    moving.set_defaults(dpi=90)
    _series_arguments(command("series", SERIES, "series.png", FILES))
    _compare_arguments(command("compare", COMPARE, "compare.png", FILES))
    polar = command("spectrum", "a directional spectrum at a station", "spectrum.png", FILES)
    polar.add_argument("-s", "--station", default="", metavar="NAME", help="name or number (the first)")
    polar.add_argument("-t", "--time", default="highest", help="date, first, last, or highest for the highest waves")
    polar.add_argument("--dpi", type=positive, default=150, help="dots per inch (150)")
    terms = command("balance", "the source terms of one spectrum by frequency and direction", "balance.png")
    terms.add_argument("--dpi", type=positive, default=150, help="dots per inch (150)")
    _network_arguments(command("network", NETWORK, "network.png", "file of groundswell network probe"))
    return parser


def _series_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-p", "--place", action="append", default=[], metavar="NAME=LON,LAT", help="may be repeated")
    parser.add_argument("-s", "--station", action="append", default=[], metavar="NAME", help="may be repeated (all)")
    parser.add_argument("-v", "--variables", default="", help="one row each (hs, periods, direction, wind if there)")
    parser.add_argument("--dpi", type=positive, default=150, help="dots per inch (150)")


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--observed", type=Path, required=True, metavar="FILE",
                        help="a table (.csv) of time,hs,tp,..., or a NetCDF file of one place")  # fmt: skip
    parser.add_argument("-p", "--place", action="append", default=[], metavar="NAME=LON,LAT", help="of field files")
    parser.add_argument("-s", "--station", action="append", default=[], metavar="NAME", help="name or number")
    parser.add_argument("--pairs", default="", metavar="MODEL=COLUMN,...",
                        help="such as hs=hs,dir=mwd_from (all whose names are known)")  # fmt: skip
    parser.add_argument("--max-gap", type=positive, default=3.0, metavar="HOURS",
                        help="the model is interpolated between dates at most this far apart (3)")  # fmt: skip
    parser.add_argument("--scores", type=Path, metavar="FILE", help="also write the scores, as .csv or .json")
    parser.add_argument("--dpi", type=positive, default=150, help="dots per inch (150)")


def _network_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--chosen", default="", metavar="NAMES", help="places to mark: a,b,c, or a file with one per line"
    )
    parser.add_argument("--bytes", type=count, default=0, metavar="N", help="size of the message (the largest)")
    parser.add_argument("--dpi", type=positive, default=100, help="dots per inch (100)")


def _map_options(arguments: argparse.Namespace):
    from groundswell_view import projection
    from groundswell_view.maps import MapOptions
    from groundswell_view.track import read_tracks

    return MapOptions(
        region=projection.parse_region(arguments.region) if arguments.region else None,
        projection=arguments.projection,
        centre=arguments.centre,
        arrows=not arguments.no_arrows,
        arrows_across=arguments.arrows_across,
        edges=arguments.edges,
        contours=arguments.contours,
        limits=arguments.limits,
        dpi=arguments.dpi,
        tracks=read_tracks(arguments.track) if arguments.track else [],
    )


def _draw_fields(arguments: argparse.Namespace) -> str:
    """Runs the commands map, panel and animate; returns a message for the user."""
    from groundswell_view import animation, maps, panel, times, variables
    from groundswell_view.reading import FieldFile

    options, file, out = _map_options(arguments), FieldFile(arguments.files), arguments.output
    if arguments.command == "animate":
        frames = animation.frames_of(file, arguments.every)
        animation.draw_animation(file, arguments.variable, frames, options, out, arguments.fps)
        return f"{len(frames)} frames"
    if arguments.command == "map":
        index = variables.date_index(file, arguments.variable, arguments.time)
        maps.draw_map(file, arguments.variable, index, options, out)
        return ""
    names = [name.strip() for name in arguments.variables.split(",") if name.strip()] or ["hs"]
    if arguments.times == "daily":
        dates = times.daily(file.times)
    else:
        dates = [times.index_of(text, file.times, file.label) for text in arguments.times.split(",")]
    panel.draw_panel(file, names, dates, options, out)
    n_map = len(names) * len(dates)
    return f"{n_map} map{'s' * (n_map > 1)}"


def _draw_points(arguments: argparse.Namespace) -> str:
    """Runs the commands series, compare, spectrum, balance and network; returns a message for the user."""
    if arguments.command == "network":
        from groundswell_view import network

        return network.draw_network(arguments.file, arguments.output, arguments.chosen, arguments.bytes, arguments.dpi)
    if arguments.command == "balance":
        from groundswell_view import balance

        return balance.draw_balance(arguments.file, arguments.output, arguments.dpi)
    if arguments.command == "spectrum":
        from groundswell_view import spectrum

        words = arguments.station, arguments.time
        return spectrum.draw_spectrum(arguments.files, *words, arguments.output, arguments.dpi)
    if arguments.command == "compare":
        from groundswell_view import compare

        where = arguments.place, arguments.station
        how = arguments.pairs, arguments.max_gap, arguments.output, arguments.scores, arguments.dpi
        table, remark = compare.draw_comparison(arguments.files, arguments.observed, where, *how)
        print(table)
        return remark
    from groundswell_view import series

    names = [name.strip() for name in arguments.variables.split(",") if name.strip()]
    where = arguments.place, arguments.station
    return series.draw_series(arguments.files, *where, names, arguments.output, arguments.dpi)


def _draw(arguments: argparse.Namespace) -> str:
    """Draws the requested picture; returns a message for the user."""
    return (_draw_fields if arguments.command in ("map", "panel", "animate") else _draw_points)(arguments)


def main(words: list[str] | None = None) -> int:
    """Runs one command; returns 0 if the picture has been written, 1 after an error message."""
    return run_command("groundswell-view", build_parser(), _draw, words)
