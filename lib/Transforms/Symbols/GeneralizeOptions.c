//===- GeneralizeOptions.c - which extents are replaced -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Symbols/GeneralizeOptions.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Symbols/FactList.h"

#include <stb/stb_ds.h>

static MlirLogicalResult findFunction(Generalizer *generalizer) {
  StrRef name = relaxOptionString(generalizer->run, GENERALIZE_FUNCTION);
  MlirLocation loc = mlirOperationGetLocation(generalizer->run->op);
  int count = 0;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(generalizer->run->op, op, relaxIsFunc)).ptr;)
    if (relaxFuncHasBody(op) &&
        (name.length ? strRefEqual(functionName(op), name)
                     : functionIsPublic(op))) {
      generalizer->function = op;
      ++count;
    }
  if (count == 1)
    return mlirLogicalResultSuccess();
  if (name.length)
    return bridgeEmitError(
        loc,
        "option 'function': '@%.*s' is no relax.func of the module with a "
        "body",
        (int)name.length, name.data);
  return bridgeEmitError(loc,
                         "option 'function': expected a name, because the "
                         "module has %d public functions",
                         count);
}

/// By the name in the text or the model's; -1 if there is none.
static intptr_t findArgument(MlirOperation function, StrRef name) {
  MlirBlock entry = bridgeBody(function);
  MlirAttribute attributes = relaxFuncGetArgAttrs(function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    if (strRefEqual(bridgeLocationName(
                        mlirValueGetLocation(mlirBlockGetArgument(entry, i))),
                    name))
      return i;
    MlirAttribute given = {NULL};
    if (attributes.ptr)
      given = mlirDictionaryAttrGetElementByName(
          mlirArrayAttrGetElement(attributes, i),
          mlirStringRefCreateFromCString("relax.name"));
    if (given.ptr && mlirAttributeIsAString(given) &&
        strRefEqual(bridgeText(given), name))
      return i;
  }
  return -1;
}

/// `x[0]=n`; false if the text is something else.
static bool parseDim(Generalizer *generalizer, SymTokens *tokens, StrRef *name,
                     GeneralDim *dim) {
  int64_t axis;
  void *state = tokens->state;
  if (!tokens->identifier(state, name) || !tokens->punct(state, '[') ||
      tokens->integer(state, &axis) != 1 || !tokens->punct(state, ']') ||
      !tokens->punct(state, '=') ||
      !symExprParse(tokens, generalizer->run->arena, &dim->value) ||
      !symExprIsNonNegative(dim->value) || dim->value.numSymbols == 0)
    return false;
  dim->axis = (intptr_t)axis;
  return true;
}

