# SPDX-License-Identifier: Apache-2.0
"""Reads JSON files that runs and benchmarks have written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from groundswell_view.errors import ViewError


def read_json(path: Path, if_missing: str = "", if_damaged: str = "") -> Any:
    """The content of the file; if it cannot be read, raises a ViewError that ends with `if_missing` or `if_damaged`."""
    try:
        return json.loads(path.read_text())
    except OSError as error:
        raise ViewError(f"'{path}' cannot be read: {error.strerror}{if_missing}") from error
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ViewError(f"'{path}' is not a JSON file: {error}{if_damaged}") from error
