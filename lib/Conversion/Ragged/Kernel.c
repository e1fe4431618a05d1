//===- Kernel.c - programs over the instances of a batch ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/Kernel.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"

#include <stdio.h>
#include <string.h>

#include <stb/stb_ds.h>

StrRef kernelText(Kernel *kernel, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *data = ARENA_ARRAY(kernel->pack->arena, char, length + 1);
  vsnprintf(data, (size_t)length + 1, format, again);
  va_end(again);
  return (StrRef){data, (size_t)length};
}

Kernel kernelBegin(Pack *pack, const char *name, MlirOperation op,
                   MlirType ragged) {
  const MlirAttribute *dims;
  Kernel kernel = {.pack = pack, .name = name, .op = op};
  kernel.rank = symTypeDims(ragged, &dims);
  kernel.batch = dims[0];
  if (!symAttributeIsSymbol(dims[0], &kernel.batchName))
    kernel.batchName = symFreshName(pack->arena, strRefFromC("b"), pack->taken,
                                    (size_t)arrlen(pack->taken));
  return kernel;
}

/// The place of `name` in the list, which gets it.
static int placeOf(StrRef **list, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(*list); ++i)
    if (strRefEqual((*list)[i], name))
      return (int)i;
  arrput(*list, name);
  return (int)arrlen(*list) - 1;
}

/// What is summed, at the instance.
static StrRef sizeOf(Kernel *kernel, const PackSum *sum) {
  size_t count = sum->body.numSymbols;
  StrRef *names = ARENA_ARRAY(kernel->pack->arena, StrRef, count);
  for (size_t s = 0; s < count; ++s)
    names[s] = kernelText(kernel, "%%n%d",
                          placeOf(&kernel->lengths, sum->body.symbols[s]));
  StrBuf text = {0};
  symExprPrint(packSize(kernel->pack, sum, names), &text);
  return arenaKeep(kernel->pack->arena, &text);
}

/// The place of a sum, which gets it; so do the tables that it sums.
static int placeOfSum(Kernel *kernel, const PackSum *sum) {
  for (ptrdiff_t i = 0; i < arrlen(kernel->starts); ++i)
    if (strRefEqual(kernel->starts[i].sum, sum->text))
      return (int)i;
  KernelStarts starts = {.sum = sum->text};
  const StrRef *factors = packFactors(kernel->pack, sum, &starts.numFactors);
  int *places = ARENA_ARRAY(kernel->pack->arena, int, starts.numFactors);
  for (int f = 0; f < starts.numFactors; ++f)
    places[f] = placeOf(&kernel->lengths, factors[f]);
  starts.factors = places;
  if (sum->sizes.ptr)
    starts.size = sizeOf(kernel, sum);
  arrput(kernel->starts, starts);
  return (int)arrlen(kernel->starts) - 1;
}

/// `%n0` for `len[$0]`, `%p0` for where `sum(len)` begins.
static StrRef nameRead(void *state, SymExpr atom) {
  Kernel *kernel = state;
  StrBuf text = {0};
  symExprPrint(atom, &text);
  bool sum = strncmp(strBufText(&text), "sum(", 4) == 0;
  StrRef name = arenaCopyString(
      kernel->pack->arena, (StrRef){text.data, text.length - strlen("[$0]")});
  strBufFree(&text);
  return sum ? kernelText(kernel, "%%p%d",
                          placeOfSum(kernel, packSum(kernel->pack, atom)))
             : kernelText(kernel, "%%n%d", placeOf(&kernel->lengths, name));
}

/// The text of an extent or a begin inside of the loop.
static StrRef extentText(Kernel *kernel, SymExpr expr) {
  Arena *arena = kernel->pack->arena;
  if (symExprNameTables(arena, expr, nameRead, kernel, &expr) != SYM_OK)
    return strRefFromC("0");
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (expr.symbols[i].data[0] != '%')
      placeOf(&kernel->symbols, expr.symbols[i]);
  StrBuf text = {0};
  symExprPrint(expr, &text);
  return arenaKeep(arena, &text);
}

StrRef kernelEntry(Kernel *kernel, MlirAttribute attribute) {
  Arena *arena = kernel->pack->arena;
  SymExpr expr = symExprOf(arena, attribute), entry;
  SymExpr *entries = ARENA_ARRAY(arena, SymExpr, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i)
    entries[i] = packTable(kernel->pack, expr.symbols[i])
                     ? relaxTableEntry(arena, expr.symbols[i])
                     : symExprSymbol(arena, expr.symbols[i]);
  bool good = symExprSubstitute(arena, expr, expr.symbols, entries,
                                expr.numSymbols, &entry) == SYM_OK;
  return good ? extentText(kernel, entry) : strRefFromC("0");
}

