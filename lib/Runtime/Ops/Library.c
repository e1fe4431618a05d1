//===- Library.c - the table of the op library ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"

#include <inttypes.h>
#include <stdlib.h>

enum { ANY = UINT32_MAX };

/// Sorted by name, with the numbers of inputs and of outputs.
static const LibraryFunction functions[] = {
    {"relax.broadcast_to", 2, 2, 1, 1, libraryBroadcastTo, NULL},
    {"relax.call_artefact", 0, ANY, 1, ANY, libraryCallArtefact,
     libraryCallArtefact},
    {"relax.cast", 1, 1, 1, 1, libraryCast, NULL},
    {"relax.concat", 1, ANY, 1, 1, libraryConcat, NULL},
    {"relax.concat_from_sequence", 1, 1, 1, 1, libraryConcatFromSequence,
     libraryConcatFromSequence},
    {"relax.constant", 0, 0, 1, 1, libraryConstant, NULL},
    {"relax.decide", 1, 2, 1, 1, libraryDecide, NULL},
    {"relax.emit", 1, 1, 0, 0, libraryEmit, NULL},
    {"relax.equal", 2, 2, 1, 1, libraryEqual, NULL},
    {"relax.lengths", 1, 2, 1, 1, libraryLengths, NULL},
    {"relax.lengths_fit", 1, ANY, 1, 1, libraryLengthsFit, NULL},
    {"relax.lengths_hold", 1, ANY, 1, ANY, libraryLengthsHold, NULL},
    {"relax.lookup", 4, 4, 1, 1, libraryLookup, NULL},
    {"relax.non_max_suppression", 5, 5, 1, 1, libraryNonMaxSuppression,
     libraryRehearseNonMaxSuppression},
    {"relax.nonzero", 1, 1, 1, 1, libraryNonzero, libraryRehearseNonzero},
    {"relax.not_equal", 2, 2, 1, 1, libraryNotEqual, NULL},
    {"relax.optional", 1, 1, 1, 1, libraryOptional, libraryOptional},
    {"relax.optional_get", 1, 1, 1, 1, libraryOptionalGet, libraryOptionalGet},
    {"relax.optional_has", 1, 1, 1, 1, libraryOptionalHas, libraryOptionalHas},
    {"relax.optional_none", 0, 0, 1, 1, libraryOptional, libraryOptional},
    {"relax.regex_full_match", 1, 1, 1, 1, libraryRegexFullMatch, NULL},
    {"relax.sequence", 1, ANY, 1, 1, librarySequence, librarySequence},
    {"relax.sequence_at", 2, 2, 1, 1, librarySequenceAt, NULL},
    {"relax.sequence_empty", 0, 0, 1, 1, librarySequence, librarySequence},
    {"relax.sequence_erase", 1, 2, 1, 1, librarySequenceErase, NULL},
    {"relax.sequence_insert", 2, 3, 1, 1, librarySequenceInsert,
     librarySequenceInsert},
    {"relax.sequence_length", 1, 1, 1, 1, librarySequenceLength,
     librarySequenceLength},
    {"relax.sort", 1, 1, 1, 1, librarySort, libraryRehearseSort},
    {"relax.split_to_sequence", 1, 2, 1, 1, librarySplitToSequence,
     librarySplitToSequence},
    {"relax.string_concat", 2, 2, 1, 1, libraryStringConcat, NULL},
    {"relax.string_normalize", 1, 1, 1, 1, libraryStringNormalize, NULL},
    {"relax.string_split", 1, 1, 2, 2, libraryStringSplit, NULL},
    {"relax.take", 2, 2, 1, 1, libraryTake, NULL},
    {"relax.tf_idf", 1, 1, 1, 1, libraryTfIdf, NULL},
    {"relax.top_k", 2, 2, 2, 2, libraryTopK, libraryRehearseTopK},
    {"relax.unique", 1, 1, 1, 4, libraryUnique, libraryRehearseUnique},
    {"relax.where", 3, 3, 1, 1, libraryWhere, NULL},
};
enum { NUM_FUNCTIONS = sizeof functions / sizeof *functions };

static int compareName(const void *key, const void *element) {
  const LibraryFunction *function = element;
  return strRefCompare(*(const StrRef *)key, strRefFromC(function->name));
}

const LibraryFunction *libraryFind(StrRef name) {
  return bsearch(&name, functions, NUM_FUNCTIONS, sizeof *functions,
                 compareName);
}

void libraryNames(StrBuf *out) {
  for (size_t i = 0; i < NUM_FUNCTIONS; ++i)
    strBufAppendFormat(out, "%s'%s'", i ? ", " : "", functions[i].name);
}

static void appendRange(StrBuf *out, uint32_t least, uint32_t most,
                        const char *what) {
  strBufAppendFormat(out, "%" PRIu32, least);
  if (most == ANY)
    strBufAppendC(out, " or more");
  else if (most > least)
    strBufAppendFormat(out, " to %" PRIu32, most);
  strBufAppendFormat(out, " %s%s", what, least == 1 && most == 1 ? "" : "s");
}

static bool wrongNumbers(const LibraryFunction *function,
                         const LibraryCall *call) {
  StrBuf text = {0};
  appendRange(&text, function->minInputs, function->maxInputs, "input");
  strBufAppendC(&text, " and ");
  appendRange(&text, function->minOutputs, function->maxOutputs, "result");
  relaxFail(call->error, "expected %s, got %" PRIu32 " and %" PRIu32,
            strBufText(&text), call->numInputs, call->numOutputs);
  strBufFree(&text);
  return false;
}

static bool fits(uint32_t count, uint32_t least, uint32_t most) {
  return least <= count && count <= most;
}

bool libraryRun(const LibraryFunction *function, LibraryCall *call) {
  if (!fits(call->numInputs, function->minInputs, function->maxInputs) ||
      !fits(call->numOutputs, function->minOutputs, function->maxOutputs))
    return wrongNumbers(function, call);
  return call->rehearsed ? function->rehearse(call) : function->call(call);
}