static MlirLogicalResult checkDim(Generalizer *generalizer, StrRef name,
                                  GeneralDim *dim) {
  MlirOperation function = generalizer->function;
  dim->index = findArgument(function, name);
  if (dim->index < 0)
    return bridgeEmitOpError(function,
                             "option 'dims': no argument is named '%.*s'",
                             (int)name.length, name.data);
  RelaxTensorInfo info;
  MlirValue argument = mlirBlockGetArgument(bridgeBody(function), dim->index);
  if (!relaxTensorInfo(mlirValueGetType(argument), &info) ||
      dim->axis >= info.rank ||
      !symAttributeIsConst(info.dims[dim->axis], &dim->extent))
    return bridgeEmitOpError(
        function, "option 'dims': '%.*s' has no static extent at dimension %ld",
        (int)name.length, name.data, (long)dim->axis);
  StrRef *used;
  size_t count = symNamesIn(function, generalizer->run->arena, &used);
  for (size_t i = 0; i < count; ++i)
    for (size_t s = 0; s < dim->value.numSymbols; ++s)
      if (strRefEqual(used[i], dim->value.symbols[s]))
        return bridgeEmitOpError(
            function,
            "option 'dims': expected a new symbol, but the function has "
            "'%.*s' already",
            (int)used[i].length, used[i].data);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult readDims(Generalizer *generalizer) {
  SymText text = {.text = relaxOptionString(generalizer->run, GENERALIZE_DIMS)};
  SymTokens tokens = symTokensFromText(&text);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  bool more = text.text.length > 0;
  while (more && mlirLogicalResultIsSuccess(outcome)) {
    size_t begin = text.position;
    GeneralDim dim;
    StrRef name;
    bool good = parseDim(generalizer, &tokens, &name, &dim);
    more = good && tokens.punct(tokens.state, ',');
    if (!good || (!more && !symTextAtEnd(&text)))
      outcome = bridgeEmitError(
          mlirOperationGetLocation(generalizer->run->op),
          "option 'dims': expected argument[dimension]=extent with a symbol, "
          "got '%.*s'",
          (int)(text.text.length - begin), text.text.data + begin);
    else
      outcome = checkDim(generalizer, name, &dim);
    if (mlirLogicalResultIsSuccess(outcome))
      arrput(generalizer->dims, dim);
  }
  strBufFree(&text.message);
  return outcome;
}

/// The extents that bare symbols replace; all others have to agree with them.
static MlirLogicalResult settleOld(Generalizer *generalizer) {
  MlirContext context = generalizer->run->context;
  for (ptrdiff_t d = 0; d < arrlen(generalizer->dims); ++d) {
    const GeneralDim *dim = &generalizer->dims[d];
    StrRef name;
    if (symExprIsSymbol(dim->value, &name) &&
        !relaxMatchKnows(&generalizer->old, name))
      relaxMatchAdd(&generalizer->old, name,
                    symConstAttribute(context, dim->extent));
  }
  const RelaxMatch *old = &generalizer->old;
  for (ptrdiff_t d = 0; d < arrlen(generalizer->dims); ++d) {
    const GeneralDim *dim = &generalizer->dims[d];
    SymExpr at;
    int64_t extent;
    StrBuf text = {0};
    symExprPrint(dim->value, &text);
    MlirLogicalResult outcome = mlirLogicalResultSuccess();
    if (symExprSubstitute(old->arena, dim->value, old->names, old->values,
                          old->count, &at) != SYM_OK ||
        !symExprIsConst(at, &extent))
      outcome = bridgeEmitOpError(
          generalizer->function,
          "option 'dims': some symbol of '%s' replaces no extent by itself",
          strBufText(&text));
    else if (extent != dim->extent)
      outcome = bridgeEmitOpError(
          generalizer->function,
          "option 'dims': '%s' is %lld where it replaces %lld",
          strBufText(&text), (long long)extent, (long long)dim->extent);
    strBufFree(&text);
    if (mlirLogicalResultIsFailure(outcome))
      return outcome;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult readFacts(Generalizer *generalizer) {
  StrRef text = relaxOptionString(generalizer->run, GENERALIZE_FACTS);
  StrBuf message = {0};
  SymFact *facts;
  size_t count;
  if (!symFactsFromText(text, generalizer->run->arena, &facts, &count,
                        &message)) {
    MlirLogicalResult failed =
        bridgeEmitError(mlirOperationGetLocation(generalizer->run->op),
                        "option 'facts': expected facts, got '%.*s': %s",
                        (int)text.length, text.data, strBufText(&message));
    strBufFree(&message);
    return failed;
  }
  strBufFree(&message);
  if (!count)
    return mlirLogicalResultSuccess();
  MlirAttribute old = factListOf(generalizer->function), *all = NULL;
  for (intptr_t i = 0; old.ptr && i < mlirArrayAttrGetNumElements(old); ++i)
    arrput(all, mlirArrayAttrGetElement(old, i));
  for (size_t i = 0; i < count; ++i)
    arrput(all, symFactToAttribute(generalizer->run->context, facts[i]));
  factListSet(generalizer->function,
              mlirArrayAttrGet(generalizer->run->context, arrlen(all), all));
  arrfree(all);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult generalizeReadOptions(Generalizer *generalizer) {
  if (!relaxOptionString(generalizer->run, GENERALIZE_DIMS).length)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(findFunction(generalizer)) ||
      mlirLogicalResultIsFailure(readDims(generalizer)) ||
      mlirLogicalResultIsFailure(settleOld(generalizer)))
    return mlirLogicalResultFailure();
  return readFacts(generalizer);
}
