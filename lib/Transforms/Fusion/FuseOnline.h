//===- FuseOnline.h - a softmax between two products as one program -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Milakov and Gimelshein, Online normalizer calculation for softmax (2018);
// Dao et al., FlashAttention (2022). Found from what loop programs compute:
//
//   T[.., i, j] = sum over k of A[.., i, k] * B[.., j, k]     a product
//   T = f(T, ...)                  maps of each element, any number of them
//   M = max over j of T,  E = exp(T - M),  S = sum over j of E,  W = E / S
//   (or, as ONNX Attention has it, 0 for an M of -inf, and 1 for an S of 0)
//   Y[.., i, c] = sum over j of W[.., i, j] * V[.., j, c]     a product
//
// Everything between A, B, V and Y needs a tile of rows and keys of memory: the
// largest score of a row so far scales what was summed with a smaller one. The
// division moves behind the sum. So the sums have another order, and values
// with an infinity or NaN in a row are those of the five programs.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEONLINE_H
#define RELAX_TRANSFORMS_FUSION_FUSEONLINE_H

#include "lib/Transforms/Fusion/FuseCalls.h"

/// All limits of the pass.
enum {
  ONLINE_MAX_MAPS = 8,                      // of a score
  ONLINE_MAX_SIZE = 256,                    // elements of a row of A and of Y
  ONLINE_BLOCK = 64,                        // rows and keys of a tile
  ONLINE_ELEMENTS = 4096,                   // of a block of A or Y
  ONLINE_MAX_GROUP = 16,                    // heads that share keys in a tile
  ONLINE_MAX_MEMBERS = ONLINE_MAX_MAPS + 7, // the others have a name
  ONLINE_MAX_INPUTS = 32,                   // buffers of the program
  ONLINE_FEW_ROWS = 8,                      // that are not worth a tile
  ONLINE_FEW_KEYS = 24,                     // the same
  ONLINE_MAX_VERSIONS = 2,
};

/// A map of the scores: its own elements at the same place, and others.
typedef struct OnlineMap {
  const FuseCall *call;
  const TirComputeAccesses *compute;
  const TirAccess *own; // the load of the scores
  bool inner;           // its places are those of the softmax
} OnlineMap;

/// What was found. Dimensions are those of the weights, where the last product
/// reads them; the softmax may have other ones (heads that share keys), with
/// its elements in the same order.
typedef struct Online {
  FuseGraph *graph;
  const char *refusal; // why there is no such program, NULL: no softmax
  const FuseCall *scores, *largest, *powers, *sum, *weights, *values;
  const FuseCall *move; // of the result, or NULL
  SymExpr *places;      // in the result, over dimensions "%d" of the values
  intptr_t numPlaces;
  const TirAccess *a, *b; // factors of the scores
  const TirAccess *w, *v; // of the values
  intptr_t numMaps, numCalls;
  OnlineMap maps[ONLINE_MAX_MAPS];        // from the last on
  const FuseCall *calls[ONLINE_MAX_MAPS]; // those between scores and softmax
  intptr_t rank, key, row;                // row: -1, if all have one
  intptr_t group; // a few more rows that share keys: heads; or -1
  int64_t groupSize;
  SymExpr *dims;
  intptr_t innerRank, innerKey;      // of the softmax
  SymExpr *innerDims, *innerPlaces;  // over dimensions "%d"
  intptr_t column;                   // iterator of the values
  int64_t size, width;               // elements of a row of A, and of Y
  intptr_t reduceScore, reduceValue; // iterators
} Online;

/// Finds what ends in the product `call` (FuseOnlineMatch.c).
bool onlineMatch(FuseGraph *graph, MlirOperation call, Online *out);
/// Chooses the dimension of rows, and that of heads which share keys: the last
/// of more than one element that the keys do not have.
void onlineFindRows(Online *online);
/// The last member's call.
MlirOperation onlineLast(const Online *online);
/// Calls that the program replaces, in no order.
intptr_t onlineMembers(const Online *online,
                       MlirOperation members[ONLINE_MAX_MEMBERS]);

/// Builds the program (FuseOnlineBuild.c). False, and nothing is built, if an
/// expression leaves the limits of lib/Sym.
bool onlineBuild(const Online *online, StrRef name, FusedProgram *program);

/// The same of the computes as they are in the calls, one behind the other
/// (FuseOnlineFew.c).
bool onlineBuildApart(const Online *online, StrRef name, FusedProgram *program);

/// Are there few keys in every call? Then all computes stand apart.
bool onlineHasFewKeys(const Online *online);

/// A program for calls where one of the facts holds.
typedef struct OnlineVersion {
  MlirOperation program;
  const char *name;
  SymFact guards[2];
  intptr_t numGuards;
} OnlineVersion;

/// Programs for one row and for few, where the number of rows is a symbol and
/// keys may be more (FuseOnlineRow.c). Returns how many there are.
intptr_t onlineBuildVersions(const Online *online,
                             OnlineVersion versions[ONLINE_MAX_VERSIONS]);

/// Programs in the order in which they stand (FuseOnlineText.c).
extern const char onlineBegin[], onlineTurned[], onlineScores[], onlineMap[],
    onlinePowers[], onlineSum[], onlineEnd[];

#endif // RELAX_TRANSFORMS_FUSION_FUSEONLINE_H
