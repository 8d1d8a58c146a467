// SPDX-License-Identifier: Apache-2.0
#include "files/small_netcdf.hpp"

#include <netcdf.h>

#include <map>

#include "base/written_file.hpp"
#include "files/netcdf_call.hpp"
#include "files/netcdf_lock.hpp"

namespace groundswell {
namespace {

void put_attributes(int id, int variable, const TextAttributes& attributes, const std::string& path) {
  for (const auto& [name, value] : attributes)
    netcdf_call(nc_put_att_text(id, variable, name.c_str(), value.size(), value.c_str()),
                "write attributes of", path);
}

std::map<std::string, int> define_dimensions(int id, const SmallFile& file, const std::string& path) {
  std::map<std::string, int> dimension_ids;
  for (const auto& [name, size] : file.dimensions)
    netcdf_call(nc_def_dim(id, name.c_str(), size, &dimension_ids[name]), "define dimensions of", path);
  return dimension_ids;
}

std::vector<int> define_variables(int id, const SmallFile& file, const std::string& path) {
  const std::map<std::string, int> dimension_ids = define_dimensions(id, file, path);
  std::vector<int> variable_ids;
  for (const SmallVariable& variable : file.variables) {
    std::vector<int> dimensions;
    for (const std::string& name : variable.dimensions) dimensions.push_back(dimension_ids.at(name));
    int variable_id = -1;
    netcdf_call(nc_def_var(id, variable.name.c_str(), NC_DOUBLE, int(dimensions.size()), dimensions.data(),
                           &variable_id),
                "define variables of", path);
    put_attributes(id, variable_id, variable.attributes, path);
    variable_ids.push_back(variable_id);
  }
  return variable_ids;
}

}  // namespace

void write_small_netcdf(const std::string& path, const SmallFile& file) {
  const NetcdfLock lock;
  PartFile part_file(path);
  const std::string& part = part_file.path();
  int id = -1;
  netcdf_call(nc_create(part.c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &id), "create", part);
  put_attributes(id, NC_GLOBAL, file.attributes, part);
  const std::vector<int> variable_ids = define_variables(id, file, part);
  netcdf_call(nc_enddef(id), "write the header of", part);
  for (std::size_t i = 0; i < variable_ids.size(); ++i)
    netcdf_call(nc_put_var_double(id, variable_ids[i], file.variables[i].values.data()), "write values of",
                part);
  netcdf_call(nc_close(id), "close", part);
  part_file.finish();
}

}  // namespace groundswell
