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

MlirOperation evalFindFunction(const RelaxInterpreter *interpreter, StrRef name,
                               RelaxError *error) {
  uint32_t index = relaxProgramFind(interpreter->signatures, name);
  if (index != RELAX_NO_FUNCTION)
    return interpreter->functions[index];
  relaxFail(error, "'@%.*s' is no function of the module", (int)name.length,
            name.data);
  return (MlirOperation){NULL};
}

bool evalRefuseType(MlirType type, RelaxError *error) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  relaxFail(error, "reference mode has no values of type %s",
            strBufText(&text));
  strBufFree(&text);
  return false;
}
