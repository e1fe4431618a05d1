//===- Names.c - printable names for ONNX values --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters write paths such as `jax2tf_get_logits_/pjit_/Dense_0/AddV2:0`.
// Every value takes the shortest suffix of its path that no other value has,
// so that text stays short and still says where in the model a value stands.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Frontend/ONNX/Model/GraphWalk.h"

#include "lib/Support/Map.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

/// Longer suffixes than this are not tried; equal names then get a number.
enum { MAX_PARTS = 8, MAX_LENGTH = 100 };

typedef struct Item {
  const char *onnxName;
  StrRef parts[MAX_PARTS]; // the last ones, in order
  size_t numParts;
  size_t taken; // how many of them the name has
  StrRef text;
} Item;

typedef struct ItemEntry {
  char *key; // ONNX name, borrowed
  size_t value;
} ItemEntry;

typedef struct CountEntry {
  char *key; // printable name, in the arena
  size_t value;
} CountEntry;

struct ImportNames {
  Arena *arena;
  Item *items;       // stb_ds array
  ItemEntry *byName; // stb_ds map to the index in `items`
  CountEntry *used;  // stb_ds map from given names to the next number
};

/// The length of a separator at `text`, or 0.
static size_t separator(const char *text, const char *end) {
  if (*text == '/')
    return 1;
  return *text == ':' && text + 1 < end && text[1] == ':' ? 2 : 0;
}

/// Keeps the last MAX_PARTS parts of a path; drops TensorFlow's ":0".
static void split(Item *item) {
  const char *text = item->onnxName, *end = text + strlen(text);
  if (end - text > 2 && strcmp(end - 2, ":0") == 0)
    end -= 2;
  while (text < end) {
    const char *stop = text;
    while (stop < end && separator(stop, end) == 0)
      ++stop;
    if (stop > text) {
      if (item->numParts == MAX_PARTS) {
        memmove(item->parts, item->parts + 1,
                (MAX_PARTS - 1) * sizeof item->parts[0]);
        item->numParts--;
      }
      item->parts[item->numParts++] = (StrRef){text, (size_t)(stop - text)};
    }
    text = stop + (stop < end ? separator(stop, end) : 0);
  }
}

/// The last `taken` parts joined by '_', in characters that both a value name
/// and a symbol name may have.
static StrRef suffix(const ImportNames *names, const Item *item) {
  char text[MAX_LENGTH + 2];
  size_t length = 0;
  for (size_t i = item->numParts - item->taken; i < item->numParts; ++i) {
    if (i > item->numParts - item->taken && length < MAX_LENGTH)
      text[length++] = '_';
    for (size_t k = 0; k < item->parts[i].length && length < MAX_LENGTH; ++k) {
      unsigned char c = (unsigned char)item->parts[i].data[k];
      bool plain = c < 128 && (isalnum(c) || c == '_' || c == '.');
      // Not a digit first: `%12` is the printer's own, `@12` needs quotes.
      if (length == 0 && !(plain && (isalpha(c) || c == '_')))
        text[length++] = 'v';
      if (length < MAX_LENGTH)
        text[length++] = plain ? (char)c : '_';
    }
  }
  if (length == 0)
    text[length++] = 'v';
  return arenaCopyString(names->arena, (StrRef){text, length});
}

static void addName(const char *onnxName, void *userData) {
  ImportNames *names = userData;
  if (!*onnxName || strMapFind(names->byName, onnxName) >= 0)
    return;
  Item item = {.onnxName = onnxName, .taken = 1};
  split(&item);
  if (item.numParts == 0)
    item.taken = 0;
  shput(names->byName, onnxName, arrlenu(names->items));
  arrput(names->items, item);
}

/// Gives the name `text`, or with the next number behind it if it is taken.
static void give(ImportNames *names, Item *item, StrRef text) {
  ptrdiff_t found = strMapFind(names->used, text.data);
  StrRef base = text;
  while (found >= 0 && strMapFind(names->used, text.data) >= 0)
    text = arenaFormat(names->arena, "%s_%zu", base.data,
                       names->used[found].value++);
  shput(names->used, text.data, 0);
  item->text = text;
}

/// Lengthens every suffix that several items share; true if one was.
static bool lengthen(ImportNames *names) {
  CountEntry *counts = NULL;
  bool changed = false;
  for (size_t i = 0; i < arrlenu(names->items); ++i) {
    Item *item = &names->items[i];
    item->text = suffix(names, item);
    ptrdiff_t found = strMapFind(counts, item->text.data);
    if (found >= 0)
      counts[found].value++;
    else
      shput(counts, item->text.data, 1);
  }
  for (size_t i = 0; i < arrlenu(names->items); ++i) {
    Item *item = &names->items[i];
    if (item->taken == item->numParts ||
        strMapEntry(counts, item->text.data)->value == 1)
      continue;
    item->taken++;
    changed = true;
  }
  shfree(counts);
  return changed;
}

ImportNames *importNamesCreate(const Onnx__GraphProto *graph, Arena *arena) {
  ImportNames *names = ARENA_NEW(arena, ImportNames);
  names->arena = arena;
  for (size_t i = 0; i < graph->n_input; ++i)
    addName(onnxText(graph->input[i]->name), names);
  size_t numInputs = arrlenu(names->items);
  onnxWalkNames(graph, addName, names);
  for (size_t round = 0; round < MAX_PARTS && lengthen(names); ++round)
    ;
  shput(names->used, "main", 0);
  for (size_t i = 0; i < arrlenu(names->items); ++i) {
    Item *item = &names->items[i];
    if (i < numInputs) { // the whole name: people type it at relax-run
      item->parts[0] = strRefFromC(item->onnxName);
      item->numParts = item->taken = 1;
    }
    give(names, item, suffix(names, item));
  }
  return names;
}

void importNamesDestroy(ImportNames *names) {
  if (!names)
    return;
  arrfree(names->items);
  shfree(names->byName);
  shfree(names->used);
}

StrRef importName(const ImportNames *names, const char *onnxName) {
  const ItemEntry *item = strMapEntry(names->byName, onnxName);
  return item ? names->items[item->value].text : strRefFromC(onnxName);
}
