// SPDX-License-Identifier: Apache-2.0
// Reference: NetCDF User's Guide, appendix "The NetCDF Classic Format Specification".
#include "files/classic_header.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/error.hpp"

namespace groundswell {
namespace {

using Size = std::uint64_t;

constexpr Size too_large = Size(1) << 60;  // larger than any file

// a * b, or too_large.
Size product(Size a, Size b) {
  return a != 0 && b > too_large / a ? too_large : std::min(a * b, too_large);
}

Size padded(Size bytes) {
  return (bytes + 3) / 4 * 4;
}

class ClassicHeader {
 public:
  explicit ClassicHeader(const std::string& path) : path_(path), in_(path, std::ios::binary | std::ios::ate) {
    require(in_.is_open(), "cannot read '", path, "': ", std::strerror(errno));
    size_ = Size(in_.tellg());
    in_.seekg(0);
    char magic[4] = {};
    in_.read(magic, 4);
    is_classic_ = in_ && magic[0] == 'C' && magic[1] == 'D' && magic[2] == 'F' &&
                  (magic[3] == 1 || magic[3] == 2 || magic[3] == 5);
    number_width_ = magic[3] == 5 ? 8 : 4;
    offset_width_ = magic[3] == 1 ? 4 : 8;
    at_ = 4;
  }

  void check(CheckedLength length) {
    if (!is_classic_) return;
    const Size counted = read_count_of_records();
    const Size n_record = length == CheckedLength::with_records ? counted : 0;
    read_dimensions();
    read_attributes();
    read_variables();
    check_extents(n_record);
  }

  RecordPart record_part() const {
    const auto first = std::ranges::find_if(variables_, &Variable::is_record);
    if (first == variables_.end()) return {};
    return {std::int64_t(first->begin), std::int64_t(record_bytes())};
  }

 private:
  struct Variable {
    Size bytes = 0, begin = 0;  // of one record if it is a record variable
    bool is_record = false;
  };

  [[noreturn]] void damaged(const std::string& what) const {
    throw Error(text("the header of '", path_, "' is damaged at byte ", at_, ": ", what,
                     "; replace it with a sound copy"));
  }

  Size read_integer(int width) {
    if (size_ - at_ < Size(width)) truncated(at_ + Size(width));
    unsigned char bytes[8] = {};
    in_.read(reinterpret_cast<char*>(bytes), width);
    if (!in_) damaged("it cannot be read");
    Size value = 0;
    for (int i = 0; i < width; ++i) value = value << 8 | bytes[i];
    at_ += Size(width);
    return value;
  }
  Size read_number() { return read_integer(number_width_); }

  // The number of items, each of which takes at least `least` bytes.
  Size read_count(const char* of, Size least) {
    const Size count = read_number();
    if (product(count, least) > size_ - at_)
      damaged(text("it announces ", count, " ", of, ", more than the file has room for"));
    return count;
  }

  void skip(Size bytes, const char* what) {
    if (bytes > size_ - at_) damaged(text(what, " of ", bytes, " bytes reaches beyond the end of the file"));
    in_.seekg(std::streamoff(bytes), std::ios::cur);
    at_ += bytes;
  }

  void skip_name() {
    const Size length = read_number();
    if (length == 0 || length > 256) damaged(text("a name has ", length, " characters"));
    skip(padded(length), "a name");
  }

  // The number of items of a list with this tag; an empty list may have the tag 0.
  Size read_list(Size tag, const char* of, Size least) {
    const Size found = read_integer(4);
    const Size count = read_count(of, least);
    if (found != tag && (found != 0 || count != 0)) damaged(text("there is no list of ", of));
    return count;
  }

  Size read_type_size() {
    constexpr Size sizes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const Size type = read_integer(4), last = number_width_ == 8 ? 11 : 6;
    if (type < 1 || type > last) damaged(text("there is no type number ", type));
    return sizes[type];
  }

  // The number of records; 0 if all its bits are set, which means that it is unknown and the file has as many
  // records as it has room for.
  Size read_count_of_records() {
    const Size count = read_number();
    return count == (number_width_ == 8 ? ~Size(0) : Size(0xffffffff)) ? 0 : count;
  }

  void read_dimensions() {
    const Size count = read_list(10, "dimensions", 8);
    for (Size i = 0; i < count; ++i) {
      skip_name();
      dimensions_.push_back(read_number());
    }
    if (std::count(dimensions_.begin(), dimensions_.end(), Size(0)) > 1)
      damaged("it has two unlimited dimensions");
  }

  void read_attributes() {
    const Size count = read_list(12, "attributes", 12);
    for (Size i = 0; i < count; ++i) {
      skip_name();
      const Size width = read_type_size();
      skip(padded(product(read_number(), width)), "an attribute");
    }
  }

  void read_variables() {
    const Size count = read_list(11, "variables", 24);
    for (Size i = 0; i < count; ++i) {
      skip_name();
      const Size rank = read_count("dimensions of a variable", Size(number_width_));
      if (rank > 1024) damaged(text("a variable has ", rank, " dimensions"));
      Variable variable;
      variable.bytes = 1;
      for (Size k = 0; k < rank; ++k) {
        const Size dimension = read_number();
        if (dimension >= dimensions_.size()) damaged(text("a variable has the dimension number ", dimension));
        const Size length = dimensions_[dimension];
        if (length == 0 && k > 0) damaged("the unlimited dimension of a variable is not its first");
        if (length == 0)
          variable.is_record = true;
        else
          variable.bytes = product(variable.bytes, length);
      }
      read_attributes();
      variable.bytes = product(variable.bytes, read_type_size());
      read_number();  // the stated size is not used, as a large one does not fit into its field
      variable.begin = read_integer(offset_width_);
      variables_.push_back(variable);
    }
  }

  Size record_bytes() const {
    Size record = 0;
    const auto of_records = std::ranges::count_if(variables_, &Variable::is_record);
    for (const Variable& v : variables_)
      if (v.is_record) record += of_records == 1 ? v.bytes : padded(v.bytes);
    return std::min(record, too_large);
  }

  void check_extents(Size n_record) const {
    const Size record = record_bytes();
    for (const Variable& v : variables_) {
      if (v.is_record && n_record == 0) continue;
      if (v.begin < at_)
        damaged(text("the values of a variable begin at byte ", v.begin, ", inside the header"));
      const Size before = v.is_record ? product(n_record - 1, record) : 0;
      const Size end = std::min(v.begin, too_large) + before + v.bytes;
      if (end > size_) truncated(end);
    }
  }

  [[noreturn]] void truncated(Size least) const {
    throw Error(text("the file '", path_,
                     "' is truncated or damaged: according to its header it has at least ", least,
                     " bytes, but its size is ", size_, "; replace it with a sound copy"));
  }

  const std::string& path_;
  std::ifstream in_;
  Size size_ = 0, at_ = 0;
  bool is_classic_ = false;
  int number_width_ = 4, offset_width_ = 4;
  std::vector<Size> dimensions_;
  std::vector<Variable> variables_;
};

}  // namespace

void check_classic_header(const std::string& path, CheckedLength length) {
  ClassicHeader(path).check(length);
}

RecordPart find_record_part(const std::string& path) {
  ClassicHeader header(path);
  header.check(CheckedLength::without_records);
  return header.record_part();
}

}  // namespace groundswell
