# SPDX-License-Identifier: Apache-2.0
"""The cost of output in a whole model on many ranks: the formulas of docs/experiments/output_speed.md.

All times are in seconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


def share_hidden(in_computing_ranks: float, in_output_ranks: float) -> float:
    """The share hidden, as published: 1 - (time in output of the slowest compute rank) / (that of the slowest output
    rank)."""
    return 1.0 - in_computing_ranks / in_output_ranks


@dataclass(frozen=True)
class Shares:
    """The parts of a run's time, for the compute ranks."""

    computing: float
    communication: float
    output: float

    @property
    def total(self) -> float:
        """The run time."""
        return self.computing + self.communication + self.output


@dataclass(frozen=True)
class CostModel:
    """The cost of a model that divides its work among n ranks, of its halos, and of a disk with a fixed bandwidth."""

    computing: float  # C, on one rank
    preparing: float  # A, computation and copies for output, on one rank
    bytes: float  # bytes of all outputs
    bandwidth: float  # B/s of the disk
    outputs: int  # k
    halo: float = 0.0  # time of all exchanges on `halo_ranks` ranks
    halo_ranks: int = 2
    messages: float = 0.0  # number of messages of a rank, one after another
    latency: float = 0.0  # latency of a message

    @property
    def writing(self) -> float:
        """W, the disk's time for all outputs."""
        return self.bytes / self.bandwidth

    def communication(self, n: int) -> float:
        """Halo times scale with the length of a part's edge, n^(-1/2); each message costs the latency of the
        network."""
        if n == 1:
            return 0.0
        return self.halo * math.sqrt(self.halo_ranks / n) + self.messages * self.latency

    def synchronous(self, n: int) -> Shares:
        """Compute ranks wait until the disk has written everything."""
        return Shares(self.computing / n, self.communication(n), self.preparing / n + self.writing)

    def asynchronous(self, n: int) -> Shares:
        """Output ranks write in the background. If the disk is slower than everything else, the compute ranks wait for
        all outputs but the last; at the end they wait for the last one."""
        computing, communication, preparing = self.computing / n, self.communication(n), self.preparing / n
        last = self.writing / self.outputs
        late = max(0.0, self.writing - last - (computing + communication + preparing))
        return Shares(computing, communication, preparing + late + last)
