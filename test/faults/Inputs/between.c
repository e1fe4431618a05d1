// A signal when a file has a name of its own and is about to get the one that was asked for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  raise(SIGTERM);
  return real(from, to);
}
