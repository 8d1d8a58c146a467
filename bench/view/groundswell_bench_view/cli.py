# SPDX-License-Identifier: Apache-2.0
"""The command line of groundswell-bench-view: each command draws one experiment or ends with an error message."""

from __future__ import annotations

import argparse
from pathlib import Path

from groundswell_view.commands import count, make_parser, positive, run_command

from groundswell_bench_view import __version__

SCALING = "run time against the number of processes, from the runs of an experiment"
IO = "what output costs, from the results of bench/scripts/output_speed.sh: up to four pictures"
HALO = "what halo exchanges cost, alone and in a whole model: up to two pictures, and tables"
HALO_REPLAY = "halo exchanges on a modelled cluster, from the files of bench/scripts/halo_replay.sh"
NETWORK_REPLAY = "chosen nodes on modelled networks, from the files of bench/scripts/network_replay.sh"
COUPLED = "whole coupled runs on simulated clusters, from the files of bench/scripts/coupled_replay.py: two pictures"
KINDS = "what each kind of output costs, by bench/scripts/kinds_runs.py"
PARTS = "the parts of a mesh, their halos and who talks to whom"
EPILOG = """examples:
  groundswell-bench-view transfer transfer.json --output transfer.png
  groundswell-bench-view coupled output/coupled_run/replay_*.json --output coupled.png
  groundswell-bench-view scaling output/scaling/* --picture scaling.png --table scaling.md
  groundswell-bench-view kinds output/kinds/kinds.json --output kinds.png --table kinds.md
  groundswell-bench-view io output/output_speed/*.json --output io.png
  groundswell-bench-view halo output/halo/*.json --output halo.png --table halo.md
  groundswell-bench-view parts parts.nc --part 2 --output parts.png
  groundswell-bench-view halo_replay output/halo_replay/*.json --output halo_replay.png --table halo_replay.md
  groundswell-bench-view network_replay output/network_replay/*.json --output replay.png --table replay.md
"""


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands and their options."""
    parser = make_parser("groundswell-bench-view", __version__, "Pictures of experiments.", EPILOG)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, kind: str, dpi: int) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.add_argument("file", type=Path, help=kind)
        default = f"{name}.png"
        made.add_argument("-o", "--output", type=Path, default=Path(default), help=f"picture to write ({default})")
        made.add_argument("--dpi", type=positive, default=dpi, help=f"dots per inch ({dpi})")
        return made

    command("transfer", "the results of groundswell-bench transfer", "JSON file", 100)
    kinds = command("kinds", KINDS, "JSON file", 120)
    kinds.add_argument("--table", type=Path, metavar="FILE", help="table to write, .md")
    parts = command("parts", PARTS, "file of --parts", 100)
    parts.add_argument("--part", type=int, default=0, metavar="N", help="the part that is drawn alone (0)")
    of_io = "io_interval.png, io_bandwidth.png and so on"
    _files_arguments(commands, "io", IO, "bench/scripts/output_speed.sh", of_io)
    _files_arguments(commands, "coupled", COUPLED, "bench/scripts/coupled_replay.py",
                     "coupled_cores.png and coupled_share.png")  # fmt: skip
    halo = _files_arguments(commands, "halo", HALO, "groundswell-bench halo and bench/scripts/halo_runs.py",
                            "halo_exchange.png and halo_model.png")  # fmt: skip
    halo.add_argument("--table", type=Path, metavar="FILE", help="tables to write, .md")
    for name, about in (("halo_replay", HALO_REPLAY), ("network_replay", NETWORK_REPLAY)):
        _replay_arguments(commands.add_parser(name, help=about, description=about), name)
    _scaling_arguments(commands.add_parser("scaling", help=SCALING, description=SCALING))
    return parser


def _files_arguments(commands, name: str, text: str, makers: str, pictures: str) -> argparse.ArgumentParser:
    """Adds a command that draws several pictures from JSON files."""
    made = commands.add_parser(name, help=text, description=text)
    made.add_argument("runs", type=Path, nargs="+", metavar="file", help=f"JSON files of {makers}")
    made.add_argument("-o", "--output", type=Path, default=Path(f"{name}.png"),
                      help=f"pictures to write: {name}.png gives {pictures}")  # fmt: skip
    made.add_argument("--dpi", type=positive, default=100, help="dots per inch (100)")
    return made


def _replay_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("runs", type=Path, nargs="+", metavar="file", help=f"files of bench/scripts/{name}.sh")
    parser.add_argument("-o", "--output", type=Path, default=Path(f"{name}.png"), help="picture to write")
    parser.add_argument("--table", type=Path, metavar="FILE", help="tables to write, .md")
    parser.add_argument("--dpi", type=positive, default=100, help="dots per inch (100)")


def _scaling_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("runs", type=Path, nargs="+", help="output folders of runs, or their files timers.json")
    parser.add_argument("-o", "--picture", type=Path, default=Path("scaling.png"), dest="output", metavar="FILE",
                        help="picture to write (scaling.png)")  # fmt: skip
    parser.add_argument("--table", type=Path, metavar="FILE", help="table to write, .csv or .md")
    parser.add_argument("--hosts", type=count, default=0, metavar="N", help="hosts (the most that a run has used)")
    parser.add_argument("--processors", type=count, default=0, metavar="N",
                        help="processors of a host (the most that its processes may use)")  # fmt: skip
    parser.add_argument("--dpi", type=positive, default=100, help="dots per inch (100)")


def _draw(arguments: argparse.Namespace) -> str:
    """Draws the requested pictures; returns a message for the user."""
    if arguments.command == "halo":
        from groundswell_bench_view import halo

        made = halo.draw_halo(arguments.runs, arguments.output, arguments.table, arguments.dpi)
        arguments.output = arguments.output.parent  # for the message: the pictures' folder
        return made
    if arguments.command == "parts":
        from groundswell_bench_view import parts

        return parts.draw_parts(arguments.file, arguments.output, arguments.part, arguments.dpi)
    if arguments.command == "halo_replay":
        from groundswell_bench_view import halo_replay

        return halo_replay.draw_replay(arguments.runs, arguments.output, arguments.table, arguments.dpi)
    if arguments.command == "network_replay":
        from groundswell_bench_view import network_replay

        return network_replay.draw_replay(arguments.runs, arguments.output, arguments.table, arguments.dpi)
    if arguments.command == "coupled":
        from groundswell_bench_view import coupled

        made = coupled.draw_coupled(arguments.runs, arguments.output, arguments.dpi)
        arguments.output = arguments.output.parent  # for the message: the pictures' folder
        return made
    if arguments.command == "io":
        from groundswell_bench_view import output_speed

        made = output_speed.draw_io(arguments.runs, arguments.output, arguments.dpi)
        arguments.output = arguments.output.parent  # for the message: the pictures' folder
        return made
    if arguments.command == "scaling":
        from groundswell_bench_view import scaling

        targets, machine = (arguments.output, arguments.table), (arguments.hosts, arguments.processors)
        return scaling.draw_scaling(arguments.runs, *targets, *machine, arguments.dpi)
    if arguments.command == "kinds":
        from groundswell_bench_view import kinds

        return kinds.draw_kinds(arguments.file, arguments.output, arguments.table, arguments.dpi)
    from groundswell_bench_view import transfer

    return transfer.draw_transfer(arguments.file, arguments.output, arguments.dpi)


def main(words: list[str] | None = None) -> int:
    """Runs one command; returns 0 if its pictures have been written, 1 after an error message."""
    return run_command("groundswell-bench-view", build_parser(), _draw, words)
