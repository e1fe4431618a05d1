//===- Instantiate.c - calls of functions with type parameters ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/TypeArguments.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

RelaxTypeArguments relaxTypeArgumentsOf(Arena *arena,
                                        const RelaxCallTypes *call,
                                        intptr_t *missing) {
  intptr_t count = mlirArrayAttrGetNumElements(call->params);
  RelaxTypeArguments arguments = {call->params,
                                  ARENA_ARRAY(arena, MlirType, count + 1)};
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(call->type);
       i < e && i < call->numOperands; ++i)
    relaxTypeArgumentsMatch(&arguments, mlirFunctionTypeGetInput(call->type, i),
                            call->operands[i]);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(call->type);
       i < e && i < call->numResults; ++i)
    relaxTypeArgumentsMatch(
        &arguments, mlirFunctionTypeGetResult(call->type, i), call->results[i]);
  for (intptr_t i = count - 1; missing && i >= 0; --i)
    *missing = arguments.types[i].ptr ? *missing : i;
  return arguments;
}

/// The callee's symbols under other names.
typedef struct Renaming {
  RelaxMatch match;
  MlirContext context;
  MlirAttribute *names; // stb_ds
} Renaming;

static void renameSymbol(StrRef name, void *userData) {
  Renaming *renaming = userData;
  Arena *arena = renaming->match.arena;
  if (relaxMatchKnows(&renaming->match, name))
    return;
  StrBuf text = {0};
  strBufAppendFormat(&text, "callee.%.*s", SPREAD(name));
  StrRef fresh = arenaCopyString(arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  relaxMatchAddExpr(&renaming->match, arenaCopyString(arena, name),
                    symExprSymbol(arena, fresh));
  arrput(renaming->names,
         mlirStringAttrGet(renaming->context, strRefToMlir(fresh)));
}

/// What the call passes, under the names that the callee's symbols have now.
static MlirAttribute renamedKeys(const Renaming *renaming,
                                 MlirAttribute symbols) {
  Arena *arena = renaming->match.arena;
  intptr_t count = mlirDictionaryAttrGetNumElements(symbols);
  MlirNamedAttribute *entries = ARENA_ARRAY(arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(symbols, i);
    StrRef key = strRefFromMlir(mlirIdentifierStr(entries[i].name)), fresh;
    for (size_t k = 0; k < renaming->match.count; ++k)
      if (strRefEqual(renaming->match.names[k], key) &&
          symExprIsSymbol(renaming->match.values[k], &fresh))
        entries[i].name =
            mlirIdentifierGet(renaming->context, strRefToMlir(fresh));
  }
  return mlirDictionaryAttrGet(renaming->context, count, entries);
}

MlirLogicalResult relaxInstantiateCall(Arena *arena, RelaxCallTypes *call) {
  intptr_t missing = -1;
  RelaxTypeArguments arguments = relaxTypeArgumentsOf(arena, call, &missing);
  if (missing >= 0) {
    StrRef name = bridgeText(mlirArrayAttrGetElement(call->params, missing));
    return bridgeEmitOpError(
        call->op,
        "nothing says what type parameter '%.*s' of '@%.*s' stands for: no "
        "operand and no result has it in its type",
        SPREAD(name), SPREAD(call->name));
  }
  Renaming renaming = {.match = {.arena = arena},
                       .context = mlirTypeGetContext(call->type)};
  symWalkTypeSymbols(call->type, renameSymbol, &renaming);
  call->own = mlirArrayAttrGet(renaming.context, arrlen(renaming.names),
                               renaming.names);
  arrfree(renaming.names);
  MlirType apart = relaxMatchSubstitute(&renaming.match, call->type);
  call->phantoms = call->phantoms.ptr ? call->own : call->phantoms;
  if (call->symbols.ptr)
    call->symbols = renamedKeys(&renaming, call->symbols);
  call->type = relaxTypeArgumentsApply(&arguments, apart);
  call->params = (MlirAttribute){NULL};
  return mlirLogicalResultSuccess();
}
