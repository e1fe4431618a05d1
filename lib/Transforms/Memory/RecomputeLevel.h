//===- RecomputeLevel.h - a plan with evictions, in the making ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A level is the model's nodes in an order, some of them again. An instance is
// one life of a value; the first `numValues` instances are the values
// themselves. Items of one restored tensor stand together and have its number.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_MEMORY_RECOMPUTELEVEL_H
#define RELAX_TRANSFORMS_MEMORY_RECOMPUTELEVEL_H

#include "lib/Transforms/Memory/RecomputeModel.h"

enum { LEVEL_NONE = -1 };

/// Of bringing a tensor back, in bytes that are moved (RecomputeCosts.c), at
/// the probe; -1: that is not possible, or nobody asked.
typedef struct RestoreCosts {
  int64_t regenerate, reload;
} RestoreCosts;

typedef struct Instance {
  int32_t value; // of the model
  int32_t root;  // the instance whose memory it lies in; itself
} Instance;

typedef struct LevelItem {
  int32_t node;
  int32_t restore;      // of `restores`, or LEVEL_NONE
  int32_t firstOperand; // in `operands`: instances
  int32_t firstResult;  // instances
} LevelItem;

typedef struct LevelRestore {
  int32_t evicted, again; // instances
  RestoreCosts costs;
} LevelRestore;

typedef struct Level {
  const Model *model;
  bool inPlace; // results may lie where what they are made of ends
  // stb_ds arrays
  Instance *instances;
  LevelItem *items;
  int32_t *operands;
  LevelRestore *restores;
} Level;

/// The model as it is.
Level levelOfModel(const Model *model);
Level levelCopy(const Level *level);
void levelFree(Level *level);
/// Appends a node; its operands are the last ones of `operands`. Its results
/// are new instances, or (`fresh` false) the values themselves.
void levelAppend(Level *level, int32_t node, int32_t restore, bool fresh);
/// Views and calls that may run again, and whose results nobody uses, are left
/// out.
void levelSweep(Level *level);

/// Lives that end before a restore.
int32_t levelEvictions(const Level *level);
/// What is read back from a file.
int32_t levelReloads(const Level *level);

/// What is there when. Times are numbers of steps, from 1 on.
typedef struct LevelLife {
  int32_t *time;        // of items
  int32_t *begin, *end; // of instances that are roots; 0: never
  int32_t *firstItem;   // of instances: where it is defined, or -1
  int32_t *lastItem;    // of roots: the last item that uses it, or -1
  int32_t *newest;      // of values: its last instance
  int32_t *older;       // of instances: the one before of that value, or -1
  int64_t *live;        // bytes in the arena, by time
  int32_t numTimes;
  int32_t peak; // the first time with the most bytes
} LevelLife;

LevelLife levelLife(const Level *level);
void levelLifeFree(LevelLife *life);
/// At how many times it has its most bytes.
int32_t levelTimesAtPeak(const LevelLife *life);
int64_t levelBytes(const Level *level, int32_t instance);
static inline int64_t levelPeak(const LevelLife *life) {
  return life->live[life->peak];
}

#endif // RELAX_TRANSFORMS_MEMORY_RECOMPUTELEVEL_H
