// SPDX-License-Identifier: Apache-2.0
// Preloaded, it sends the process a signal with its n-th call of rename(), before the file has its new name:
// n is the variable KILL_AT_RENAME, the signal's number KILL_WITH (SIGKILL). What a program leaves that is
// killed between any two names can so be looked at in turn. Where KILL_PARENT is set, the signal goes to the
// process that has started this one, as mpirun, which passes it on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void send_signal(void) {
  const char* with = getenv("KILL_WITH");
  const int number = with != NULL ? atoi(with) : SIGKILL;
  if (getenv("KILL_PARENT") == NULL) {
    raise(number);
    return;
  }
  const struct timespec until_it_has_come = {5, 0};
  kill(getppid(), number);
  nanosleep(&until_it_has_come, NULL);
}

int rename(const char* from, const char* to) {
  static int n_call = 0;
  const char* number = getenv("KILL_AT_RENAME");
  if (number != NULL && ++n_call == atoi(number)) send_signal();
  int (*real)(const char*, const char*) = (int (*)(const char*, const char*))dlsym(RTLD_NEXT, "rename");
  return real(from, to);
}
