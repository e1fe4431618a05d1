//===- BatchTables.c - tables of policies, in files and modules -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/BatchTables.h"
#include "dialects/Relax/BatchPolicy.h"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/StringText.h"
#include "tools/Dialects.h"

#include <string.h>

static bool readFile(const char *path, BatchTable *table, RelaxError *error) {
  StrBuf text = {0};
  bool good = relaxFileRead(path, &text, error) &&
              (batchTableParse((StrRef){strBufText(&text), text.length}, table,
                               error) ||
               relaxErrorContext(error, "'%s'", path));
  strBufFree(&text);
  return good;
}

/// `name` is without the `@`.
static bool readModule(const char *name, const char *path, BatchTable *table,
                       RelaxError *error) {
  StrBuf text = {0};
  if (!relaxFileRead(path, &text, error))
    return false;
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  MlirModule module = bridgeSessionParse(
      session, (StrRef){strBufText(&text), text.length}, path);
  bool good = module.ptr != NULL;
  if (good) {
    MlirOperation policy = relaxBatchPolicyFind(module, strRefFromC(name));
    good = policy.ptr
               ? relaxBatchPolicyRead(policy, table, error)
               : relaxFail(error, "'%s': expected a relax.batch_policy '@%s'",
                           path, name);
    mlirModuleDestroy(module);
  }
  bridgeSessionDestroy(session);
  strBufFree(&text);
  return good;
}

bool runBatchTableRead(const char *name, const char *module, BatchTable *table,
                       RelaxError *error) {
  if (*name != '@')
    return module ? relaxFail(error,
                              "option '--policy': expected 'fsm:@NAME' of "
                              "'%s', got 'fsm:%s'",
                              module, name)
                  : readFile(name, table, error);
  if (!module)
    return relaxFail(
        error, "option '--policy': expected a module with '%s', too", name);
  return readModule(name + 1, module, table, error);
}

/// The file's name without folders and `.mlir`; false if it is no such file.
static bool symbolOf(const char *path, StrRef *symbol) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  size_t length = strlen(name), ending = strlen(".mlir");
  if (length < ending || strcmp(name + length - ending, ".mlir") != 0)
    return false;
  *symbol = (StrRef){name, length - ending};
  return true;
}

bool runBatchTableCanBeMade(const char *path, RelaxError *error) {
  StrRef symbol;
  if (symbolOf(path, &symbol) && symbol.length == 0)
    return relaxFail(error,
                     "option '--learn': expected a name in front of '.mlir', "
                     "got '%s'",
                     path);
  return relaxFileCanBeMade(path, error);
}

/// Each line of the text as a string.
static void appendPolicy(StrRef symbol, StrRef text, StrBuf *out) {
  strBufAppendC(out, "relax.batch_policy @");
  relaxStringPrint(symbol, out);
  strBufAppendC(out, " [");
  for (size_t at = 0; at < text.length; ++at) {
    size_t begin = at;
    while (text.data[at] != '\n')
      ++at;
    strBufAppendC(out, begin ? ",\n  " : "\n  ");
    relaxStringPrint((StrRef){text.data + begin, at - begin}, out);
  }
  strBufAppendC(out, "\n]\n");
}

bool runBatchTableWrite(const BatchTable *table, const char *comment,
                        const char *path, RelaxError *error) {
  StrBuf text = {0}, file = {0};
  StrRef symbol;
  bool module = symbolOf(path, &symbol);
  strBufAppendFormat(&file, "%s %s\n", module ? "//" : "#", comment);
  batchTablePrint(table, &text);
  if (module)
    appendPolicy(symbol, (StrRef){strBufText(&text), text.length}, &file);
  else
    strBufAppendC(&file, strBufText(&text));
  StrRef piece = {strBufText(&file), file.length};
  bool good = relaxFileWrite(path, &piece, 1, error);
  strBufFree(&text);
  strBufFree(&file);
  return good;
}
