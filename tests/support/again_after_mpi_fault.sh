#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a parallel test, and repeats it once if Open MPI 4.1 itself crashed: it may do so when a communicator is created
# (mca_pml_ob1_add_comm) while a message for an earlier one with the same id arrives late, for instance after a test in
# which one process takes no part. Seen in 7 of 100 runs of transfer_c on a busy machine. After any other failure the
# test is not repeated.
output=$(mktemp)
trap 'rm -f "$output"' EXIT
"$@" > "$output" 2>&1
status=$?
cat "$output"
if [ "$status" -ne 0 ] && grep -q mca_pml_ob1_add_comm "$output"; then
  echo "Open MPI crashed in mca_pml_ob1_add_comm; the test runs once more"
  "$@"
  status=$?
fi
exit "$status"
