//===- RegionFiles.c - what regions are given and give, as files ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/RegionFiles.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Runtime/Npy.h"
#include "lib/Support/Map.h"
#include "tools/run/Call.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <string.h>
#include <sys/stat.h>

static bool addFile(RunRegionFiles *files, StrRef region, size_t call,
                    const char *what, size_t index, const RelaxTensor *value,
                    RelaxError *error) {
  StrBuf path = {0};
  strBufAppendFormat(&path, "%s/%.*s.%zu.%s%zu.npy", files->folder,
                     (int)region.length, region.data, call, what, index);
  bool good = relaxNpyAdd(&files->files, strBufText(&path), value, error);
  strBufFree(&path);
  return good;
}

static bool save(void *user, MlirOperation function,
                 const RelaxTensor *const *inputs, size_t numInputs,
                 const RelaxTensor *results, size_t numResults,
                 RelaxError *error) {
  RunRegionFiles *files = user;
  StrRef name = relaxFuncGetSymName(function);
  const RunRegionCalls *known = mapEntry(files->calls, function.ptr);
  size_t call = known ? known->value : 0;
  bool good = !memchr(name.data, '/', name.length) ||
              relaxFail(error, "'@%.*s' cannot be the name of a file",
                        (int)name.length, name.data);
  hmput(files->calls, (const void *)function.ptr, call + 1);
  for (size_t i = 0; good && i < numInputs; ++i)
    good = addFile(files, name, call, "in", i, inputs[i], error);
  for (size_t i = 0; good && i < numResults; ++i)
    good = addFile(files, name, call, "out", i, &results[i], error);
  return good;
}

bool runRegionFilesOpen(RunRegionFiles *files, RunEngine *engine) {
  if (!files->folder)
    return true;
  if (!runEngineIsReference(engine))
    return runFail("option '--save-regions': expected '--mode=reference', too");
  if (mkdir(files->folder, 0777) != 0 && errno != EEXIST)
    return runFail("cannot make the folder '%s': %s", files->folder,
                   strerror(errno));
  runEngineWatchRegions(engine, save, files);
  return true;
}

bool runRegionFilesClose(RunRegionFiles *files, bool good) {
  RelaxError error = {0};
  if (good && !relaxFilesCommit(&files->files, &error))
    good = runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  relaxFilesDiscard(&files->files);
  hmfree(files->calls);
  return good;
}
