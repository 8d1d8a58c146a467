#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores the tests: how many of 100 faults, planted one by one in the code that computes or moves values, they catch.

    tools/score_tests.py [--faults 100] [--after 0] [--jobs 2] [--only 17 23] [--tests REGEX] [--again REGEX]
                         [--most SECONDS] [--list] [-- ...]

builds a copy of the tree in build/planted, in which every fault can be switched on. It takes the short tests in three
groups: the quick ones of `make test`, the rest of them, and those of `make test-all`. It runs those of a group without
any fault (they must pass) and notes which faults each test reaches. Then, for each fault that no earlier group caught,
it runs the tests that reach it, until one fails: first those named after the fault's folder, then the others, always
the quickest first. A failure counts if the test fails twice with the fault and passes without it; a test that takes
longer than five times its usual time plus 20 s also fails. --after 100 takes the second hundred faults. --only scores
only the faults with these numbers and reuses what an earlier run noted: only new tests and those whose name matches
--again are run without a fault. --tests runs only the tests whose name matches. --most limits the sum of the usual
times of the tests of a group that are run for one fault. --list only lists the faults. Arguments after -- are passed to
cmake.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path

from plant_faults import HEADER, ROOT, choose, planted_text

WORK = ROOT / "build/planted"
SOURCE, BUILD = WORK / "source", WORK / "build"
LEFT_OUT = ROOT / "tools/planted_faults_left_out.txt"
# Tests that are left out: long ones, and those that compile programs, read the sources or run only Python.
OTHER_TESTS = re.compile(
    r"(gpu|install|mpich)\.|.*_no_target$|.*(_long(\.\d+)?|_NOT_BUILT)$"
    r"|python\.(view|house_rules|guide|commits|floating_point|simgrid|spectra_samples)"
)


def left_out():
    """The faults that are not planted: by key, the lines "<key> <path>: <reason>" of the file."""
    lines = LEFT_OUT.read_text().splitlines() if LEFT_OUT.exists() else []
    return {line.split()[0]: line for line in lines if line and not line.startswith("#")}


def write(path, text):
    """Writes a file unless it already has this content, so that only what has changed is built again."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def copy_sources(faults):
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    names = {name for name in listed if name and (ROOT / name).is_file()}
    for old in [path for path in SOURCE.rglob("*") if path.is_file() and not path.is_symlink()]:
        if str(old.relative_to(SOURCE)) not in names and ".venv" not in old.parts:
            old.unlink()
    for name in names:
        planted = [fault for fault in faults if fault.path == name]
        text = (ROOT / name).read_bytes()
        write(SOURCE / name, planted_text(text.decode(), planted).encode() if planted else text)
        shutil.copymode(ROOT / name, SOURCE / name)
    write(SOURCE / "src/base/planted_faults.hpp", HEADER.encode())
    for link, target in ((SOURCE / ".venv", ROOT / ".venv"), (WORK / "shared", ROOT.parent / "shared")):
        if target.exists() and not link.exists():
            link.symlink_to(target)


def run_logged(command, log):
    with open(log, "w") as to:
        return subprocess.run(command, stdout=to, stderr=subprocess.STDOUT).returncode


def faults_on_lines(log, signs):
    """Numbers of the faults on those lines of the copy for which the compiler's log has messages of the kinds
    `signs`."""
    found = set()
    for name, line in re.findall(rf"^{SOURCE}/(\S+?):(\d+):\d+: +(?:{signs})", log.read_text(), re.MULTILINE):
        text = (SOURCE / name).read_text().splitlines()[int(line) - 1]
        found |= {int(number) for number in re.findall(r"is_there\((\d+)\)", text)}
    return found


def build(arguments):
    """Builds the copy, in which faults that do not compile are replaced by others; returns the faults."""
    if not (ROOT / ".venv").exists():
        raise SystemExit("score_tests: there is no .venv; run `make deps`")
    uncompiled = WORK / "uncompiled.json"
    broken = json.loads(uncompiled.read_text()) if uncompiled.exists() else []
    while True:
        faults = choose(arguments.faults, {**left_out(), **dict.fromkeys(broken, "")}, arguments.after)
        copy_sources(faults)
        words = ["-G", "Ninja", f"-DGROUNDSWELL_PYTHON={ROOT}/.venv/bin/python3", *arguments.cmake]
        if run_logged(["cmake", "-S", SOURCE, "-B", BUILD, *words], WORK / "configure.log"):
            raise SystemExit(f"score_tests: the copy cannot be configured; see {WORK}/configure.log")
        later = [name for name in (BUILD / "later_programs.txt").read_text().split() if not name.endswith("_long")]
        command = ["cmake", "--build", BUILD, "-j", str(arguments.jobs), "--target", "all", "groundswell-bench", *later]
        log = WORK / "build.log"
        if not run_logged([*command, "--", "-k", "0"], log):
            return faults
        bad = faults_on_lines(log, "error") or faults_on_lines(log, "note|  required|required")
        if not bad:
            raise SystemExit(f"score_tests: the copy does not build, and not for a planted fault; see {log}")
        print("\n".join(f"does not compile: {fault}" for fault in faults if fault.number in bad), flush=True)
        broken = sorted({*broken, *(fault.key for fault in faults if fault.number in bad)})
        uncompiled.write_text(json.dumps(broken))


@dataclass
class Test:
    name: str
    command: list
    environment: dict
    labels: list
    limit: float
    properties: dict


def list_tests():
    words = ["ctest", "--test-dir", BUILD, "--show-only=json-v1"]
    listed = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    for test in listed["tests"]:
        properties = {p["name"]: p["value"] for p in test["properties"]}
        if not OTHER_TESTS.match(test["name"]):
            environment = dict(word.split("=", 1) for word in properties.get("ENVIRONMENT", []))
            labels, limit = properties.get("LABELS", []), properties.get("TIMEOUT", 60)
            yield Test(test["name"], test["command"], environment, labels, limit, properties)


def end(process, folder):
    """Ends a process and all processes that it started, which are recognised by its folder in their environment."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if str(folder).encode() in (entry / "environ").read_bytes() and int(entry.name) != os.getpid():
                    os.kill(int(entry.name), kind)
            except OSError:
                pass
        time.sleep(0.5)
    process.wait()


