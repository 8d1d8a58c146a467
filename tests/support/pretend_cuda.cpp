// SPDX-License-Identifier: Apache-2.0
#include "support/pretend_cuda.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <vector>

// The program's declarations of the driver's functions are not used here, because they are under test.
namespace {

using Address = unsigned long long;
constexpr int n_device = 2;
enum Code {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  no_device = 100,
  invalid_context = 201,
  failed = 719
};

struct Context {
  int device, n_retained = 0;
};

struct Room {
  int device;
  std::vector<char> bytes;
};

struct Pretence {
  bool has_begun = false;
  Context contexts[n_device] = {{0}, {1}};
  std::map<Address, Room> rooms;  // by device address, which is not an address in host memory
  std::set<void*> pins;
  std::set<std::pair<int, int>> ways;
  std::vector<std::function<void()>> under_way;
  Address next_address = 1ULL << 60;
  int n_copy = 0, n_current = 0, n_mistake = 0;

  Pretence();
  ~Pretence();
};

Pretence pretence;

void report_at_exit() {
  if (pretence.has_begun)
    std::fprintf(stderr, "pretend CUDA: %s\n", groundswell::test::report_pretend_cuda().c_str());
}

Pretence::Pretence() {
  std::at_quick_exit(report_at_exit);  // after an error, the program ends with std::quick_exit
}

Pretence::~Pretence() {
  report_at_exit();
}

thread_local std::vector<Context*> current;

bool is_wrong(std::string_view what) {
  const char* wrong = std::getenv("PRETEND_CUDA");
  return wrong && what == wrong;
}

int mistake(Code code) {
  ++pretence.n_mistake;
  return code;
}

bool is_device(int device) {
  return pretence.has_begun && device >= 0 && device < n_device;
}

// The context with this handle if it is retained, otherwise null.
Context* find_context(void* handle) {
  for (Context& context : pretence.contexts)
    if (&context == handle && context.n_retained > 0) return &context;
  return nullptr;
}

Context* find_current() {
  return current.empty() ? nullptr : find_context(current.back());
}

// The memory at an address of a device if at least `bytes` bytes are allocated there, otherwise null.
char* find_bytes(Address address, int device, std::size_t bytes) {
  const auto room = pretence.rooms.find(address);
  const bool fits =
      room != pretence.rooms.end() && room->second.device == device && bytes <= room->second.bytes.size();
  return fits ? room->second.bytes.data() : nullptr;
}

int begin_copy(void* to, const void* from, std::size_t bytes) {
  if (!find_current()) return mistake(invalid_context);
  if (!to || !from || bytes == 0) return mistake(invalid_value);
  if (is_wrong("failing")) return failed;
  ++pretence.n_copy;
  pretence.under_way.emplace_back([=] { std::memcpy(to, from, bytes); });
  return success;
}

}  // namespace

std::string groundswell::test::report_pretend_cuda() {
  int n_context = 0;
  for (const Context& context : pretence.contexts) n_context += context.n_retained;
  char words[200];
  std::snprintf(words, sizeof(words),
                "%d copies; left: %zu rooms, %zu pins, %d contexts, %zu ways, %d current; %d mistakes",
                pretence.n_copy, pretence.rooms.size(), pretence.pins.size(), n_context, pretence.ways.size(),
                pretence.n_current, pretence.n_mistake);
  return words;
}

extern "C" {

int cuInit(unsigned flags) {
  if (is_wrong("none")) return no_device;
  pretence.has_begun = true;
  return flags == 0 ? success : mistake(invalid_value);
}

int cuGetErrorString(int error, const char** words) {
  *words = error == failed ? "pretend failure" : error == out_of_memory ? "out of memory" : nullptr;
  return *words ? success : invalid_value;
}

int cuDeviceGetCount(int* n) {
  *n = n_device;
  return pretence.has_begun ? success : mistake(invalid_value);
}

int cuDeviceGet(int* device, int number) {
  *device = number;
  return is_device(number) ? success : mistake(invalid_value);
}

int cuDeviceGetName(char* name, int length, int device) {
  if (!is_device(device)) return mistake(invalid_value);
  std::snprintf(name, std::size_t(length), "Pretend GPU %c", 'A' + device);
  return success;
}

int cuDevicePrimaryCtxRetain(void** context, int device) {
  if (!is_device(device)) return mistake(invalid_value);
  if (is_wrong("busy") && device == 1) return failed;
  ++pretence.contexts[device].n_retained;
  *context = &pretence.contexts[device];
  return success;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  if (!is_device(device) || pretence.contexts[device].n_retained == 0) return mistake(invalid_context);
  --pretence.contexts[device].n_retained;
  return success;
}

int cuCtxPushCurrent_v2(void* context) {
  if (!find_context(context)) return mistake(invalid_context);
  current.push_back(find_context(context));
  ++pretence.n_current;
  return success;
}

int cuCtxPopCurrent_v2(void** context) {
  if (current.empty()) return mistake(invalid_context);
  *context = current.back();
  current.pop_back();
  --pretence.n_current;
  return success;
}

int cuCtxSynchronize() {
  if (!find_current()) return mistake(invalid_context);
  if (is_wrong("late")) pretence.under_way.clear();
  for (const auto& copy : pretence.under_way) copy();
  pretence.under_way.clear();
  return is_wrong("late") ? failed : success;
}

int cuCtxEnablePeerAccess(void* context, unsigned flags) {
  const Context *from = find_current(), *to = find_context(context);
  if (!from || !to || from == to || flags != 0) return mistake(invalid_context);
  return pretence.ways.emplace(from->device, to->device).second ? success : mistake(invalid_value);
}

int cuCtxDisablePeerAccess(void* context) {
  const Context *from = find_current(), *to = find_context(context);
  if (!from || !to) return mistake(invalid_context);
  return pretence.ways.erase({from->device, to->device}) == 1 ? success : mistake(invalid_value);
}

int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  if (!find_current()) return mistake(invalid_context);
  if (bytes == 0) return mistake(invalid_value);
  if (is_wrong("full")) return out_of_memory;
  *address = pretence.next_address;
  pretence.next_address += bytes;
  pretence.rooms[*address] = {find_current()->device, std::vector<char>(bytes)};
  return success;
}

int cuMemFree_v2(Address address) {
  if (!find_current()) return mistake(invalid_context);
  if (!pretence.under_way.empty()) return mistake(invalid_value);
  return pretence.rooms.erase(address) == 1 ? success : mistake(invalid_value);
}

int cuMemHostRegister_v2(void* host, std::size_t bytes, unsigned flags) {
  if (!find_current()) return mistake(invalid_context);
  if (is_wrong("pageable")) return failed;
  const bool is_new = host && bytes > 0 && flags == 0 && pretence.pins.insert(host).second;
  return is_new ? success : mistake(invalid_value);
}

int cuMemHostUnregister(void* host) {
  if (!find_current()) return mistake(invalid_context);
  return pretence.under_way.empty() && pretence.pins.erase(host) == 1 ? success : mistake(invalid_value);
}

int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return begin_copy(find_current() ? find_bytes(to, find_current()->device, bytes) : nullptr, from, bytes);
}

int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return begin_copy(to, find_current() ? find_bytes(from, find_current()->device, bytes) : nullptr, bytes);
}

int cuMemcpyPeer(Address to, void* to_context, Address from, void* from_context, std::size_t bytes) {
  const Context *there = find_context(to_context), *here = find_context(from_context);
  if (!there || !here) return mistake(invalid_context);
  return begin_copy(find_bytes(to, there->device, bytes), find_bytes(from, here->device, bytes), bytes);
}
}
