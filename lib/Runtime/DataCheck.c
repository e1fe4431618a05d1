//===- DataCheck.c - values of data types against what the types say ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A constructor's own symbols are extents of one value of it, tuples, sequences
// and optionals in its fields included. So all tensors of one constructor are
// collected, symbols that stand alone are bound, and then all extents compared.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataCheckState.h"
#include "lib/Runtime/DataType.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool checkCount(const DataCheck *check, DataItem item,
                       const RelaxConstructorType *constructor) {
  const RelaxDataType *type = &check->program->dataTypes[item.type];
  int64_t got = item.value->dims[0];
  if (type->kind == RELAX_DATA_SEQUENCE ||
      (type->kind == RELAX_DATA_OPTIONAL && got <= 1) ||
      (!relaxDataIsOpen(type) && got == constructor->numFields))
    return true;
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: ", check->subject);
  if (constructor->name.length)
    strBufAppendFormat(&text, "'@%.*s'", (int)constructor->name.length,
                       constructor->name.data);
  else
    strBufAppend(&text, type->text);
  strBufAppendFormat(&text, " has %" PRIu32 " fields, got %" PRId64,
                     constructor->numFields, got);
  return dataCheckFail(check, &text);
}

/// Its kind, its constructor and its number of fields; fields that are tensors
/// are looked at by `checkParts`, others later.
static bool checkItem(DataCheck *check, DataItem item) {
  const RelaxDataType *type = &check->program->dataTypes[item.type];
  if (type->kind == RELAX_DATA_CONSTRUCTORS) {
    int64_t tag = relaxDataTag(item.value);
    if (tag < 0 || tag >= type->numConstructors)
      return relaxFail(
          check->error, "%s: %.*s has no constructor number %" PRId64,
          check->subject, (int)type->text.length, type->text.data, tag);
  }
  const RelaxConstructorType *constructor =
      relaxDataConstructor(type, item.value);
  if (!checkCount(check, item, constructor))
    return false;
  const RelaxTensor *fields = relaxContainerItems(item.value);
  for (int64_t i = 0; i < item.value->dims[0]; ++i) {
    const RelaxFieldType *field = relaxDataField(type, constructor, i);
    bool holds = relaxFieldHolds(field);
    if (fields[i].dtype != field->dtype ||
        (!holds && field->rank >= 0 && fields[i].rank != field->rank))
      return dataCheckWrongField(check, field, constructor->name, i,
                                 &fields[i]);
    DataItem next = {&fields[i], field->data};
    if (!holds)
      arrput(check->parts,
             ((DataPart){&fields[i], field, constructor->name, i}));
    else if (field->dtype == RELAX_DATA)
      arrput(check->open, next);
    else
      arrput(check->inner, next);
  }
  return true;
}

static bool checkConstructor(DataCheck *check, DataItem item) {
  bool good = checkItem(check, item);
  for (ptrdiff_t i = 0; good && i < arrlen(check->inner); ++i) {
    DataItem next = check->inner[i]; // the array may move
    good = checkItem(check, next);
  }
  arrsetlen(check->inner, 0);
  return good &&
         dataCheckParts(
             check, relaxDataConstructor(&check->program->dataTypes[item.type],
                                         item.value));
}

static bool checkValue(DataCheck *check, uint32_t type,
                       const RelaxTensor *value) {
  if (value->dtype != RELAX_DATA) {
    const RelaxDataType *data = &check->program->dataTypes[type];
    StrBuf text = {0};
    relaxTensorDescribe(value, &text);
    relaxFail(check->error, "%s: expected %.*s, got %s", check->subject,
              (int)data->text.length, data->text.data, strBufText(&text));
    strBufFree(&text);
    return false;
  }
  bool good = true;
  arrput(check->open, ((DataItem){value, type}));
  while (good && arrlen(check->open)) {
    DataItem item = arrpop(check->open);
    const void *key = item.value->data;
    if (item.value->storage->refs > 1) { // else nothing else leads here
      const DataSeen *seen = mapEntry(check->seen, key);
      if (seen && seen->value == item.type)
        continue;
      hmput(check->seen, key, item.type);
    }
    good = checkConstructor(check, item);
  }
  return good;
}

static DataCheck begin(const RelaxProgram *program, RelaxError *error) {
  DataCheck check = {.program = program, .error = error};
  for (uint32_t i = 0; i < program->numDataSymbols; ++i)
    arrput(check.extents, -1);
  return check;
}

static void end(DataCheck *check) {
  arrfree(check->open);
  arrfree(check->inner);
  arrfree(check->parts);
  hmfree(check->seen);
  arrfree(check->extents);
  arrfree(check->own);
}

bool relaxDataCheck(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, const char *subject,
                    RelaxError *error) {
  DataCheck check = begin(program, error);
  check.subject = subject;
  bool good = checkValue(&check, type, value);
  end(&check);
  return good;
}

//===----------------------------------------------------------------------===//
// Inputs and results
//===----------------------------------------------------------------------===//

/// What the dimensions of the other inputs say of symbols.
static void bindInputs(DataCheck *check, const RelaxFunction *function,
                       const RelaxTensor *inputs) {
  const RelaxProgram *program = check->program;
  for (uint32_t s = 0; s < program->numDataSymbols; ++s) {
    StrRef name = program->dataSymbols[s];
    if (dataCheckIsOwn(name))
      continue;
    for (uint32_t p = 0; p < function->numParams && check->extents[s] < 0;
         ++p) {
      int32_t axis = relaxValueTypeAxisOf(&function->params[p], name);
      if (axis >= 0 && axis < inputs[p].rank)
        check->extents[s] = inputs[p].dims[axis];
    }
  }
}

static bool checkNamed(DataCheck *check, const char *what,
                       const RelaxValueType *type, const RelaxTensor *value) {
  StrBuf subject = {0};
  strBufAppendFormat(&subject, "%s '%.*s'", what, (int)type->name.length,
                     type->name.data);
  check->subject = strBufText(&subject);
  bool good = checkValue(check, type->data, value);
  strBufFree(&subject);
  return good;
}

bool relaxDataInputsCheck(const RelaxProgram *program,
                          const RelaxFunction *function,
                          const RelaxTensor *inputs, RelaxError *error) {
  if (program->numDataTypes == 0)
    return true;
  DataCheck check = begin(program, error);
  bool good = true;
  bindInputs(&check, function, inputs);
  for (uint32_t i = 0; good && i < function->numParams; ++i) {
    const RelaxValueType *type = &function->params[i];
    if (type->dtype != RELAX_DATA || !inputs[i].storage)
      continue;
    good = checkNamed(&check, "input", type, &inputs[i]);
  }
  end(&check);
  return good;
}

bool relaxDataResultCheck(const RelaxProgram *program,
                          const RelaxValueType *type, const RelaxTensor *result,
                          RelaxError *error) {
  DataCheck check = begin(program, error);
  bool good = checkNamed(&check, "result", type, result);
  end(&check);
  return good;
}
