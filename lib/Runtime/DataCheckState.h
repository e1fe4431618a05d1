//===- DataCheckState.h - a check of values of data types -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_DATACHECKSTATE_H
#define RELAX_RUNTIME_DATACHECKSTATE_H

#include "lib/Runtime/Signature.h"

typedef struct DataItem {
  const RelaxTensor *value;
  uint32_t type;
} DataItem;

/// A tensor, and where it is: field `index` of what `of` made.
typedef struct DataPart {
  const RelaxTensor *value;
  const RelaxFieldType *type;
  StrRef of; // empty in a tuple, a sequence or an optional
  int64_t index;
} DataPart;

/// What was looked at already, by its fields.
typedef struct DataSeen {
  const void *key;
  uint32_t value; // the type
} DataSeen;

typedef struct DataCheck {
  const RelaxProgram *program;
  const char *subject;
  DataItem *open;   // stb_ds: of data types
  DataItem *inner;  // stb_ds: of others, in the constructor at work
  DataPart *parts;  // stb_ds: of the constructor at work
  DataSeen *seen;   // stb_ds map
  int64_t *extents; // stb_ds: of `dataSymbols`; -1 where nothing said it yet
  uint32_t *own;    // stb_ds: which of them are the constructor's at work
  RelaxError *error;
} DataCheck;

/// No text has a symbol with a '.': it is one of a constructor, `Node.k`.
bool dataCheckIsOwn(StrRef symbol);
/// Fails with the text, which is freed.
bool dataCheckFail(const DataCheck *check, StrBuf *text);
/// Field `index` of what `of` made is `got`. False, as the next.
bool dataCheckWrongField(const DataCheck *check, const RelaxFieldType *type,
                         StrRef of, int64_t index, const RelaxTensor *got);
/// `expected n = 3, got 2`; what is a constructor's own has no name to read.
bool dataCheckWrongExtent(const DataCheck *check, const DataPart *part,
                          int32_t axis, int64_t expected);
/// `'@Node': expected 1 <= k, got k = 0`.
bool dataCheckWrongFact(const DataCheck *check, StrRef of, uint32_t fact);
/// DataCheckExtents.c: the extents of the tensors of one constructor, which
/// are gone from the list then, and its facts.
bool dataCheckParts(DataCheck *check, const RelaxConstructorType *constructor);

#endif // RELAX_RUNTIME_DATACHECKSTATE_H
