// SPDX-License-Identifier: Apache-2.0
// A stand-in for NVIDIA's driver with two devices, whose memory is on the heap. Copies arrive when the
// context is synchronised, not before. The driver's report is printed when the program ends. The environment
// variable PRETEND_CUDA selects a fault of the driver:
//   none     there is no device
//   busy     the second device cannot be used
//   full     the devices have no free memory
//   pageable host memory cannot be pinned
//   failing  copies fail
//   late     copies fail when they are synchronised
#pragma once

#include <string>

namespace groundswell::test {

// For example "12 copies; left: 0 rooms, 0 pins, 0 contexts, 0 ways, 0 current; 0 mistakes". What was not
// released is left: device memory (rooms), registered host memory (pins), retained contexts, peer access
// (ways) and current contexts. A mistake is a call that the real driver would refuse, or that frees what a
// copy still needs.
std::string report_pretend_cuda();

}  // namespace groundswell::test
