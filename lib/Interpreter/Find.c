//===- Find.c - functions, rules and element types by name ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Module.h"

#include <stdlib.h>

static int compareName(const void *key, const void *element) {
  const EvalEntry *const *entry = element;
  return strRefCompare(*(const StrRef *)key, strRefFromC((*entry)->name));
}

const EvalEntry *evalFind(const RelaxInterpreter *interpreter, StrRef name) {
  const EvalEntry **found =
      bsearch(&name, interpreter->entries, interpreter->numEntries,
              sizeof(*interpreter->entries), compareName);
  return found ? *found : NULL;
}

MlirOperation evalFindFunction(const RelaxInterpreter *interpreter,
                               StrRef name) {
  uint32_t index = relaxProgramFind(interpreter->signatures, name);
  return index == RELAX_NO_FUNCTION ? (MlirOperation){NULL}
                                    : interpreter->functions[index];
}

bool evalRefuseType(MlirType type, RelaxError *error) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  relaxFail(error, "reference mode has no values of type %s",
            strBufText(&text));
  strBufFree(&text);
  return false;
}
