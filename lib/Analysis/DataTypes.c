//===- DataTypes.c - data types of the text for the runtime ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/DataTypes.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Runtime/DataType.h"

#include <stb/stb_ds.h>

/// More instances than any program has: a type that holds ever larger ones.
enum { MOST_TYPES = 1000 };

typedef struct Description {
  RelaxProgram *program;
  RelaxAdtScope scope;
  Arena *arena;
  MlirType *types; // stb_ds: of the table's entries from `first` on
  uint32_t first;
  StrBuf *reason;
} Description;

static bool refuse(Description *d, const char *what, MlirType type) {
  strBufAppendC(d->reason, what);
  bridgePrintType(type, d->reason);
  return false;
}

/// The entry of a data type; a new one is described later.
static uint32_t entryOf(Description *d, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  uint32_t before = d->program->numDataTypes;
  uint32_t index =
      relaxProgramAddDataType(d->program, (StrRef){text.data, text.length});
  strBufFree(&text);
  if (index == before)
    arrput(d->types, type);
  return index;
}

/// An extent of a field: a number, one of the constructor's own symbols, or
/// any.
static bool describeExtent(Description *d, MlirType type, MlirAttribute dim,
                           MlirAttribute own, int64_t *extent) {
  StrRef name;
  if (symAttributeIsUnknown(dim)) {
    *extent = RELAX_ANY_EXTENT;
    return true;
  }
  if (symAttributeIsConst(dim, extent))
    return true;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(own);
       symAttributeIsSymbol(dim, &name) && i < e && i < RELAX_MAX_OWN_EXTENTS;
       ++i)
    if (strRefEqual(name, strRefFromMlir(mlirStringAttrGetValue(
                              mlirArrayAttrGetElement(own, i))))) {
      *extent = RELAX_OWN_EXTENT - i;
      return true;
    }
  return refuse(d,
                "extents in data types that come in or go out have to be "
                "numbers, '?' or symbols of the constructor: ",
                type);
}

static bool describeField(Description *d, MlirType type, MlirAttribute own,
                          RelaxFieldType *field) {
  RelaxTensorInfo info;
  *field = (RelaxFieldType){.rank = -1};
  if (relaxIsAdtType(type)) {
    field->dtype = RELAX_DATA;
    field->data = entryOf(d, type);
    return true;
  }
  if (!relaxTensorInfo(type, &info) ||
      !relaxElementDType(info.elementType, &field->dtype) ||
      !(relaxDTypeIsNumber(field->dtype) || field->dtype == RELAX_STRING))
    return refuse(d,
                  "only tensors and data types may be fields of a value that "
                  "comes in or goes out, not ",
                  type);
  if (!info.ranked)
    return true;
  field->rank = (int32_t)info.rank;
  int64_t *dims = ARENA_ARRAY(d->arena, int64_t, info.rank + 1);
  field->dims = dims;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!describeExtent(d, type, info.dims[i], own, &dims[i]))
      return false;
  return true;
}

static bool describeConstructors(Description *d, uint32_t index,
                                 MlirType type) {
  MlirOperation adt = relaxAdtFind(&d->scope, type); // verified
  intptr_t count = mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt));
  for (intptr_t c = 0; c < count; ++c) {
    RelaxConstructor constructor = relaxConstructorAt(adt, c);
    MlirAttribute own;
    MlirType *types =
        relaxConstructorFields(d->arena, constructor, type, 0, &own);
    RelaxFieldType *fields =
        ARENA_ARRAY(d->arena, RelaxFieldType, constructor.numFields + 1);
    for (intptr_t i = 0; i < constructor.numFields; ++i)
      if (!describeField(d, types[i], own, &fields[i]))
        return false;
    relaxDataTypeAddConstructor(
        d->program, index,
        (RelaxConstructorType){.name = relaxConstructorName(constructor),
                               .fields = fields,
                               .numFields = (uint32_t)constructor.numFields});
  }
  return true;
}

bool dataTypeDescribe(RelaxProgram *program, MlirOperation from, MlirType type,
                      uint32_t *index, StrBuf *reason) {
  Description d = {.program = program,
                   .scope = {from, NULL},
                   .arena = arenaCreate(),
                   .first = program->numDataTypes,
                   .reason = reason};
  bool good = true;
  *index = entryOf(&d, type);
  for (ptrdiff_t i = 0; good && i < arrlen(d.types); ++i)
    good = i < MOST_TYPES
               ? describeConstructors(&d, d.first + (uint32_t)i, d.types[i])
               : refuse(&d, "too many data types hold each other: ", type);
  arrfree(d.types);
  arenaDestroy(d.arena);
  return good;
}
