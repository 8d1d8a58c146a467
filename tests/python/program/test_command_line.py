# SPDX-License-Identifier: Apache-2.0
"""The manual page and shell completions, which the program generates from its own command line."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import time
import unittest
from pathlib import Path

from program_case import PROGRAM, ProgramTest, run_program

# Acts as readline: passes the words of a line, split at blanks and "=", to the function registered by `complete`.
BASH_DRIVER = """
source "$1"; shift
complete -p groundswell > /dev/null || exit 3
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
last=${COMP_WORDS[COMP_CWORD]}
compopt() { :; }  # a stub: compopt works only inside readline
_groundswell groundswell "$last" "${COMP_WORDS[COMP_CWORD-1]}"
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
"""


def all_commands(help_of=(), found=None):
    """The --help text of every command, by the words of the command."""
    found = {} if found is None else found
    text = run_program(*help_of, "--help").stdout
    found[help_of] = text
    below = re.search(r"Subcommands:\n((?:  .*\n)+)", text)
    for name in re.findall(r"^  (\w+)", below[1], re.MULTILINE) if below else []:
        all_commands((*help_of, name), found)
    return found


class Manual(ProgramTest):
    def setUp(self):
        super().setUp()
        self.page = self.folder / "groundswell.1"
        self.page.write_text(self.succeed("man"))

    def test_it_has_every_command_and_option(self):
        shown = self.page.read_text().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "").replace("\\fI", "")
        commands = all_commands()
        self.assertGreaterEqual(len(commands), 15)
        for words, text in commands.items():
            if "Subcommands:" in text:
                continue
            section = re.split(r"\n\.S[SH] ", shown.split(f"\n.SS groundswell {' '.join(words)}", 1)[1], maxsplit=1)[0]
            for option in set(re.findall(r"^  (--\w[\w-]*)", text, re.MULTILINE)) - {"--help"}:
                self.assertRegex(section, rf"(?m)^{option}\b", f"{words} in the manual page")

    def test_it_is_sound_roff(self):
        for command in (["groff", "-man", "-Tutf8", "-ww"], ["man", "-l"], ["mandoc", "-T", "utf8"]):
            with self.subTest(command[0]):
                if shutil.which(command[0]) is None:
                    self.skipTest(f"there is no {command[0]}")
                process = subprocess.run([*command, self.page], capture_output=True, text=True,
                                         env=os.environ | {"MANROFFSEQ": "", "LC_ALL": "C.UTF-8"})  # fmt: skip
                self.assertEqual((process.returncode, process.stderr), (0, ""))
                self.assertIn("groundswell run", process.stdout)
        if shutil.which("mandoc"):
            lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", self.page], capture_output=True, text=True)
            said = [line for line in lint.stdout.splitlines() if "missing date" not in line]
            self.assertEqual(said, [])


class Completion(ProgramTest):
    def setUp(self):
        super().setUp()
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "groundswell").symlink_to(PROGRAM)
        self.environment = os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}"}
        for name in ("case one.yaml", "case_two.yaml", "mesh.nc"):
            (self.folder / name).touch()

    def in_bash(self, *words):
        """What bash offers to complete the last word of a line that begins with `groundswell`."""
        script = self.folder / "script.bash"
        script.write_text(self.succeed("completion", "bash"))
        process = subprocess.run(["bash", "-c", BASH_DRIVER, "bash", script, "groundswell", *words], cwd=self.folder,
                                 capture_output=True, text=True, env=self.environment)  # fmt: skip
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return process.stdout.splitlines()

    def test_bash_completes_commands_options_values_and_files(self):
        commands = [words[0] for words in all_commands() if len(words) == 1]
        self.assertEqual(self.in_bash(""), commands)
        for line, offered in {
            "che": ["check"],
            "nothing": [],
            "network m": ["map"],
            "run case": ["case one.yaml", "case_two.yaml"],
            "run --": re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", all_commands()[("run",)]),
            "run --c": ["--continue"],
            "run case_two.yaml --continue me": [],  # `run` takes only one case
            "run --continue me": ["mesh.nc"],
            "mesh --output me": ["mesh.nc"],
            "mesh --output = me": ["mesh.nc"],
            "run --set wind.vortex.travel": ["wind.vortex.travel_speed=", "wind.vortex.travel_to="],
            "run --set mesh.file = me": ["mesh.nc"],
            "run --set time.step = 600 ca": ["case one.yaml", "case_two.yaml"],
            "mesh --set coast_": ["coast_spacing=", "coast_transition="],
            "network map --method s": ["scotch"],
            "network map --method = s": ["scotch"],
            "network map --rings ": [],
            "completion ": ["bash", "zsh", "fish"],
            "run -- ca": ["case one.yaml", "case_two.yaml"],
        }.items():
            with self.subTest(line):
                self.assertEqual(sorted(self.in_bash(*line.split(" "))), sorted(offered))

    def typed_in_bash(self, *lines):
        """The command lines that bash makes of `lines`, which contain tabs, when they are typed at a terminal."""
        script = self.folder / "script.bash"
        script.write_text(self.succeed("completion", "bash"))
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        environment = self.environment | {"TERM": "dumb", "PS1": "ready> ", "HISTFILE": ""}
        with subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave, stderr=slave,
                              cwd=self.folder, env=environment, start_new_session=True):  # fmt: skip
            os.close(slave)
            said = ""

            def wait_for(words):
                nonlocal said
                end = time.monotonic() + 30
                while words not in said and time.monotonic() < end:
                    if select.select([master], [], [], 1)[0]:
                        said += os.read(master, 4096).decode()
                self.assertIn(words, said)
                before, said = said.split(words, 1)
                return before

            wait_for("ready> ")
            os.write(master, f". {script}\r".encode())
            made = []
            for line in lines:
                wait_for("ready> ")
                # Prepends `echo @` and appends `@` (^A, ^E), so that the completed line is printed.
                os.write(master, line.encode() + b"\x01echo @\x05@\r")
                wait_for("\n@")
                made.append(wait_for("@\r\n"))
            wait_for("ready> ")
            os.write(master, b"exit\r")
        return made

    def test_tabulators_typed_in_bash(self):
        lines = {
            "groundswell che\t": "groundswell check ",
            "groundswell run case_\t": "groundswell run case_two.yaml ",
            "groundswell run case\\ \t": "groundswell run case one.yaml ",  # bash removes the quoting
            "groundswell run --set wind.vortex.travel_s\t14": "groundswell run --set wind.vortex.travel_speed=14",
            "groundswell network map --method=s\t": "groundswell network map --method=scotch ",
        }
        self.assertEqual(self.typed_in_bash(*lines), list(lines.values()))

    def test_a_program_that_is_gone_offers_nothing(self):
        self.environment["PATH"] = "/usr/bin:/bin"
        self.assertEqual(self.in_bash("run", "c"), [])

    def test_zsh_completes(self):
        if shutil.which("zsh") is None:
            self.skipTest("there is no zsh")
        script = self.folder / "_groundswell"
        script.write_text(self.succeed("completion", "zsh"))
        # Without a terminal, prints what is passed to zsh's completion functions.
        driver = (
            "compdef() { : }; compset() { : }; _files() { print -l files };"
            "_describe() { local name=${@[(r)(found|unfinished)]}; print -l -- ${(P)name} };"
            f"source {script}; words=(groundswell $@); CURRENT=$#words; _groundswell"
        )
        for words, offered in ((["run", "--c"], "--continue:Go on from"), (["run", "c"], "files"),
                               (["run", "--set", "wind.vortex.travel_s"], "wind.vortex.travel_speed=:")):  # fmt: skip
            process = subprocess.run(["zsh", "-fc", driver, "zsh", *words], capture_output=True, text=True,
                                     env=self.environment, cwd=self.folder)  # fmt: skip
            self.assertEqual(process.stderr, "")
            self.assertTrue(process.stdout.startswith(offered), process.stdout)

    def test_fish_completes(self):
        if shutil.which("fish") is None:
            self.skipTest("there is no fish")
        script = self.folder / "groundswell.fish"
        script.write_text(self.succeed("completion", "fish"))
        for line, offered in (("run --c", ["--continue"]), ("run case_", ["case_two.yaml"]),
                              ("run --set wind.vortex.travel_s", ["wind.vortex.travel_speed="])):  # fmt: skip
            command = f"source {script}; complete -C {json.dumps('groundswell ' + line)}"
            process = subprocess.run(["fish", "--no-config", "-c", command], capture_output=True, text=True,
                                     env=self.environment | {"HOME": str(self.folder)}, cwd=self.folder)  # fmt: skip
            self.assertEqual(process.stderr, "")
            self.assertEqual([said.split("\t")[0] for said in process.stdout.splitlines()], offered)

    def test_pages_lie_where_the_build_puts_them(self):
        pages = Path(PROGRAM).parent / "share"
        shells = {"groundswell": "bash", "_groundswell": "zsh", "groundswell.fish": "fish"}
        commands = {name: ("completion", shell) for name, shell in shells.items()} | {"groundswell.1": ("man",)}
        for name, command in commands.items():
            if not (pages / name).exists():
                self.skipTest("the pages are not built")
            self.assertEqual((pages / name).read_text(), self.succeed(*command))


if __name__ == "__main__":
    unittest.main()
