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
#include "lib/Bridge/Core/Lists.h"
#include "lib/Runtime/DataType.h"

#include <stb/stb_ds.h>
#include <string.h>

/// More instances than any program has: a type that holds ever larger ones.
enum { MOST_TYPES = 1000 };

typedef struct Description {
  RelaxProgram *program;
  RelaxAdtScope scope;
  MlirType signature; // of the function
  bool input;         // not a result
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

static RelaxDataKind kindOf(MlirType type) {
  return relaxIsAdtType(type)        ? RELAX_DATA_CONSTRUCTORS
         : mlirTypeIsATuple(type)    ? RELAX_DATA_TUPLE
         : relaxIsSequenceType(type) ? RELAX_DATA_SEQUENCE
                                     : RELAX_DATA_OPTIONAL;
}

/// The entry of a type that holds others; a new one is described later.
static uint32_t entryOf(Description *d, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  uint32_t before = d->program->numDataTypes;
  uint32_t index = relaxProgramAddDataType(
      d->program, (StrRef){text.data, text.length}, kindOf(type));
  strBufFree(&text);
  if (index == before)
    arrput(d->types, type);
  return index;
}

/// Is it a dimension of a tensor of that type?
static bool gives(MlirType type, StrRef symbol) {
  RelaxTensorInfo info;
  StrRef name;
  for (intptr_t i = 0;
       mlirTypeIsATuple(type) && i < mlirTupleTypeGetNumTypes(type); ++i)
    if (gives(mlirTupleTypeGetType(type, i), symbol))
      return true;
  if (!relaxTensorInfo(type, &info))
    return false;
  for (intptr_t axis = 0; axis < info.rank; ++axis)
    if (symAttributeIsSymbol(info.dims[axis], &name) &&
        strRefEqual(name, symbol))
      return true;
  return false;
}

/// Callers from outside say by a tensor what a symbol of the signature is. A
/// constructor's own they do not have to say, nor what a result's is.
static bool isGiven(Description *d, StrRef symbol) {
  bool given = !d->input || memchr(symbol.data, '.', symbol.length);
  for (intptr_t i = 0; !given && i < mlirFunctionTypeGetNumInputs(d->signature);
       ++i)
    given = gives(mlirFunctionTypeGetInput(d->signature, i), symbol);
  return given;
}

static bool addExpr(Description *d, MlirType type, SymExpr expr,
                    uint32_t *index) {
  uint32_t *numbers = ARENA_ARRAY(d->arena, uint32_t, expr.numSymbols + 1);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    if (!isGiven(d, expr.symbols[i]))
      return refuse(d,
                    "a symbol in a data type that comes in has to be a "
                    "dimension of an argument that is a tensor: ",
                    type);
    numbers[i] = relaxProgramAddDataSymbol(d->program, expr.symbols[i]);
  }
  *index = relaxProgramAddExpr(d->program, expr, numbers);
  return true;
}

/// An extent of a field: a number, an expression, or any.
static bool describeExtent(Description *d, MlirType type, MlirAttribute dim,
                           int64_t *extent) {
  if (symAttributeIsUnknown(dim)) {
    *extent = RELAX_ANY_EXTENT;
    return true;
  }
  if (symAttributeIsConst(dim, extent))
    return true;
  uint32_t index;
  if (!addExpr(d, type, symExprOf(d->arena, dim), &index))
    return false;
  *extent = RELAX_EXTENT_EXPR - (int64_t)index;
  return true;
}

