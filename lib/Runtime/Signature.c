//===- Signature.c - names and shapes of entries --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Signature.h"

#include <inttypes.h>

static uint32_t countPublic(const RelaxProgram *program, uint32_t *last) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    if (program->functions[i].isPublic) {
      *last = i;
      ++count;
    }
  return count;
}

const RelaxFunction *relaxEntryFind(const RelaxProgram *program, StrRef name,
                                    RelaxError *error) {
  uint32_t index = RELAX_NO_FUNCTION;
  uint32_t numPublic = countPublic(program, &index);
  if (name.length != 0 || numPublic != 1)
    index = relaxProgramFind(program, name.length ? name : strRefFromC("main"));
  if (index != RELAX_NO_FUNCTION && program->functions[index].isPublic)
    return &program->functions[index];
  StrBuf entries = {0};
  for (uint32_t i = 0; i < program->numFunctions; ++i) {
    StrRef known = program->functions[i].name;
    if (program->functions[i].isPublic)
      strBufAppendFormat(&entries, "%s'%.*s'", entries.length ? ", " : "",
                         (int)known.length, known.data);
  }
  if (name.length)
    relaxFail(error, "no entry '%.*s' (entries: %s)", (int)name.length,
              name.data, entries.length ? strBufText(&entries) : "none");
  else
    relaxFail(error,
              "expected the name of an entry, as by '--entry=' (entries: %s)",
              entries.length ? strBufText(&entries) : "none");
  strBufFree(&entries);
  return NULL;
}

int32_t relaxValueTypeFind(const RelaxValueType *types, uint32_t count,
                           StrRef name) {
  for (uint32_t i = 0; i < count; ++i)
    if (strRefEqual(types[i].name, name))
      return (int32_t)i;
  return -1;
}

void relaxValueTypePrint(const RelaxValueType *type, StrBuf *out) {
  // What a container holds stands in `dims`, with its kind.
  if (type->dtype < RELAX_SEQUENCE || type->dtype > RELAX_REF)
    strBufAppendFormat(out, "%s ", relaxDTypeName(type->dtype));
  strBufAppend(out, type->dims);
}

void relaxValueTypesPrint(const RelaxValueType *types, uint32_t count,
                          StrBuf *out) {
  for (uint32_t i = 0; i < count; ++i) {
    strBufAppendFormat(out, "%s'%.*s': ", i ? ", " : "",
                       (int)types[i].name.length, types[i].name.data);
    if (types[i].kind == RELAX_VALUE_EXTENT) {
      strBufAppendC(out, "extent");
      continue;
    }
    relaxValueTypePrint(&types[i], out);
  }
}

/// The value of one dim under the given symbols.
static bool evalDim(SymExpr dim, const RelaxSymbolValue *values,
                    size_t numValues, Arena *arena, int64_t *out,
                    RelaxError *error) {
  if (symExprIsUnknown(dim))
    return relaxFail(error, "an extent is unknown ('?')");
  int64_t *extents = ARENA_ARRAY(arena, int64_t, dim.numSymbols);
  for (size_t s = 0; s < dim.numSymbols; ++s) {
    size_t k = 0;
    while (k < numValues && !strRefEqual(values[k].name, dim.symbols[s]))
      ++k;
    if (k == numValues)
      return relaxFail(error, "symbol '%.*s' has no value",
                       (int)dim.symbols[s].length, dim.symbols[s].data);
    extents[s] = values[k].value;
  }
  SymStatus status = symExprEval(dim, extents, out);
  if (status == SYM_OK && *out >= 0)
    return true;
  StrBuf text = {0};
  symExprPrint(dim, &text);
  if (status == SYM_OK)
    relaxFail(error, "expected an extent >= 0, got %s = %" PRId64,
              strBufText(&text), *out);
  else
    relaxFail(error, "cannot evaluate %s: %s", strBufText(&text),
              symStatusText(status));
  strBufFree(&text);
  return false;
}

static bool evalDims(const RelaxValueType *type, SymTokens *tokens,
                     const RelaxSymbolValue *values, size_t numValues,
                     Arena *arena, int64_t *dims, RelaxError *error) {
  SymExpr dim;
  bool ok = tokens->punct(tokens->state, '[');
  for (int32_t i = 0; ok && i < type->rank; ++i) {
    ok = (i == 0 || tokens->punct(tokens->state, ',')) &&
         symExprParse(tokens, arena, &dim);
    if (ok && !evalDim(dim, values, numValues, arena, &dims[i], error))
      return relaxErrorContext(error, "dimension %" PRId32, i);
  }
  if (!ok || !tokens->punct(tokens->state, ']'))
    return relaxFail(error, "cannot read the extents %.*s",
                     (int)type->dims.length, type->dims.data);
  return true;
}

int32_t relaxValueTypeAxisOf(const RelaxValueType *type, StrRef symbol) {
  const char *at = type->dims.data, *end = at + type->dims.length;
  int32_t axis = 0, depth = 0;
  if (type->kind != RELAX_VALUE_TENSOR || type->rank <= 0)
    return -1;
  for (const char *begin = at + 1; at < end; ++at) {
    depth += (*at == '[' || *at == '(') - (*at == ']' || *at == ')');
    if (depth > 1 || (depth == 1 && *at != ','))
      continue;
    while (begin < at && *begin == ' ')
      ++begin;
    if (strRefEqual((StrRef){begin, (size_t)(at - begin)}, symbol))
      return axis;
    begin = at + 1;
    ++axis;
  }
  return -1;
}

bool relaxValueTypeDims(const RelaxValueType *type,
                        const RelaxSymbolValue *values, size_t numValues,
                        int64_t dims[RELAX_MAX_RANK], RelaxError *error) {
  int length = (int)type->name.length;
  if (type->kind == RELAX_VALUE_EXTENT)
    return true; // rank 0
  if (type->rank < 0)
    return relaxFail(error, "'%.*s' has no rank", length, type->name.data);
  Arena *arena = arenaCreate();
  SymText text = {.text = type->dims};
  SymTokens tokens = symTokensFromText(&text);
  bool ok = evalDims(type, &tokens, values, numValues, arena, dims, error);
  if (!ok)
    relaxErrorContext(error, "'%.*s'", length, type->name.data);
  strBufFree(&text.message);
  arenaDestroy(arena);
  return ok;
}
