// SPDX-License-Identifier: Apache-2.0
// Counts the messages that this process sends, by standing between the program and MPI.
#pragma once

namespace groundswell::test {

// The number of nonblocking sends, synchronous or not, since the program began.
int n_message_sent();

}  // namespace groundswell::test
