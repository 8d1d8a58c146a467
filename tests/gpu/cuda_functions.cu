// SPDX-License-Identifier: Apache-2.0
// Checks that the driver functions which the program looks up at run time have the types and names of cuda.h.
#include <cuda.h>

#include <string_view>
#include <type_traits>

#include "probe/cuda_functions.hpp"

namespace groundswell {
namespace {

// Types as the program declares them: an error is an integer, a context a pointer.
template <class T>
struct Plain {
  using Type = T;
};
template <>
struct Plain<CUresult> {
  using Type = int;
};
template <>
struct Plain<CUcontext> {
  using Type = void*;
};
template <>
struct Plain<CUcontext*> {
  using Type = void**;
};
template <class Result, class... Arguments>
struct Plain<Result (*)(Arguments...)> {
  using Type = typename Plain<Result>::Type (*)(typename Plain<Arguments>::Type...);
};
static_assert(sizeof(CUresult) == sizeof(int) && sizeof(CUcontext) == sizeof(void*) && CUDA_SUCCESS == 0);

constexpr CudaFunctions ours{};

// cuda.h renames many functions by macros (cuMemAlloc to cuMemAlloc_v2), so names are expanded before they
// are compared.
#define GROUNDSWELL_QUOTE(name) #name
#define GROUNDSWELL_NAME(function) GROUNDSWELL_QUOTE(function)
#define GROUNDSWELL_SAME(mine, function)                                                     \
  static_assert(std::is_same_v<decltype(ours.mine.call), Plain<decltype(&function)>::Type>); \
  static_assert(std::string_view(ours.mine.name) == GROUNDSWELL_NAME(function))

GROUNDSWELL_SAME(init, cuInit);
GROUNDSWELL_SAME(explain, cuGetErrorString);
GROUNDSWELL_SAME(count_devices, cuDeviceGetCount);
GROUNDSWELL_SAME(get_device, cuDeviceGet);
GROUNDSWELL_SAME(get_name, cuDeviceGetName);
GROUNDSWELL_SAME(retain, cuDevicePrimaryCtxRetain);
GROUNDSWELL_SAME(release, cuDevicePrimaryCtxRelease);
GROUNDSWELL_SAME(push, cuCtxPushCurrent);
GROUNDSWELL_SAME(pop, cuCtxPopCurrent);
GROUNDSWELL_SAME(synchronize, cuCtxSynchronize);
GROUNDSWELL_SAME(open_way, cuCtxEnablePeerAccess);
GROUNDSWELL_SAME(close_way, cuCtxDisablePeerAccess);
GROUNDSWELL_SAME(allocate, cuMemAlloc);
GROUNDSWELL_SAME(free, cuMemFree);
GROUNDSWELL_SAME(pin, cuMemHostRegister);
GROUNDSWELL_SAME(unpin, cuMemHostUnregister);
GROUNDSWELL_SAME(copy_in, cuMemcpyHtoD);
GROUNDSWELL_SAME(copy_out, cuMemcpyDtoH);
GROUNDSWELL_SAME(copy_across, cuMemcpyPeer);
static_assert(sizeof(CudaFunctions) == 19 * sizeof(CudaFunction<>), "a function is not compared");

}  // namespace
}  // namespace groundswell

int main() {
  return 0;
}
