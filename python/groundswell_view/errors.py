# SPDX-License-Identifier: Apache-2.0
"""Messages to the user: one sentence each, printed without a traceback."""


class ViewError(Exception):
    """Says what is wrong, in which file, and what can be done; no picture is made."""


class ViewNote(UserWarning):
    """Says what a user should know about a picture that is made."""
