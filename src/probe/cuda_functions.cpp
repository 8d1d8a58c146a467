// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda_functions.hpp"

#include <dlfcn.h>

#include "base/error.hpp"

namespace groundswell {
namespace {

template <class... Arguments>
void find_function(void* library, CudaFunction<Arguments...>& function) {
  function.call = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, function.name));
  require(function.call != nullptr, "the CUDA driver of this machine lacks the function ", function.name,
          "; it may be too old: measure the network without --inside");
}

template <class... Functions>
void find_functions(void* library, Functions&... functions) {
  static_assert(sizeof...(Functions) * sizeof(CudaFunction<>) == sizeof(CudaFunctions), "all are found");
  (find_function(library, functions), ...);
}

}  // namespace

bool load_cuda(CudaFunctions& functions) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);  // never closed: a driver may have threads
  if (!library) return false;
  CudaFunctions& f = functions;
  find_function(library, f.init);
  if (f.init.call(0) != 0) return false;
  find_functions(library, f.init, f.explain, f.count_devices, f.get_device, f.get_name, f.retain, f.release,
                 f.push, f.pop, f.synchronize, f.open_way, f.close_way, f.allocate, f.free, f.pin, f.unpin,
                 f.copy_in, f.copy_out, f.copy_across);
  return true;
}

}  // namespace groundswell
