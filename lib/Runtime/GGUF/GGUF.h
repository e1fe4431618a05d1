//===- GGUF.h - GGUF files, checked ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reads the metadata and the tensor directory of a GGUF file, version 2 or 3,
// that may be broken or hostile; the tensors' bytes stay in the file. Format:
// the GGUF specification (gguf.md of the ggml project), little endian.
//
// Checked: every length against the file before memory is asked for; types;
// bools are 0 or 1; arrays nest at most GGUF_MAX_DEPTH deep; no key with two
// values (one that is written twice is fine) and no tensor name twice;
// alignment is a power of two; every tensor is aligned, lies in the file whole,
// and overlaps no other. Texts are bytes: nobody looks whether they are UTF-8.
// Memory: at most twice the file's size and 64 MiB, most often the size of the
// metadata.
//
// Everything lives until `ggufDestroy`. Errors: `'m.gguf': byte 24: ...`.
// Threads: immutable once read. Uses lib/Support and lib/Runtime only.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_GGUF_GGUF_H
#define RELAX_RUNTIME_GGUF_GGUF_H

#include "lib/Runtime/Error.h"
#include "lib/Support/BlockFormat.h"

typedef struct GgufFile GgufFile;

/// Types of metadata values; the numbers are those of the file.
typedef enum GgufType {
  GGUF_U8 = 0,
  GGUF_I8 = 1,
  GGUF_U16 = 2,
  GGUF_I16 = 3,
  GGUF_U32 = 4,
  GGUF_I32 = 5,
  GGUF_F32 = 6,
  GGUF_BOOL = 7,
  GGUF_STRING = 8,
  GGUF_ARRAY = 9,
  GGUF_U64 = 10,
  GGUF_I64 = 11,
  GGUF_F64 = 12,
} GgufType;
enum { GGUF_NUM_TYPES = 13 };

enum {
  GGUF_MAX_RANK = 4,
  GGUF_MAX_DEPTH = 4,
  /// Of keys and arrays within arrays together, and of tensors.
  GGUF_MAX_ENTRIES = 1 << 16,
};

/// One value of the metadata.
typedef struct GgufValue GgufValue;
struct GgufValue {
  GgufType type;
  GgufType elementType; // of an array
  uint64_t count;       // elements of an array
  union {
    uint64_t u; // U8 to U64, BOOL
    int64_t i;  // I8 to I64
    double f;   // F32, F64
    StrRef string;
    // Of an array; read them with `ggufElement` and `ggufElementString`.
    const uint8_t *bytes;    // scalars, as in the file
    const uint64_t *places;  // strings: the byte in the file of each one
    const GgufValue *arrays; // arrays
  };
};

typedef struct GgufEntry {
  StrRef key;
  GgufValue value;
} GgufEntry;

/// How elements are stored, in blocks of equal size: the formats of
/// lib/Support/BlockFormat.h, and those of the same kind that only this reader
/// knows; of f32 and other numbers a block has one.
typedef BlockFormat GgufElementType;
/// The numbers of some of them.
enum { GGUF_F32_TENSOR = 0, GGUF_F16_TENSOR = 1, GGUF_BF16_TENSOR = 30 };


typedef struct GgufTensor {
  StrRef name; // has no NUL inside and a NUL behind it
  const GgufElementType *type;
  uint32_t rank;
  int64_t dims[GGUF_MAX_RANK]; // as in the file: the innermost dimension first
  uint64_t offset;             // from the begin of the file
  uint64_t bytes;
} GgufTensor;

/// Reads a regular file. NULL after an error.
GgufFile *ggufRead(const char *path, RelaxError *error);
/// Reads an open regular file, which stays open. Messages do not name it.
GgufFile *ggufReadOpen(int descriptor, RelaxError *error);
/// Reads from memory, which has to live as long as the result. `name` stands
/// for the path in errors.
GgufFile *ggufFromMemory(const void *data, size_t size, const char *name,
                         RelaxError *error);
void ggufDestroy(GgufFile *file);

/// 2 or 3.
uint32_t ggufVersion(const GgufFile *file);
/// `general.alignment`, 32 if the file does not say.
uint64_t ggufAlignment(const GgufFile *file);
/// All keys, in the order of the file.
const GgufEntry *ggufEntries(const GgufFile *file, size_t *count);
/// All tensors, in the order of the file.
const GgufTensor *ggufTensors(const GgufFile *file, size_t *count);
/// NULL if there is none of that name.
const GgufValue *ggufFind(const GgufFile *file, const char *key);
const GgufTensor *ggufFindTensor(const GgufFile *file, const char *name);

/// Element `index` of an array, of any type (an array within it is given as a
/// value). `index` < `array->count`.
GgufValue ggufElement(const GgufFile *file, const GgufValue *array,
                      uint64_t index);
/// The same of an array of strings.
StrRef ggufElementString(const GgufFile *file, const GgufValue *array,
                         uint64_t index);


// What most users ask: the value of a key, of any integer type (a bool is none)
// or float type. True if it is there; false without an error if it is absent,
// `*out` unchanged; false with an error that names the key if it has another
// type or does not fit.
bool ggufGetInteger(const GgufFile *file, const char *key, int64_t *out,
                    RelaxError *error);
bool ggufGetFloat(const GgufFile *file, const char *key, double *out,
                  RelaxError *error);
bool ggufGetBool(const GgufFile *file, const char *key, bool *out,
                 RelaxError *error);
bool ggufGetString(const GgufFile *file, const char *key, StrRef *out,
                   RelaxError *error);
/// An array whose elements have this type.
bool ggufGetArray(const GgufFile *file, const char *key, GgufType elementType,
                  const GgufValue **out, RelaxError *error);

#endif // RELAX_RUNTIME_GGUF_GGUF_H
