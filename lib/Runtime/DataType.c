//===- DataType.c - data types as the runtime knows them ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/ProgramCode.h"
#include "lib/Support/Map.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

uint32_t relaxProgramAddDataType(RelaxProgram *program, StrRef text) {
  for (uint32_t i = 0; i < program->numDataTypes; ++i)
    if (strRefEqual(program->dataTypes[i].text, text))
      return i;
  program->dataTypes = relaxProgramGrow(
      program->arena, program->dataTypes, program->numDataTypes,
      &program->capDataTypes, sizeof *program->dataTypes);
  program->dataTypes[program->numDataTypes] =
      (RelaxDataType){.text = arenaCopyString(program->arena, text)};
  return program->numDataTypes++;
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
  constructor.name = arenaCopyString(arena, constructor.name);
  data->constructors =
      relaxProgramGrow(arena, data->constructors, data->numConstructors,
                       &data->capConstructors, sizeof *data->constructors);
  data->constructors[data->numConstructors++] = constructor;
}

static bool checkField(const RelaxProgram *program,
                       const RelaxFieldType *field) {
  if (field->dtype == RELAX_DATA)
    return field->data < program->numDataTypes;
  if (field->rank < -1 || field->rank > RELAX_MAX_RANK ||
      !(relaxDTypeIsNumber(field->dtype) || field->dtype == RELAX_STRING))
    return false;
  for (int32_t d = 0; d < field->rank; ++d)
    if (field->dims[d] < RELAX_OWN_EXTENT - RELAX_MAX_OWN_EXTENTS)
      return false;
  return true;
}

bool relaxDataTypesVerify(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t t = 0; t < program->numDataTypes; ++t) {
    const RelaxDataType *type = &program->dataTypes[t];
    for (uint32_t c = 0; c < type->numConstructors; ++c)
      for (uint32_t i = 0; i < type->constructors[c].numFields; ++i)
        if (!checkField(program, &type->constructors[c].fields[i]))
          return relaxFail(error, "data type %" PRIu32 " is malformed", t);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Checking a value
//===----------------------------------------------------------------------===//

typedef struct Item {
  const RelaxTensor *value;
  uint32_t type;
} Item;

/// What was looked at already, by its fields.
typedef struct Seen {
  const void *key;
  uint32_t value; // the type
} Seen;

typedef struct Check {
  const RelaxProgram *program;
  const char *subject;
  Item *open; // stb_ds
  Seen *seen; // stb_ds map
  RelaxError *error;
} Check;

static bool wrongField(Check *check, const RelaxConstructorType *constructor,
                       uint32_t field, const RelaxTensor *got) {
  const RelaxFieldType *type = &constructor->fields[field];
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: field %" PRIu32 " of '@%.*s': expected ",
                     check->subject, field, (int)constructor->name.length,
                     constructor->name.data);
  if (type->dtype == RELAX_DATA)
    strBufAppend(&text, check->program->dataTypes[type->data].text);
  else
    strBufAppendFormat(&text, "%s tensor", relaxDTypeName(type->dtype));
  if (type->dtype != RELAX_DATA && type->rank >= 0)
    strBufAppendFormat(&text, " of rank %" PRId32, type->rank);
  strBufAppendC(&text, ", got ");
  relaxTensorDescribe(got, &text);
  relaxFail(check->error, "%s", strBufText(&text));
  strBufFree(&text);
  return false;
}

static bool checkExtents(Check *check, const RelaxConstructorType *constructor,
                         uint32_t field, const RelaxTensor *value,
                         int64_t *own) {
  const RelaxFieldType *type = &constructor->fields[field];
  for (int32_t d = 0; d < type->rank; ++d) {
    int64_t want = type->dims[d];
    if (want == RELAX_ANY_EXTENT)
      continue;
    if (want <= RELAX_OWN_EXTENT) {
      int64_t *slot = &own[RELAX_OWN_EXTENT - want];
      if (*slot < 0)
        *slot = value->dims[d];
      want = *slot;
    }
    if (want != value->dims[d])
      return relaxFail(check->error,
                       "%s: field %" PRIu32 " of '@%.*s', dimension %" PRId32
                       ": expected %" PRId64 ", got %" PRId64,
                       check->subject, field, (int)constructor->name.length,
                       constructor->name.data, d, want, value->dims[d]);
  }
  return true;
}

static bool checkNode(Check *check, Item item) {
  const RelaxDataType *type = &check->program->dataTypes[item.type];
  int64_t tag = relaxDataTag(item.value);
  if (tag < 0 || tag >= type->numConstructors)
    return relaxFail(
        check->error, "%s: %.*s has no constructor number %" PRId64,
        check->subject, (int)type->text.length, type->text.data, tag);
  const RelaxConstructorType *constructor = &type->constructors[tag];
  if (item.value->dims[0] != constructor->numFields)
    return relaxFail(
        check->error, "%s: '@%.*s' has %" PRIu32 " fields, got %" PRId64,
        check->subject, (int)constructor->name.length, constructor->name.data,
        constructor->numFields, item.value->dims[0]);
  int64_t own[RELAX_MAX_OWN_EXTENTS + 1];
  for (int i = 0; i <= RELAX_MAX_OWN_EXTENTS; ++i)
    own[i] = -1;
  const RelaxTensor *fields = relaxContainerItems(item.value);
  for (uint32_t i = 0; i < constructor->numFields; ++i) {
    const RelaxFieldType *field = &constructor->fields[i];
    if (fields[i].dtype != field->dtype ||
        (field->dtype != RELAX_DATA && field->rank >= 0 &&
         fields[i].rank != field->rank))
      return wrongField(check, constructor, i, &fields[i]);
    if (field->dtype != RELAX_DATA &&
        !checkExtents(check, constructor, i, &fields[i], own))
      return false;
    if (field->dtype == RELAX_DATA)
      arrput(check->open, ((Item){&fields[i], field->data}));
  }
  return true;
}

bool relaxDataCheck(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, const char *subject,
                    RelaxError *error) {
  Check check = {.program = program, .subject = subject, .error = error};
  bool good = true;
  if (value->dtype != RELAX_DATA) {
    StrBuf text = {0};
    relaxTensorDescribe(value, &text);
    good = relaxFail(error, "%s: expected %.*s, got %s", subject,
                     (int)program->dataTypes[type].text.length,
                     program->dataTypes[type].text.data, strBufText(&text));
    strBufFree(&text);
  } else {
    arrput(check.open, ((Item){value, type}));
  }
  while (good && arrlen(check.open)) {
    Item item = arrpop(check.open);
    const void *key = item.value->data;
    if (item.value->storage->refs > 1) { // else nothing else leads here
      const Seen *seen = mapEntry(check.seen, key);
      if (seen && seen->value == item.type)
        continue;
      hmput(check.seen, key, item.type);
    }
    good = checkNode(&check, item);
  }
  arrfree(check.open);
  hmfree(check.seen);
  return good;
}

bool relaxDataInputCheck(const RelaxProgram *program,
                         const RelaxValueType *type, const RelaxTensor *input,
                         RelaxError *error) {
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "input '%.*s'", (int)type->name.length,
                     type->name.data);
  bool good =
      relaxDataCheck(program, type->data, input, strBufText(&subject), error);
  strBufFree(&subject);
  return good;
}
