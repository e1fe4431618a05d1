//===- Import.c - GGUF models into the relax dialect ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Frontend/GGUF/Llama.h"

#include <string.h>

bool ggufImportFile(const GgufFile *file, const char *weightsFile, StrBuf *text,
                    RelaxError *error) {
  static const char key[] = "general.architecture";
  StrRef architecture;
  if (!ggufFind(file, key))
    return relaxFail(error, "key '%s' is missing", key);
  if (!ggufGetString(file, key, &architecture, error))
    return false;
  if (!strRefEqual(architecture, strRefFromC("llama")))
    return relaxFail(error, "key '%s': expected llama, got '%.*s'", key,
                     (int)(architecture.length < 40 ? architecture.length : 40),
                     architecture.data);
  // `llamaRead` asks whether an error is set.
  RelaxError reason = {0};
  LlamaModel model = {.file = file, .arena = arenaCreate(), .error = &reason};
  bool good = llamaRead(&model);
  if (good)
    llamaWrite(&model, weightsFile, text);
  else
    relaxFail(error, "%s", relaxErrorText(&reason));
  relaxErrorFree(&reason);
  arenaDestroy(model.arena);
  return good;
}

bool ggufImport(const char *path, StrBuf *text, RelaxError *error) {
  RelaxError reason = {0};
  GgufFile *file = ggufRead(path, error);
  if (!file)
    return false;
  const char *slash = strrchr(path, '/');
  bool good = ggufImportFile(file, slash ? slash + 1 : path, text, &reason);
  if (!good)
    relaxFail(error, "'%s': %s", path, relaxErrorText(&reason));
  relaxErrorFree(&reason);
  ggufDestroy(file);
  return good;
}
