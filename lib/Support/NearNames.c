//===- NearNames.c - which names may have been meant ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/NearNames.h"

#include <assert.h>
#include <string.h>

enum { MAX_LENGTH = 128, MAX_FOUND = 8 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

static size_t difference(size_t a, size_t b) { return a < b ? b - a : a - b; }

size_t textDistance(StrRef a, StrRef b) {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH)
    return a.length < b.length ? b.length : a.length;
  size_t rows[3][MAX_LENGTH + 1]; // of this byte of `a` and the two before
  for (size_t j = 0; j <= b.length; ++j)
    rows[0][j] = j;
  for (size_t i = 1; i <= a.length; ++i) {
    size_t *row = rows[i % 3], *last = rows[(i + 2) % 3],
           *before = rows[(i + 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= b.length; ++j) {
      size_t exchanged = last[j - 1] + (a.data[i - 1] != b.data[j - 1]);
      row[j] = smaller(exchanged, smaller(last[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] &&
          a.data[i - 2] == b.data[j - 1])
        row[j] = smaller(row[j], before[j - 2] + 1);
    }
  }
  return rows[a.length % 3][b.length];
}

static bool contains(StrRef text, StrRef part) {
  for (size_t i = 0; i + part.length <= text.length; ++i)
    if (memcmp(text.data + i, part.data, part.length) == 0)
      return true;
  return false;
}

/// Of two that are as near the one comes first that begins as the wanted does:
/// the end of a word is forgotten more often than its begin.
static size_t ranked(StrRef wanted, StrRef name, size_t unlike) {
  size_t same = 0;
  while (same < wanted.length && same < name.length &&
         wanted.data[same] == name.data[same])
    ++same;
  return unlike * (MAX_LENGTH + 1) + MAX_LENGTH - same;
}

/// How unlike the names are; SIZE_MAX: too much to be worth a mention.
static size_t unlikeness(StrRef wanted, StrRef name) {
  if (name.length == 0 || name.length > MAX_LENGTH)
    return SIZE_MAX;
  size_t limit = 1 + wanted.length / 3;
  size_t unlike = difference(wanted.length, name.length) <= limit
                      ? textDistance(wanted, name)
                      : SIZE_MAX;
  if (unlike <= limit)
    return ranked(wanted, name, unlike);
  // A part of a name comes behind the names that are nearly the same.
  return contains(name, wanted) || (name.length > 2 && contains(wanted, name))
             ? ranked(wanted, name,
                      MAX_LENGTH + difference(wanted.length, name.length))
             : SIZE_MAX;
}

size_t nearNames(StrRef wanted, const StrRef *names, size_t count,
                 size_t *found, size_t most) {
  size_t unlike[MAX_FOUND], numFound = 0;
  assert(most > 0 && most <= MAX_FOUND);
  if (wanted.length == 0 || wanted.length > MAX_LENGTH)
    return 0;
  for (size_t i = 0; i < count; ++i) {
    size_t value = unlikeness(wanted, names[i]);
    if (value == SIZE_MAX ||
        (numFound == most && value >= unlike[numFound - 1]))
      continue;
    // Insert before those that are less alike.
    size_t at = numFound < most ? numFound++ : numFound - 1;
    for (; at > 0 && unlike[at - 1] > value; --at) {
      unlike[at] = unlike[at - 1];
      found[at] = found[at - 1];
    }
    unlike[at] = value;
    found[at] = i;
  }
  return numFound;
}
