//===- Values.c - where the values of a program are kept ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Interpreter/Programs/Translate.h"
#include "lib/Support/Map.h"

#include <assert.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <stb/stb_ds.h>
#pragma clang diagnostic pop

/// A buffer or a memref.
static bool progIsMemory(MlirType type) {
  return tirIsBufferType(type) || mlirTypeIsAMemRef(type);
}

MlirType progElementType(MlirType type) {
  return tirIsBufferType(type)     ? tirBufferTypeGetElementType(type)
         : mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type)
                                   : type;
}

int64_t progLanes(MlirType type) {
  int64_t lanes = 1;
  if (mlirTypeIsAVector(type))
    for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
      lanes *= mlirShapedTypeGetDimSize(type, i);
  return lanes;
}

bool progElementDType(ProgTranslator *t, MlirType type, RelaxDType *out) {
  type = progElementType(type);
  if (mlirTypeIsAIndex(type)) {
    *out = RELAX_I64;
    return true;
  }
  return relaxElementDType(type, out) || evalRefuseType(type, t->error);
}

bool progDefine(ProgTranslator *t, MlirValue value, uint32_t *slot) {
  MlirType type = mlirValueGetType(value);
  RelaxDType dtype;
  if (!progElementDType(t, type, &dtype))
    return false;
  if (progIsMemory(type)) {
    *slot = (uint32_t)arrlen(t->types);
    arrput(t->types, type);
    arrput(t->names, bridgeLocationName(mlirValueGetLocation(value)));
  } else {
    *slot = t->program->numCells;
    t->program->numCells += (uint32_t)progLanes(type);
  }
  struct ProgSlot entry = {value.ptr, *slot};
  hmputs(t->slots, entry);
  return true;
}

uint32_t progSlot(ProgTranslator *t, MlirValue value) {
  struct ProgSlot *entry = mapEntry(t->slots, (const void *)value.ptr);
  assert(entry && "defined before its use");
  return entry->value;
}
