// SPDX-License-Identifier: Apache-2.0
#include "files/netcdf_call.hpp"

#include <netcdf.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

void netcdf_call(int status, const std::string& doing, const std::string& path) {
  if (status == NC_NOERR) return;
  std::string advice = "check that the file is complete and not damaged (ncdump -h shows its header)";
  if (status == ENOSPC || status == EFBIG || status == EDQUOT || status == ENAMETOOLONG)
    advice = advice_after(status);
  else if (status == EACCES || status == EPERM || status == EROFS)
    advice = "check the permissions of the file and its folder";
  throw Error(text("cannot ", doing, " '", path, "': ", nc_strerror(status), "; ", advice));
}

}  // namespace groundswell
