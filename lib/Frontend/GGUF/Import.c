//===- Import.c - GGUF models into the relax dialect ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Frontend/GGUF/Llama.h"

#include <string.h>

static bool writeModel(const GgufFile *file, const char *weightsFile,
                       StrBuf *text, Arena *arena, RelaxError *error) {
  static const char key[] = "general.architecture";
  StrRef architecture;
  if (!ggufGetString(file, key, &architecture, error))
    return !relaxErrorIsSet(error) &&
           relaxFail(error, "key '%s' is missing", key);
  if (!strRefEqual(architecture, strRefFromC("llama")))
    return relaxFail(error, "key '%s': expected llama, got '%.*s'", key,
                     (int)(architecture.length < 40 ? architecture.length : 40),
                     architecture.data);
  LlamaModel model = {.file = file, .arena = arena, .error = error};
  if (!llamaRead(&model))
    return false;
  llamaWrite(&model, weightsFile, text);
  return true;
}

bool ggufImport(const char *path, StrBuf *text, RelaxError *error) {
  RelaxError reason = {0};
  GgufFile *file = ggufRead(path, error);
  if (!file)
    return false;
  const char *slash = strrchr(path, '/');
  Arena *arena = arenaCreate();
  bool good = writeModel(file, slash ? slash + 1 : path, text, arena, &reason);
  if (!good)
    relaxFail(error, "'%s': %s", path, relaxErrorText(&reason));
  relaxErrorFree(&reason);
  arenaDestroy(arena);
  ggufDestroy(file);
  return good;
}