def passed(test, status, text):
    p = test.properties
    if "PASS_REGULAR_EXPRESSION" in p or "FAIL_REGULAR_EXPRESSION" in p:
        wanted = any(re.search(sign, text) for sign in p.get("PASS_REGULAR_EXPRESSION", [""]))
        return wanted and not any(re.search(sign, text) for sign in p.get("FAIL_REGULAR_EXPRESSION", []))
    return status == p.get("SKIP_RETURN_CODE") or (status == 0) != p.get("WILL_FAIL", False)


def run(test, fault=0, limit=None, record=False):
    """Runs a test in a new folder. Returns ("passed", "failed" or "late"), seconds, output, reached faults."""
    with tempfile.TemporaryDirectory(prefix="planted_", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)  # tests run by root switch to another user
        for name in ("tmp", "home", "work", "record"):
            (Path(folder) / name).mkdir()
            (Path(folder) / name).chmod(0o777)
        environment = {**os.environ, **test.environment, "GROUNDSWELL_PLANTED_FAULT": str(fault)}
        environment |= {"TMPDIR": f"{folder}/tmp", "HOME": f"{folder}/home"}
        environment |= {"OMPI_MCA_btl_vader_backing_directory": f"{folder}/tmp"}
        if record:
            environment["GROUNDSWELL_PLANTED_RECORD"] = f"{folder}/record"
        begin = time.monotonic()
        with open(f"{folder}/output", "w") as to:
            process = subprocess.Popen(
                ["env", *test.command],
                cwd=f"{folder}/work",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=to,
                stderr=to,
            )
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            end(process, folder)
            return "late", time.monotonic() - begin, "", []
        seconds = time.monotonic() - begin
        text = Path(f"{folder}/output").read_text(errors="replace")
        reached = sorted(int(path.name) for path in Path(f"{folder}/record").iterdir())
        return "passed" if passed(test, process.returncode, text) else "failed", seconds, text, reached


