// The signal of the environment (SIGTERM) when a file has a name of its own and
// is about to get the one that was asked for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) =
      (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  const char *number = getenv("SIGNAL");
  raise(number ? atoi(number) : SIGTERM);
  return real(from, to);
}
