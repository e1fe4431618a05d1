//===- BindExtentsShape.c - new symbols and shapes for extents -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Symbols/BindExtents.h"

#include <stb/stb_ds.h>

bool bindIsKnown(MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  bool known = info.ranked;
  for (intptr_t i = 0; i < info.rank; ++i)
    known &= !symAttributeIsUnknown(info.dims[i]);
  return known;
}

MlirAttribute bindFreshSymbol(ExtentBinder *binder, const char *base) {
  Arena *arena = binder->g.arena;
  if (!binder->names) {
    StrRef *names;
    size_t count = symNamesIn(binder->function, arena, &names);
    for (size_t i = 0; i < count; ++i)
      arrput(binder->names, names[i]);
  }
  StrRef name = symFreshName(arena, strRefFromC(base), binder->names,
                             arrlenu(binder->names));
  arrput(binder->names, name);
  return symSymbolAttribute(binder->g.context, name);
}

/// `dim <= most`
static MlirAttribute atMost(ExtentBinder *binder, MlirAttribute dim,
                            MlirAttribute most) {
  Arena *arena = binder->g.arena;
  return symFactToAttribute(
      binder->g.context,
      factAtMost(symExprOf(arena, dim), symExprOf(arena, most)));
}

MlirValue bindShape(ExtentBinder *binder, MlirValue vector, MlirType type,
                    const MlirAttribute *most, MlirValue given) {
  GraphBuilder *g = &binder->g;
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  MlirAttribute *names = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  MlirAttribute *facts = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  intptr_t numNames = 0, numFacts = 0;
  for (intptr_t i = 0; i < info.rank; ++i) {
    dims[i] = info.dims[i];
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    dims[i] = bindFreshSymbol(binder, "d");
    StrRef name;
    symAttributeIsSymbol(dims[i], &name);
    names[numNames++] = mlirStringAttrGet(g->context, strRefToMlir(name));
    if (most && most[i].ptr && !symAttributeIsUnknown(most[i]))
      facts[numFacts++] = atMost(binder, dims[i], most[i]);
  }
  // What deduction learnt of the result may have symbols of other values.
  MlirValue *carriers = NULL;
  arrput(carriers, given);
  checkedCastCarriers(g->before, given, type, NULL, 0, &carriers);
  RelaxTensorToShapeArgs args = {
      .input = vector,
      .numGiven = (intptr_t)arrlenu(carriers),
      .given = carriers,
      .resultType = relaxShapeTypeGet(g->context, true, info.rank, dims)};
  if (numNames)
    args.binds = mlirArrayAttrGet(g->context, numNames, names);
  if (numFacts)
    args.facts = mlirArrayAttrGet(g->context, numFacts, facts);
  MlirValue shape = vector.ptr
                        ? graphInsert(g, relaxTensorToShapeCreate(
                                             graphPlace(g, "extents"), &args))
                        : vector;
  arrfree(carriers);
  return shape;
}
