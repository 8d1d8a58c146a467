// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's driver (CUDA driver API) used here, resolved at run time, so that CUDA is not
// needed to build the program. tests/gpu compares their types and names with those of cuda.h.
#pragma once

#include <cstddef>

namespace groundswell {

using CudaDevice = int;
using CudaContext = void*;
using CudaAddress = unsigned long long;  // in the memory of a device

// A driver function by its name; it returns 0 for success, otherwise an error number.
template <class... Arguments>
struct CudaFunction {
  const char* name;
  int (*call)(Arguments...) = nullptr;
};

struct CudaFunctions {
  CudaFunction<unsigned> init{"cuInit"};
  CudaFunction<int, const char**> explain{"cuGetErrorString"};
  CudaFunction<int*> count_devices{"cuDeviceGetCount"};
  CudaFunction<CudaDevice*, int> get_device{"cuDeviceGet"};
  CudaFunction<char*, int, CudaDevice> get_name{"cuDeviceGetName"};
  CudaFunction<CudaContext*, CudaDevice> retain{"cuDevicePrimaryCtxRetain"};
  CudaFunction<CudaDevice> release{"cuDevicePrimaryCtxRelease_v2"};
  CudaFunction<CudaContext> push{"cuCtxPushCurrent_v2"};
  CudaFunction<CudaContext*> pop{"cuCtxPopCurrent_v2"};
  CudaFunction<> synchronize{"cuCtxSynchronize"};
  CudaFunction<CudaContext, unsigned> open_way{"cuCtxEnablePeerAccess"};
  CudaFunction<CudaContext> close_way{"cuCtxDisablePeerAccess"};
  CudaFunction<CudaAddress*, std::size_t> allocate{"cuMemAlloc_v2"};
  CudaFunction<CudaAddress> free{"cuMemFree_v2"};
  CudaFunction<void*, std::size_t, unsigned> pin{"cuMemHostRegister_v2"};
  CudaFunction<void*> unpin{"cuMemHostUnregister"};
  CudaFunction<CudaAddress, const void*, std::size_t> copy_in{"cuMemcpyHtoD_v2"};
  CudaFunction<void*, CudaAddress, std::size_t> copy_out{"cuMemcpyDtoH_v2"};
  CudaFunction<CudaAddress, CudaContext, CudaAddress, CudaContext, std::size_t> copy_across{"cuMemcpyPeer"};
};

// Returns false if there is no driver, or none that works here. Throws Error if the driver lacks a function.
bool load_cuda(CudaFunctions& functions);

}  // namespace groundswell
