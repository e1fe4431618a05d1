//===- Backends.c - back ends that relax-run loads ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Backends.h"
#include "lib/Runtime/File.h"
#include "tools/run/Call.h"

#include <dlfcn.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

/// In the library that was named last first.
static void *find(void *user, const char *function) {
  const RunBackends *backends = user;
  void *found = NULL;
  for (ptrdiff_t i = arrlen(backends->libraries) - 1; i >= 0 && !found; --i)
    found = dlsym(backends->libraries[i], function);
  return found;
}

static void remark(void *user, const char *text) {
  (void)user;
  fflush(stdout);
  fprintf(stderr, "relax-run: remark: %s\n", text);
}

static bool remarkNotLoaded(const char *why) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "option '--load-backend': %s", why);
  remark(NULL, strBufText(&text));
  strBufFree(&text);
  return true;
}

/// A library without the entry has functions of C files. One that the system
/// cannot load, as what it needs is not there or is another version, may be
/// done without where that is asked for.
static bool load(RunBackends *backends, const char *path, bool ifThere) {
  RelaxError error = {0};
  if (!relaxFileCheckInput(path, &error)) {
    runFail("option '--load-backend': %s", relaxErrorText(&error));
    relaxErrorFree(&error);
    return false;
  }
  // A name without a slash would be looked for among those of the system.
  StrBuf file = {0};
  strBufAppendFormat(&file, "%s%s", strchr(path, '/') ? "" : "./", path);
  void *library = dlopen(strBufText(&file), RTLD_NOW | RTLD_LOCAL);
  strBufFree(&file);
  if (!library && ifThere)
    return remarkNotLoaded(dlerror());
  if (!library)
    return runFail("option '--load-backend': %s", dlerror());
  arrput(backends->libraries, library);
  void *address = dlsym(library, RELAX_BACKEND_ENTRY);
  if (!address)
    return true;
  RelaxBackendEntry entry;
  memcpy(&entry, &address, sizeof entry);
  const RelaxBackend *backend = entry();
  if (!backend || backend->version != RELAX_BACKEND_VERSION)
    return runFail("option '--load-backend': '%s' is for version %u of back "
                   "ends: expected %d",
                   path, backend ? backend->version : 0, RELAX_BACKEND_VERSION);
  if (!backend->name || !backend->create || !backend->run || !backend->destroy)
    return runFail("option '--load-backend': '%s' lacks a name, 'create', "
                   "'run' or 'destroy'",
                   path);
  arrput(backends->backends, backend);
  return true;
}

static bool parseMode(const char *text, RelaxOffloadMode *mode) {
  static const char *const names[] = {
      [RELAX_OFFLOAD_OR_OWN] = "or-own",
      [RELAX_OFFLOAD_IF_THERE] = "if-there",
      [RELAX_OFFLOAD_ALWAYS] = "always",
      [RELAX_OFFLOAD_NEVER] = "never",
  };
  for (int i = 0; i < (int)(sizeof(names) / sizeof(*names)); ++i)
    if (strcmp(text, names[i]) == 0) {
      *mode = (RelaxOffloadMode)i;
      return true;
    }
  return runFail("option '--regions': expected or-own, if-there, always or "
                 "never, got '%s'",
                 text);
}

bool runLoadBackends(const CommandLine *line, RunBackends *backends,
                     RelaxOffloadOptions *out) {
  const char *how = commandLineValue(line, RUN_REGIONS);
  RelaxOffloadMode mode = RELAX_OFFLOAD_OR_OWN;
  if (how && !parseMode(how, &mode))
    return false;
  for (ptrdiff_t i = 0; i < arrlen(line->arguments); ++i)
    if (line->arguments[i].option == RUN_LOAD_BACKEND &&
        !load(backends, line->arguments[i].value,
              mode == RELAX_OFFLOAD_IF_THERE))
      return false;
  *out =
      (RelaxOffloadOptions){.backends = backends->backends,
                            .numBackends = arrlenu(backends->backends),
                            .refuseNaN = commandLineValue(line, RUN_REFUSE_NAN),
                            .find = find,
                            .findUser = backends,
                            .mode = mode,
                            .remark = remark};
  return true;
}

void runFreeBackends(RunBackends *backends) {
  for (ptrdiff_t i = 0; i < arrlen(backends->libraries); ++i)
    dlclose(backends->libraries[i]);
  arrfree(backends->libraries);
  arrfree(backends->backends);
}
