# SPDX-License-Identifier: Apache-2.0
"""What this package tells a user: one sentence each, printed without a traceback."""


class ViewError(Exception):
    """What is wrong, in which file, and what can be done. There is no picture."""


class ViewNote(UserWarning):
    """What a user should know about a picture that is made."""
