// SPDX-License-Identifier: Apache-2.0
// Preloaded, it kills the process with its n-th call of rename(), before the file has its new name: n is the
// variable KILL_AT_RENAME. What a program leaves that is killed between any two names can so be looked at in
// turn.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>

int rename(const char* from, const char* to) {
  static int n_call = 0;
  const char* number = getenv("KILL_AT_RENAME");
  if (number != NULL && ++n_call == atoi(number)) raise(SIGKILL);
  int (*real)(const char*, const char*) = (int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename");
  return real(from, to);
}
