// SPDX-License-Identifier: Apache-2.0
#include "files/netcdf_call.hpp"

#include <netcdf.h>

#include <cerrno>

#include "base/error.hpp"

namespace groundswell {

void netcdf_call(int status, const std::string& doing, const std::string& path) {
  if (status == NC_NOERR) return;
  const bool is_full = status == ENOSPC || status == EFBIG || status == EDQUOT;
  throw Error(text("cannot ", doing, " '", path, "': ", nc_strerror(status),
                   is_full
                       ? "; make room on that disk or write elsewhere"
                       : "; check that the file is complete and not damaged (ncdump -h shows its header)"));
}

}  // namespace groundswell
