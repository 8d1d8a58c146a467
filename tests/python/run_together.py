# SPDX-License-Identifier: Apache-2.0
"""run_together.py FOLDER NAME...: runs FOLDER/test_NAME.py, ... in one process, which imports their libraries once."""

import sys
import unittest

folder, *names = sys.argv[1:]
sys.path.insert(0, folder)
unittest.main(module=None, argv=["unittest", *(f"test_{name}" for name in names)])