StrRef kernelElement(Kernel *kernel, MlirType element) {
  StrBuf text = {0};
  bridgePrintType(mlirTypeIsAInteger(element)
                      ? mlirIntegerTypeGet(kernel->pack->context,
                                           mlirIntegerTypeGetWidth(element))
                      : element,
                  &text);
  return arenaKeep(kernel->pack->arena, &text);
}

/// Another one in each program, of those that nothing of the function has: what
/// is the same has the same text.
static StrRef nameExtent(Kernel *kernel) {
  Pack *pack = kernel->pack;
  StrRef name = {NULL, 0}, *taken = NULL;
  for (ptrdiff_t i = 0; i < arrlen(pack->taken); ++i)
    arrput(taken, pack->taken[i]);
  for (ptrdiff_t i = 0; i < arrlen(kernel->extents); ++i)
    arrput(taken, kernel->extents[i]);
  name =
      symFreshName(pack->arena, strRefFromC("e"), taken, (size_t)arrlen(taken));
  arrfree(taken);
  arrput(kernel->extents, name);
  return name;
}

/// `[e, 512]`: literals as they are, everything else under a name of its own;
/// `first` is that of the first dimension.
static StrRef bufferText(Kernel *kernel, MlirType type, StrRef *first) {
  Pack *pack = kernel->pack;
  RelaxTensorInfo info;
  relaxTensorInfo(packType(pack, type), &info);
  StrBuf text = {0};
  strBufAppendC(&text, "!tir.buffer<[");
  for (intptr_t d = 0; d < info.rank; ++d) {
    int64_t extent;
    strBufAppendC(&text, d ? ", " : "");
    if (symAttributeIsConst(info.dims[d], &extent)) {
      strBufAppendFormat(&text, "%lld", (long long)extent);
      *first = d ? *first : kernelText(kernel, "%lld", (long long)extent);
      continue;
    }
    StrRef name = nameExtent(kernel);
    strBufAppend(&text, name);
    *first = d ? *first : name;
  }
  strBufAppendC(&text, "], ");
  strBufAppend(&text, kernelElement(kernel, info.elementType));
  strBufAppendC(&text, ">");
  return arenaKeep(pack->arena, &text);
}

KernelBuffer kernelBuffer(Kernel *kernel, MlirType type, MlirValue value,
                          bool input) {
  Pack *pack = kernel->pack;
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  KernelBuffer buffer = {.type = type, .value = value};
  bool instances = relaxTypeIsRagged(type) ||
                   (info.rank > 0 && (!input || info.rank == kernel->rank) &&
                    mlirAttributeEqual(info.dims[0], kernel->batch));
  buffer.rank = info.rank - instances;
  intptr_t ragged = relaxNumRaggedDims(type); // dimension 0 is the instance's
  buffer.joined = instances && ragged > 0 ? ragged - 1 : 0;
  StrRef *dims = ARENA_ARRAY(pack->arena, StrRef, info.rank + 1);
  StrRef *room = ARENA_ARRAY(pack->arena, StrRef, info.rank + 1);
  SymExpr size = symExprConst(pack->arena, 1);
  for (intptr_t d = 0; d < buffer.rank; ++d) {
    SymExpr extent = symExprOf(pack->arena, info.dims[d + instances]);
    room[d] = dims[d] = extentText(kernel, extent);
    if (relaxRoundUp(pack->arena, extent,
                     relaxPaddingAt(info.padding, d + instances),
                     &extent) == SYM_OK)
      room[d] = extentText(kernel, extent);
    if (d < buffer.joined)
      symExprMul(pack->arena, size, extent, &size);
  }
  buffer.dims = dims;
  buffer.room = room;
  if (instances) {
    // The sizes of the instances before: `%i` of them.
    symExprTableSum(pack->arena, strRefFromC("$0"), (StrRef){NULL, 0},
                    symExprSymbol(pack->arena, strRefFromC("%i")), size, &size);
    buffer.base = extentText(kernel, size);
  }
  buffer.text = bufferText(kernel, type, &buffer.extent);
  if (input)
    arrput(kernel->inputs, buffer);
  else
    arrput(kernel->outputs, buffer);
  return buffer;
}

StrRef kernelAddress(Kernel *kernel, const KernelBuffer *buffer,
                     const StrRef *indices) {
  StrBuf text = {0};
  StrRef place = strRefFromC("0");
  for (intptr_t d = 0; d < buffer->joined; ++d)
    place = d == 0 ? indices[0]
                   : kernelText(kernel, "(%.*s) * (%.*s) + %.*s", SPREAD(place),
                                SPREAD(buffer->room[d]), SPREAD(indices[d]));
  if (buffer->base.length)
    strBufAppendFormat(&text, "%.*s + %.*s", SPREAD(buffer->base),
                       SPREAD(place));
  for (intptr_t d = buffer->joined; d < buffer->rank; ++d) {
    strBufAppendC(&text, text.length ? ", " : "");
    strBufAppend(&text, indices[d]);
  }
  return arenaKeep(kernel->pack->arena, &text);
}
