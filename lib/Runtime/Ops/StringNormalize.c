//===- StringNormalize.c - texts without stop words -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"
#include "lib/Support/Utf8.h"

#include <string.h>

/// A copy that lives as long as the call.
static bool keep(LibraryCall *call, const StrBuf *text, StrRef *out) {
  char *bytes = libraryScratch(call, (int64_t)text->length, 1);
  if (bytes && text->length)
    memcpy(bytes, text->data, text->length);
  *out = (StrRef){bytes, text->length};
  return bytes != NULL;
}

static bool inCase(LibraryCall *call, StrRef text, Utf8Case to, StrRef *out) {
  StrBuf buffer = {0};
  utf8AppendCase(text, to, &buffer);
  bool good = keep(call, &buffer, out);
  strBufFree(&buffer);
  return good;
}

/// The stop words, in the case in which they are compared.
static bool stopWords(LibraryCall *call, Utf8Case to, StrRef **words,
                      uint32_t *count) {
  const LibraryAttribute *given = libraryAttribute(call, "stop_words");
  *count = given && given->kind == RELAX_ATTRIBUTE_STRINGS ? given->count : 0;
  *words = libraryScratch(call, *count, sizeof **words);
  bool good = *words != NULL;
  for (uint32_t i = 0; good && i < *count; ++i)
    good = inCase(call, given->strings[i], to, &(*words)[i]);
  return good;
}

bool libraryStringNormalize(LibraryCall *call) {
  const RelaxTensor *input = libraryTexts(call, 0);
  StrRef name = libraryString(call, "to", (StrRef){"none", 4});
  Utf8Case to = strRefEqual(name, strRefFromC("lower"))   ? UTF8_LOWER
                : strRefEqual(name, strRefFromC("upper")) ? UTF8_UPPER
                                                          : UTF8_AS_IT_IS;
  Utf8Case compared =
      libraryInt(call, "case_sensitive", 0) ? UTF8_AS_IT_IS : UTF8_LOWER;
  StrRef *words, probe;
  uint32_t numWords;
  if (!input || !stopWords(call, compared, &words, &numWords))
    return false;
  if (input->rank < 1 || input->rank > 2 ||
      (input->rank == 2 && input->dims[0] != 1))
    return relaxFail(call->error, "input: expected [n] or [1, n]");
  int64_t count = relaxTensorCount(input), kept = 0;
  StrRef *texts = libraryScratch(call, count + 1, sizeof *texts);
  for (int64_t i = 0; texts && i < count; ++i) {
    StrRef text = relaxStrings(input)[i];
    bool stop = false;
    if (!inCase(call, text, compared, &probe) ||
        !inCase(call, text, to, &texts[kept]))
      return false;
    for (uint32_t k = 0; !stop && k < numWords; ++k)
      stop = strRefEqual(words[k], probe);
    kept += !stop;
  }
  if (texts && kept == 0)
    texts[kept++] = (StrRef){"", 0};
  int64_t dims[2] = {1, kept};
  return texts && librarySetTexts(call, 0, input->rank,
                                  input->rank == 2 ? dims : dims + 1, texts);
}
