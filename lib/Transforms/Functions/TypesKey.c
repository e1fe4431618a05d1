//===- TypesKey.c - types whatever their symbols are called ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/TypesKey.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"

MlirType typesKey(Arena *arena, MlirContext context, intptr_t count,
                  const MlirType *types) {
  RelaxMatch match = {.arena = arena};
  SymNameList symbols = {.arena = arena};
  MlirType *numbered = ARENA_ARRAY(arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    symWalkTypeSymbols(types[i], symNameListAdd, &symbols);
  for (size_t i = 0; i < symbols.count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "type.%zu", i);
    StrRef name = arenaCopyString(arena, (StrRef){text.data, text.length});
    strBufFree(&text);
    relaxMatchAddExpr(&match, symbols.names[i], symExprSymbol(arena, name));
  }
  for (intptr_t i = 0; i < count; ++i)
    numbered[i] = relaxMatchSubstitute(&match, types[i]);
  return mlirTupleTypeGet(context, count, numbered);
}