def note_reach(tests, arguments):
    """Runs new tests, and those that match --again, without a fault. Returns, for every test by name, its time [s] and
    the faults that it reaches."""
    file = WORK / "reach.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    wanted = [t for t in tests if t.name not in known or (arguments.again and re.search(arguments.again, t.name))]

    def note(test):
        state, seconds, text, reached = run(test, limit=3 * test.limit, record=True)
        if state != "passed":  # try once more, as the machine may be busy
            state, seconds, text, reached = run(test, limit=3 * test.limit, record=True)
        if state != "passed":
            write(WORK / f"failed_{re.sub(r'[^A-Za-z0-9_.]', '_', test.name)}.log", text.encode())
        return test.name, state, seconds, reached

    with ThreadPoolExecutor(arguments.jobs) as pool:
        noted = list(pool.map(note, wanted))
    known |= {name: {"seconds": s, "reached": reached} for name, state, s, reached in noted if state == "passed"}
    file.write_text(json.dumps(known))
    failed = " ".join(name for name, state, _, _ in noted if state != "passed")
    if failed:
        raise SystemExit(f"score_tests: without any fault these tests fail: {failed}; see {WORK}/failed_*.log")
    return known


def catches(test, fault, reach):
    """Whether a test fails or takes far too long with a fault, passes without it, and then ends in the same way with
    the fault again."""
    limit = 5 * reach[test.name]["seconds"] + 20
    state = run(test, fault.number, limit)[0]
    if state == "passed":
        return False
    sound, seconds, *_ = run(test, 0, 10 * limit)  # without the fault, to time the test on the busy machine
    return sound == "passed" and run(test, fault.number, 5 * seconds + 20)[0] == state


def score(fault, tests, reach, most):
    """The first test that catches a fault, or None. Tests named after its folder come first; the usual times of the
    tests that are tried add up to less than `most` [s]."""
    folder = fault.path.split("/")[1]
    reaching = [test for test in tests if fault.number in reach[test.name]["reached"]]
    reaching.sort(key=lambda t: (f".{folder}" not in t.name, reach[t.name]["seconds"]))
    used = accumulate(reach[test.name]["seconds"] for test in reaching)
    wanted = [test for test, seconds in zip(reaching, used) if seconds < most]
    catching = next((test for test in wanted if catches(test, fault, reach)), None)
    if catching:
        print(f"caught by {catching.name}: {fault}", flush=True)
    elif len(wanted) < len(reaching):
        print(f"given up after {len(wanted)} of {len(reaching)} tests: {fault}", flush=True)
    return catching


def steps_of(tests):
    """The tests in three groups: the quick tests of `make test`, the rest of them, and those of `make test-all`."""
    later = [test for test in tests if {"bench", "later"} & set(test.labels)]
    quick = [test for test in tests if {"unit", "convergence", "conservation", "regression"} & set(test.labels)]
    return quick, [test for test in tests if test not in quick and test not in later], later


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", type=int, nargs="+")
    parser.add_argument("--most", type=float, default=float("inf"))
    parser.add_argument("--again")
    parser.add_argument("--tests", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("cmake", nargs="*")
    arguments = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # undoes nohup: tests that send SIGHUP must not ignore it
    WORK.mkdir(parents=True, exist_ok=True)
    if arguments.list:
        print("\n".join(map(str, choose(arguments.faults, left_out(), arguments.after))))
        return 0
    if not arguments.only:
        (WORK / "reach.json").unlink(missing_ok=True)
    faults = build(arguments)
    faults = [fault for fault in faults if not arguments.only or fault.number in arguments.only]
    left, reached = faults, set()
    for step, tests in enumerate(steps_of([test for test in list_tests() if re.search(arguments.tests, test.name)])):
        reach = note_reach(tests, arguments)
        reached |= {number for test in tests for number in reach[test.name]["reached"]}
        with ThreadPoolExecutor(arguments.jobs) as pool:
            catching = list(pool.map(partial(score, tests=tests, reach=reach, most=arguments.most), left))
        left = [fault for fault, test in zip(left, catching) if not test]
        if step > 0:
            name = ("make test", "make test and make test-all")[step - 1]
            print(f"{name}: {len(faults) - len(left)} of {len(faults)} faults are caught", flush=True)
    for fault in left:
        print(f"missed{'' if fault.number in reached else ', as no test reaches it'}: {fault}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
