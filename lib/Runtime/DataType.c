//===- DataType.c - data types as the runtime knows them ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/ProgramCode.h"

#include <inttypes.h>

uint32_t relaxProgramAddDataType(RelaxProgram *program, StrRef text,
                                 RelaxDataKind kind) {
  for (uint32_t i = 0; i < program->numDataTypes; ++i)
    if (strRefEqual(program->dataTypes[i].text, text))
      return i;
  program->dataTypes = relaxProgramGrow(
      program->arena, program->dataTypes, program->numDataTypes,
      &program->capDataTypes, sizeof *program->dataTypes);
  program->dataTypes[program->numDataTypes] = (RelaxDataType){
      .text = arenaCopyString(program->arena, text), .kind = kind};
  return program->numDataTypes++;
}

uint32_t relaxProgramAddDataSymbol(RelaxProgram *program, StrRef name) {
  for (uint32_t i = 0; i < program->numDataSymbols; ++i)
    if (strRefEqual(program->dataSymbols[i], name))
      return i;
  program->dataSymbols = relaxProgramGrow(
      program->arena, program->dataSymbols, program->numDataSymbols,
      &program->capDataSymbols, sizeof *program->dataSymbols);
  program->dataSymbols[program->numDataSymbols] =
      arenaCopyString(program->arena, name);
  return program->numDataSymbols++;
}

void relaxDataTypeAddConstructor(RelaxProgram *program, uint32_t type,
                                 RelaxConstructorType constructor) {
  Arena *arena = program->arena;
  RelaxDataType *data = &program->dataTypes[type];
  RelaxFieldType *fields =
      ARENA_ARRAY(arena, RelaxFieldType, constructor.numFields + 1);
  for (uint32_t i = 0; i < constructor.numFields; ++i) {
    fields[i] = constructor.fields[i];
    size_t rank = fields[i].rank > 0 ? (size_t)fields[i].rank : 0;
    fields[i].dims =
        arenaCopy(arena, constructor.fields[i].dims, rank * sizeof(int64_t));
  }
  constructor.fields = fields;
  constructor.facts = arenaCopy(arena, constructor.facts,
                                constructor.numFacts * sizeof(uint32_t));
  constructor.name = arenaCopyString(arena, constructor.name);
  data->constructors =
      relaxProgramGrow(arena, data->constructors, data->numConstructors,
                       &data->capConstructors, sizeof *data->constructors);
  data->constructors[data->numConstructors++] = constructor;
}

const RelaxConstructorType *relaxDataConstructor(const RelaxDataType *type,
                                                 const RelaxTensor *value) {
  return &type->constructors[type->kind == RELAX_DATA_CONSTRUCTORS
                                 ? relaxDataTag(value)
                                 : 0];
}

const RelaxFieldType *relaxDataField(const RelaxDataType *type,
                                     const RelaxConstructorType *constructor,
                                     int64_t index) {
  return &constructor->fields[relaxDataIsOpen(type) ? 0 : index];
}

//===----------------------------------------------------------------------===//
// What a file may say
//===----------------------------------------------------------------------===//

/// Its symbols are those of data types.
static bool checkExpr(const RelaxProgram *program, int64_t index) {
  if (index >= program->numExprs)
    return false;
  const RelaxExprEntry *entry = &program->exprs[index];
  for (size_t i = 0; i < entry->expr.numSymbols; ++i)
    if (entry->registers[i] >= program->numDataSymbols)
      return false;
  return true;
}

static bool checkExtent(const RelaxProgram *program, int64_t extent) {
  return extent >= RELAX_ANY_EXTENT ||
         (extent >= RELAX_EXTENT_EXPR - (int64_t)UINT32_MAX &&
          checkExpr(program, RELAX_EXTENT_EXPR - extent));
}

static bool checkFact(const RelaxProgram *program, uint32_t index) {
  if (index >= program->numFacts)
    return false;
  const RelaxFactEntry *fact = &program->facts[index];
  return checkExpr(program, fact->lhs) &&
         (fact->kind == SYM_FACT_IN || checkExpr(program, fact->rhs));
}

static bool checkField(const RelaxProgram *program,
                       const RelaxFieldType *field) {
  if (relaxFieldHolds(field)) {
    if (field->data >= program->numDataTypes)
      return false;
    RelaxDataKind kind = program->dataTypes[field->data].kind;
    return field->dtype == (kind == RELAX_DATA_CONSTRUCTORS ? RELAX_DATA
                            : kind == RELAX_DATA_OPTIONAL   ? RELAX_OPTIONAL
                                                            : RELAX_SEQUENCE);
  }
  if (field->rank < -1 || field->rank > RELAX_MAX_RANK ||
      !(relaxDTypeIsNumber(field->dtype) || field->dtype == RELAX_STRING))
    return false;
  for (int32_t d = 0; d < field->rank; ++d)
    if (!checkExtent(program, field->dims[d]))
      return false;
  return true;
}

static bool checkType(const RelaxProgram *program, const RelaxDataType *type) {
  if ((unsigned)type->kind > RELAX_DATA_OPTIONAL ||
      (type->kind != RELAX_DATA_CONSTRUCTORS && type->numConstructors != 1) ||
      (relaxDataIsOpen(type) && type->constructors[0].numFields != 1))
    return false;
  for (uint32_t c = 0; c < type->numConstructors; ++c) {
    const RelaxConstructorType *constructor = &type->constructors[c];
    for (uint32_t i = 0; i < constructor->numFields; ++i)
      if (!checkField(program, &constructor->fields[i]))
        return false;
    for (uint32_t i = 0; i < constructor->numFacts; ++i)
      if (!checkFact(program, constructor->facts[i]))
        return false;
  }
  return true;
}

bool relaxDataTypesVerify(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t t = 0; t < program->numDataTypes; ++t)
    if (!checkType(program, &program->dataTypes[t]))
      return relaxFail(error, "data type %" PRIu32 " is malformed", t);
  return true;
}
