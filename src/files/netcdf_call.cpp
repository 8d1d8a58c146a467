// SPDX-License-Identifier: Apache-2.0
#include "files/netcdf_call.hpp"

#include <netcdf.h>

#include "base/error.hpp"

namespace groundswell {

void netcdf_call(int status, const std::string& doing, const std::string& path) {
  if (status == NC_NOERR) return;
  throw Error(text("cannot ", doing, " '", path, "': ", nc_strerror(status),
                   "; check that the file is complete and not damaged (ncdump -h shows its header)"));
}

}  // namespace groundswell
