//===- NpyHeader.c - what an .npy file says of itself -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/NpyHeader.h"

#include <string.h>

/// A cursor over the header's text, a Python literal.
typedef struct Cursor {
  const char *at, *end;
} Cursor;

static void skipBlanks(Cursor *c) {
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\n'))
    ++c->at;
}

static bool take(Cursor *c, const char *text) {
  skipBlanks(c);
  size_t length = strlen(text);
  if ((size_t)(c->end - c->at) < length || memcmp(c->at, text, length) != 0)
    return false;
  c->at += length;
  return true;
}

/// A quoted string without escapes.
static bool takeString(Cursor *c, StrRef *out) {
  skipBlanks(c);
  if (c->at == c->end || (*c->at != '\'' && *c->at != '"'))
    return false;
  char quote = *c->at++;
  const char *begin = c->at;
  while (c->at < c->end && *c->at != quote)
    ++c->at;
  if (c->at == c->end)
    return false;
  *out = (StrRef){begin, (size_t)(c->at++ - begin)};
  return true;
}

static bool takeInteger(Cursor *c, int64_t *out) {
  skipBlanks(c);
  if (c->at == c->end || *c->at < '0' || *c->at > '9')
    return false;
  int64_t value = 0;
  for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; ++c->at)
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, *c->at - '0', &value))
      return false;
  take(c, "L"); // Python 2 wrote long integers so
  *out = value;
  return true;
}

static void parseDescr(StrRef descr, NpyHeader *header) {
  char normal[8] = {0};
  header->descr = descr;
  if (descr.length >= 2 && descr.length < sizeof normal) {
    memcpy(normal, descr.data, descr.length);
    header->bigEndian = normal[0] == '>';
    if (normal[0] == '>' || normal[0] == '=')
      normal[0] = '<';
    for (int i = 0; i < RELAX_NUM_DTYPES; ++i) {
      const char *known = relaxDTypeNumpy((RelaxDType)i);
      // One-byte types are written with any byte order mark.
      if (known && strcmp(known + 1, normal + 1) == 0 &&
          (known[0] == normal[0] || known[0] == '|')) {
        header->dtype = (RelaxDType)i;
        header->known = true;
      }
    }
  }
}

static bool parseShape(Cursor *c, NpyHeader *header, RelaxError *error) {
  if (!take(c, "("))
    return relaxFail(error, "expected a tuple of extents in the header");
  header->rank = 0;
  while (!take(c, ")")) {
    if (header->rank == RELAX_MAX_RANK)
      return relaxFail(error, "expected a rank of at most %d", RELAX_MAX_RANK);
    if (!takeInteger(c, &header->dims[header->rank++]))
      return relaxFail(error, "expected an extent >= 0 in the header");
    if (!take(c, ",")) {
      if (!take(c, ")"))
        return relaxFail(error, "expected a tuple of extents in the header");
      break;
    }
  }
  return true;
}

static bool parseDictionary(Cursor *c, NpyHeader *header, RelaxError *error) {
  bool haveDescr = false, haveOrder = false, haveShape = false;
  if (!take(c, "{"))
    return relaxFail(error, "expected a dictionary in the header");
  while (!take(c, "}")) {
    StrRef key, descr;
    if (!takeString(c, &key) || !take(c, ":"))
      return relaxFail(error, "expected a key in the header");
    if (strRefEqual(key, strRefFromC("descr")) && !haveDescr) {
      if (!takeString(c, &descr))
        return relaxFail(error, "structured elements are not supported");
      haveDescr = true;
      parseDescr(descr, header);
    } else if (strRefEqual(key, strRefFromC("fortran_order")) && !haveOrder) {
      haveOrder = true;
      header->fortranOrder = take(c, "True");
      if (!header->fortranOrder && !take(c, "False"))
        return relaxFail(error, "expected True or False in the header");
    } else if (strRefEqual(key, strRefFromC("shape")) && !haveShape) {
      haveShape = true;
      if (!parseShape(c, header, error))
        return false;
    } else {
      return relaxFail(error, "unexpected key in the header");
    }
    if (!take(c, ",")) {
      if (!take(c, "}"))
        return relaxFail(error, "expected ',' or '}' in the header");
      break;
    }
  }
  skipBlanks(c);
  if (!haveDescr || !haveOrder || !haveShape || c->at != c->end)
    return relaxFail(error,
                     "expected exactly 'descr', 'fortran_order' and 'shape' in "
                     "the header");
  return true;
}

/// Finds the header's text; `*position` is then where the elements begin.
static bool findHeader(const uint8_t *bytes, size_t size, Cursor *header,
                       size_t *position, RelaxError *error) {
  if (size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0)
    return relaxFail(error, "not an .npy file");
  unsigned version = bytes[6];
  if (version < 1 || version > 3)
    return relaxFail(error, "version %u.%u of .npy is not supported", version,
                     bytes[7]);
  size_t lengthBytes = version == 1 ? 2 : 4, length = 0;
  if (size < 8 + lengthBytes)
    return relaxFail(error, "the file is too short for its header");
  for (size_t i = lengthBytes; i-- > 0;)
    length = length << 8 | bytes[8 + i];
  if (length > size - 8 - lengthBytes)
    return relaxFail(error, "the file is too short for its header");
  header->at = (const char *)bytes + 8 + lengthBytes;
  header->end = header->at + length;
  *position = 8 + lengthBytes + length;
  return true;
}

bool npyHeaderParse(const void *data, size_t size, NpyHeader *header,
                    RelaxError *error) {
  Cursor cursor;
  *header = (NpyHeader){0};
  return findHeader(data, size, &cursor, &header->size, error) &&
         parseDictionary(&cursor, header, error);
}

/// Copies elements in column-major order of `from` to row-major order of `to`.
static void transposeElements(const NpyHeader *header, const char *from,
                              size_t bytes, char *to) {
  size_t size = relaxDTypeBytes(header->dtype);
  int64_t index[RELAX_MAX_RANK] = {0};
  for (size_t at = 0; at < bytes; at += size) {
    int64_t source = 0;
    for (int32_t d = header->rank - 1; d >= 0; --d)
      source = source * header->dims[d] + index[d];
    memcpy(to + at, from + (size_t)source * size, size);
    for (int32_t d = header->rank - 1; d >= 0 && ++index[d] == header->dims[d];
         --d)
      index[d] = 0;
  }
}

static void swapBytes(RelaxDType dtype, char *data, size_t bytes) {
  size_t size = relaxDTypeBytes(dtype);
  for (char *end = data + bytes; data < end; data += size)
    for (size_t i = 0; i < size / 2; ++i) {
      char kept = data[i];
      data[i] = data[size - 1 - i];
      data[size - 1 - i] = kept;
    }
}

void npyArrange(const NpyHeader *header, const void *from, size_t bytes,
                void *to) {
  if (header->fortranOrder && header->rank > 1)
    transposeElements(header, from, bytes, to);
  else if (from != to)
    memcpy(to, from, bytes);
  if (header->bigEndian)
    swapBytes(header->dtype, to, bytes);
}