static bool describeField(Description *d, MlirType type,
                          RelaxFieldType *field) {
  RelaxTensorInfo info;
  *field = (RelaxFieldType){.rank = -1};
  if (relaxIsAdtType(type) || mlirTypeIsATuple(type) ||
      relaxContainedType(type).ptr) {
    field->data = entryOf(d, type);
    RelaxDataKind kind = d->program->dataTypes[field->data].kind;
    field->dtype = kind == RELAX_DATA_CONSTRUCTORS ? RELAX_DATA
                   : kind == RELAX_DATA_OPTIONAL   ? RELAX_OPTIONAL
                                                   : RELAX_SEQUENCE;
    return true;
  }
  if (!relaxTensorInfo(type, &info) ||
      !relaxElementDType(info.elementType, &field->dtype) ||
      !(relaxDTypeIsNumber(field->dtype) || field->dtype == RELAX_STRING))
    return refuse(d,
                  "only tensors, data types, tuples, sequences and optionals "
                  "may be fields of a value that comes in or goes out, not ",
                  type);
  if (!info.ranked)
    return true;
  field->rank = (int32_t)info.rank;
  int64_t *dims = ARENA_ARRAY(d->arena, int64_t, info.rank + 1);
  field->dims = dims;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!describeExtent(d, type, info.dims[i], &dims[i]))
      return false;
  return true;
}

static bool addConstructor(Description *d, uint32_t index, StrRef name,
                           const MlirType *types, intptr_t count,
                           MlirAttribute facts) {
  RelaxFieldType *fields = ARENA_ARRAY(d->arena, RelaxFieldType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    if (!describeField(d, types[i], &fields[i]))
      return false;
  RelaxConstructorType constructor = {
      .name = name, .fields = fields, .numFields = (uint32_t)count};
  intptr_t most = bridgeLength(facts);
  uint32_t *list = ARENA_ARRAY(d->arena, uint32_t, most + 1);
  for (intptr_t i = 0; i < most; ++i) {
    SymFact fact = symFactOf(d->arena, mlirArrayAttrGetElement(facts, i));
    RelaxFactEntry entry = {
        .kind = fact.kind, .values = fact.values, .numValues = fact.numValues};
    if (fact.likely)
      continue;
    if (!addExpr(d, types[0], fact.lhs, &entry.lhs) ||
        (fact.kind != SYM_FACT_IN &&
         !addExpr(d, types[0], fact.rhs, &entry.rhs)))
      return false;
    list[constructor.numFacts++] = relaxProgramAddFact(d->program, entry);
  }
  constructor.facts = list;
  relaxDataTypeAddConstructor(d->program, index, constructor);
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
    if (!addConstructor(d, index, relaxConstructorName(constructor), types,
                        constructor.numFields,
                        relaxConstructorFacts(d->arena, constructor, type, 0)))
      return false;
  }
  return true;
}

static bool describeEntry(Description *d, uint32_t index, MlirType type) {
  StrRef none = {"", 0};
  MlirAttribute nothing = {NULL};
  if (relaxIsAdtType(type))
    return describeConstructors(d, index, type);
  if (!mlirTypeIsATuple(type)) {
    MlirType element = relaxContainedType(type);
    return addConstructor(d, index, none, &element, 1, nothing);
  }
  intptr_t count = mlirTupleTypeGetNumTypes(type);
  MlirType *types = ARENA_ARRAY(d->arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirTupleTypeGetType(type, i);
  return addConstructor(d, index, none, types, count, nothing);
}

bool dataTypeDescribe(RelaxProgram *program, MlirOperation function,
                      MlirType signature, bool input, MlirType type,
                      uint32_t *index, StrBuf *reason) {
  Description d = {.program = program,
                   .scope = {function, NULL},
                   .signature = signature,
                   .input = input,
                   .arena = arenaCreate(),
                   .first = program->numDataTypes,
                   .reason = reason};
  bool good = true;
  *index = entryOf(&d, type);
  for (ptrdiff_t i = 0; good && i < arrlen(d.types); ++i)
    good = i < MOST_TYPES
               ? describeEntry(&d, d.first + (uint32_t)i, d.types[i])
               : refuse(&d, "too many data types hold each other: ", type);
  arrfree(d.types);
  arenaDestroy(d.arena);
  return good;
}
