//===- Output.c - what relax-translate writes -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/translate/Output.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Frontend/Safetensors/Write.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int translateFail(const char *message) {
  bridgeToolError("relax-translate", message);
  return 1;
}

bool translateCheckOutput(const char *path, bool binary) {
  bool standard = !path || strcmp(path, "-") == 0;
  if (standard && binary && isatty(1)) {
    translateFail("machine code is not written to a terminal: give '-o FILE'");
    return false;
  }
  RelaxError error = {0};
  bool good = standard || relaxFileCanBeMade(path, &error);
  if (!good)
    translateFail(relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

int translateWrite(const char *path, const StrBuf *text, RelaxFiles *files) {
  if (!path || strcmp(path, "-") == 0) {
    if (fwrite(text->data, 1, text->length, stdout) != text->length ||
        fflush(stdout) != 0)
      return translateFail("cannot write the standard output");
    path = NULL;
  }
  RelaxError error = {0};
  StrRef piece = {text->data, text->length};
  int status = 0;
  if ((path && !relaxFilesAdd(files, path, &piece, 1, &error)) ||
      !relaxFilesCommit(files, &error))
    status = translateFail(relaxErrorText(&error));
  relaxErrorFree(&error);
  return status;
}

/// One note: where later tools have to look for the weights.
static void noteWeightsDir(const char *model, MlirModule module) {
  const char *slash = strrchr(model, '/');
  if (!slash)
    return;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (strRefEqual(bridgeOpName(op), strRefFromC("relax.weight"))) {
      fprintf(
          stderr,
          "relax-translate: note: the weights lie in '%s'; later tools need "
          "'--weights-dir=%.*s'\n",
          model, slash == model ? 1 : (int)(slash - model), model);
      return;
    }
}

/// `--weights-out`: false after a message.
static bool moveWeights(MlirModule module, const char *model, const char *path,
                        RelaxFiles *files) {
  const char *slash = strrchr(model, '/');
  StrBuf folder = {0};
  RelaxError error = {0};
  if (slash)
    strBufAppend(&folder,
                 (StrRef){model, slash == model ? 1 : (size_t)(slash - model)});
  else
    strBufAppendC(&folder, ".");
  bool good =
      safetensorsWriteWeights(module, strBufText(&folder), path, files, &error);
  if (!good)
    translateFail(relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&folder);
  return good;
}

int translateWriteModule(MlirModule module, const char *input, StrBuf *text,
                         const char *weights, const char *output) {
  RelaxFiles files = {0};
  int status = 1;
  if (!weights || moveWeights(module, input, weights, &files)) {
    if (weights || text->length == 0) {
      strBufFree(text);
      bridgePrintModule(mlirModuleGetOperation(module), text);
    }
    status = translateWrite(output, text, &files);
    if (status == 0)
      noteWeightsDir(weights ? weights : input, module);
  }
  relaxFilesDiscard(&files);
  return status;
}
