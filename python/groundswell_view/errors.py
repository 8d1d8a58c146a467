# SPDX-License-Identifier: Apache-2.0
"""The one exception of this package: a sentence for the user, printed without a traceback."""


class ViewError(Exception):
    """What is wrong, in which file, and what can be done, as one sentence."""
