//===- DataType.h - data types as the runtime knows them ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a `relax.adt` says, with types in the place of its parameters: enough to
// read, print, check and compare values of it. Tuples, sequences and optionals
// that it holds are entries of the table, too. Nothing here recurses: values
// may be as deep as memory allows. A value that another one holds more than
// once is looked at once.
//
// Text of a value: `@Node(@Leaf(2xf32=1 2), @Leaf(f32=3))`, a constructor
// with a text for each field, as ValueText.h has them (numbers separated by
// blanks), `(f32=1, @Nil)` of a tuple, `[f32=1; f32=2]` of a sequence, `{}` or
// `{f32=1}` of an optional. What is deeper than 200 is written as a list of
// nodes, `%0 = @Leaf(f32=1); %1 = @Node(%0, %0)`, of which the last is the
// value.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_DATATYPE_H
#define RELAX_RUNTIME_DATATYPE_H

#include "lib/Runtime/Program.h"
#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A data type of that text, without constructors at first; equal texts have
/// one index.
uint32_t relaxProgramAddDataType(RelaxProgram *program, StrRef text,
                                 RelaxDataKind kind);
/// The number of a symbol in extents of data types.
uint32_t relaxProgramAddDataSymbol(RelaxProgram *program, StrRef name);
/// Copied.
void relaxDataTypeAddConstructor(RelaxProgram *program, uint32_t type,
                                 RelaxConstructorType constructor);
/// Field types name data types that exist, extents are what they may be.
bool relaxDataTypesVerify(const RelaxProgram *program, RelaxError *error);

/// A field that is a value of an entry of the table.
static inline bool relaxFieldHolds(const RelaxFieldType *field) {
  return field->dtype >= RELAX_SEQUENCE;
}
/// Is what it holds without a number that the type says?
static inline bool relaxDataIsOpen(const RelaxDataType *type) {
  return type->kind >= RELAX_DATA_SEQUENCE;
}
/// The constructor that made a value, which was checked.
const RelaxConstructorType *relaxDataConstructor(const RelaxDataType *type,
                                                 const RelaxTensor *value);
/// The type of what stands at `index`.
const RelaxFieldType *relaxDataField(const RelaxDataType *type,
                                     const RelaxConstructorType *constructor,
                                     int64_t index);

/// Every constructor, number of fields, element type, rank and extent inside of
/// `value` is what the type says; a symbol of a signature stands for one extent
/// everywhere. `subject` begins the message.
bool relaxDataCheck(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, const char *subject,
                    RelaxError *error);
/// The same of all inputs of a function that are data, `input 'x'`: symbols of
/// its signature have the values that the other inputs give them.
bool relaxDataInputsCheck(const RelaxProgram *program,
                          const RelaxFunction *function,
                          const RelaxTensor *inputs, RelaxError *error);
/// The same of a result.
bool relaxDataResultCheck(const RelaxProgram *program,
                          const RelaxValueType *type, const RelaxTensor *result,
                          RelaxError *error);
/// Reads the text of a value of that type; nothing of it is checked that the
/// text does not say.
bool relaxDataParse(const RelaxProgram *program, uint32_t type, StrRef text,
                    RelaxTensor *out, RelaxError *error);
/// The same from JSON: `{"Node": [{"Leaf": [[1, 2]]}, "Nil"]}`.
bool relaxDataFromJson(const RelaxProgram *program, uint32_t type, StrRef text,
                       RelaxTensor *out, RelaxError *error);
/// Appends the JSON of a value that was checked. What is held twice is written
/// twice: fails where that makes more than ten million values.
bool relaxDataToJson(const RelaxProgram *program, uint32_t type,
                     const RelaxTensor *value, StrBuf *out, RelaxError *error);
/// Appends the text of a value that was checked; it reads back.
void relaxDataPrint(const RelaxProgram *program, uint32_t type,
                    const RelaxTensor *value, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_DATATYPE_H
