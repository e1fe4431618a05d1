//===- StringCast.c - texts from numbers and back, constants --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"
#include "lib/Runtime/StringText.h"

static bool toTexts(LibraryCall *call, const RelaxTensor *input) {
  int64_t count = relaxTensorCount(input);
  size_t *ends = libraryScratch(call, count, sizeof *ends);
  StrRef *texts = libraryScratch(call, count, sizeof *texts);
  if (!ends || !texts)
    return false;
  StrBuf all = {0};
  for (int64_t i = 0; i < count; ++i) {
    relaxNumberToText(input, i, &all);
    ends[i] = all.length;
  }
  for (int64_t i = 0; i < count; ++i) {
    size_t begin = i ? ends[i - 1] : 0;
    texts[i] = (StrRef){strBufText(&all) + begin, ends[i] - begin};
  }
  bool good = librarySetTexts(call, 0, input->rank, input->dims, texts);
  strBufFree(&all);
  return good;
}

bool libraryConstant(LibraryCall *call) {
  const LibraryAttribute *dims = libraryAttribute(call, "dims");
  const LibraryAttribute *texts = libraryAttribute(call, "texts");
  int64_t count;
  if (!dims || dims->kind != RELAX_ATTRIBUTE_INTS ||
      dims->count > RELAX_MAX_RANK || !texts ||
      texts->kind != RELAX_ATTRIBUTE_STRINGS ||
      !relaxNumElements((int32_t)dims->count, dims->ints, &count) ||
      count != texts->count)
    return relaxFail(call->error, "expected 'dims' and a text per element");
  return librarySetTexts(call, 0, (int32_t)dims->count, dims->ints,
                         texts->strings);
}

bool libraryCast(LibraryCall *call) {
  const RelaxTensor *input = libraryElements(call, 0);
  RelaxDType to;
  if (!input)
    return false;
  if (!relaxDTypeParse(libraryString(call, "to", (StrRef){"", 0}), &to))
    return relaxFail(call->error, "to: expected an element type");
  if (to == RELAX_STRING && input->dtype != RELAX_STRING)
    return toTexts(call, input);
  if (!libraryTexts(call, 0))
    return false;
  if (to == RELAX_STRING)
    return librarySetTexts(call, 0, input->rank, input->dims,
                           relaxStrings(input));
  RelaxTensor *result = libraryOutput(call, 0, to, input->rank, input->dims);
  for (int64_t i = 0, e = relaxTensorCount(input); result && i < e; ++i)
    if (!relaxNumberFromText(relaxStrings(input)[i], result, i, call->error))
      return false;
  return result != NULL;
}
