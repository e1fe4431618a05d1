//===- Data.c - values of data types in the op library --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tensor that goes into a value is copied: its bytes may lie in the arena,
// where others take their place later. Values themselves never change and are
// shared.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Library.h"

#include <inttypes.h>

/// Input 0, which must be a value of a data type; NULL after an error.
static const RelaxTensor *dataInput(const LibraryCall *call) {
  const RelaxTensor *value = libraryValue(call, 0);
  if (!value || value->dtype == RELAX_DATA)
    return value;
  StrBuf text = {0};
  relaxTensorDescribe(value, &text);
  relaxFail(call->error, "expected a value of a data type, got %s",
            strBufText(&text));
  strBufFree(&text);
  return NULL;
}

bool libraryConstruct(LibraryCall *call) {
  RelaxTensor *fields =
      libraryScratch(call, (int64_t)call->numInputs, sizeof *fields);
  uint32_t count = 0;
  bool good = fields;
  for (; good && count < call->numInputs; ++count) {
    const RelaxTensor *input = libraryValue(call, count);
    if (input && relaxIsContainer(input))
      fields[count] = relaxTensorShare(input);
    else if (!input || !relaxTensorClone(input, &fields[count], call->error))
      good = false;
    if (!good)
      break;
  }
  for (uint32_t i = 0; !good && i < count; ++i)
    relaxTensorRelease(&fields[i]);
  RelaxTensor result;
  if (!good || !relaxDataCreate(libraryInt(call, "tag", 0), call->numInputs,
                                fields, &result, call->error))
    return false;
  call->outputs[0] = (Value){.tag = VALUE_TENSOR, .tensor = result};
  return true;
}

bool libraryIsConstructor(LibraryCall *call) {
  const RelaxTensor *value = dataInput(call);
  RelaxTensor *result =
      value ? libraryOutput(call, 0, RELAX_BOOL, 0, NULL) : NULL;
  if (result)
    relaxStoreInt(RELAX_BOOL, result->data, 0,
                  relaxDataTag(value) == libraryInt(call, "tag", -1));
  return result;
}

bool libraryGetField(LibraryCall *call) {
  const RelaxTensor *value = dataInput(call);
  int64_t index = libraryInt(call, "index", -1);
  int64_t tag = libraryInt(call, "tag", -1);
  if (!value)
    return false;
  if (relaxDataTag(value) != tag)
    return relaxFail(
        call->error,
        "expected a value of '@%.*s', got one of constructor "
        "number %" PRId64,
        (int)libraryString(call, "constructor", (StrRef){0}).length,
        libraryString(call, "constructor", (StrRef){0}).data,
        relaxDataTag(value));
  if (index < 0 || index >= value->dims[0])
    return relaxFail(call->error,
                     "field %" PRId64 ": the value has %" PRId64 " fields",
                     index, value->dims[0]);
  call->outputs[0] =
      (Value){.tag = VALUE_TENSOR,
              .tensor = relaxTensorShare(&relaxContainerItems(value)[index])};
  return true;
}
