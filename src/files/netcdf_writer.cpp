// SPDX-License-Identifier: Apache-2.0
#include "files/netcdf_writer.hpp"

#include <netcdf.h>

#include "files/netcdf_call.hpp"

namespace groundswell {

NetcdfWriter::NetcdfWriter(const std::string& path) : part_(path) {
  check(nc_create(part_.path().c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &file_), "create");
}

NetcdfWriter::~NetcdfWriter() {
  if (file_ >= 0) nc_abort(file_);
}

void NetcdfWriter::add_dimension(const std::string& name, std::size_t size) {
  int id = -1;
  check(nc_def_dim(file_, name.c_str(), size, &id), "define dimensions of");
}

void NetcdfWriter::add_attribute(const std::string& variable, const std::string& name,
                                 const std::string& value) {
  check(nc_put_att_text(file_, id_of(variable), name.c_str(), value.size(), value.c_str()),
        "write attributes of");
}
void NetcdfWriter::add_attribute(const std::string& variable, const std::string& name, double value) {
  check(nc_put_att_double(file_, id_of(variable), name.c_str(), NC_DOUBLE, 1, &value), "write attributes of");
}
void NetcdfWriter::add_attribute(const std::string& variable, const std::string& name, int value) {
  check(nc_put_att_int(file_, id_of(variable), name.c_str(), NC_INT, 1, &value), "write attributes of");
}

void NetcdfWriter::define(const std::string& name, Type type, const std::vector<std::string>& dimensions,
                          const TextAttributes& attributes) {
  std::vector<int> ids;
  for (const std::string& dimension : dimensions) {
    ids.push_back(-1);
    check(nc_inq_dimid(file_, dimension.c_str(), &ids.back()), "find a dimension of");
  }
  int id = -1;
  const nc_type kind = type == Type::integer ? NC_INT : type == Type::byte ? NC_BYTE : NC_DOUBLE;
  check(nc_def_var(file_, name.c_str(), kind, static_cast<int>(ids.size()), ids.data(), &id),
        "define variables of");
  for (const auto& [attribute, value] : attributes) add_attribute(name, attribute, value);
}

void NetcdfWriter::fill_and_close() {
  check(nc_enddef(file_), "write the header of");
  for (const auto& fill : to_fill_) fill();
  check(nc_close(std::exchange(file_, -1)), "finish");
  part_.finish();
}

void NetcdfWriter::check(int status, const char* doing) {
  netcdf_call(status, doing, part_.path());
}

void NetcdfWriter::write(const std::string& name, const std::vector<double>& values) {
  check(nc_put_var_double(file_, id_of(name), values.data()), "write");
}
void NetcdfWriter::write(const std::string& name, const std::vector<int>& values) {
  check(nc_put_var_int(file_, id_of(name), values.data()), "write");
}

void NetcdfWriter::write(const std::string& name, const std::vector<std::uint8_t>& values) {
  check(nc_put_var_uchar(file_, id_of(name), values.data()), "write");
}

int NetcdfWriter::id_of(const std::string& variable) {
  if (variable.empty()) return NC_GLOBAL;
  int id = -1;
  check(nc_inq_varid(file_, variable.c_str(), &id), "find a variable of");
  return id;
}

}  // namespace groundswell
