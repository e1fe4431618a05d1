//===- PrepareWeights.h - the function that runs once at load -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program has one prepare function: without arguments, private, and its
// results name the weights that are `prepared by` it. Here it is made, or the
// existing one is extended; several become one.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_WEIGHTS_PREPAREWEIGHTS_H
#define RELAX_TRANSFORMS_WEIGHTS_PREPAREWEIGHTS_H

#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"

/// Freed by `preparerFinish`.
typedef struct Preparer {
  RelaxPassRun *run;
  MlirOperation module;
  ModuleSymbols *symbols;   // of the module
  MlirOperation function;   // null until it is needed
  StrRef name;              // of `function`
  MlirBlock body;           // of `function`
  MlirOperation lastWeight; // new weights stand behind it; may be null
  bool isLowered;           // the module's is no relax.func any more
  struct PreparerValue {
    void *key;       // a value of some function
    MlirValue value; // what computes it in the prepare function
  } *values;         // stb_ds map
  struct PreparerOp {
    uint64_t key; // hash of name, operands, attributes and result types
    MlirOperation value;
  } *known; // stb_ds map: what stands in `body`
  struct PreparerResult {
    MlirValue value;      // of the prepare function
    MlirAttribute weight; // the reference to it
  } *results;             // stb_ds array, in order
} Preparer;

/// Looks for the module's prepare function.
MlirLogicalResult preparerStart(Preparer *preparer, RelaxPassRun *run);

/// The same operation in the prepare function, where its operands are already
/// known (`preparerValue`); one that stands there is used again.
void preparerAdd(Preparer *preparer, MlirOperation op);

/// The weight that holds a value whose operation was added. `name` is used if
/// the weight is new.
MlirAttribute preparerWeight(Preparer *preparer, MlirValue value, StrRef name);

/// Completes the function if it has new results, and frees the lists.
void preparerFinish(Preparer *preparer);

/// What is needed for one result of a prepare function comes to stand together
/// (PreparedOrder.c), so that what lies between it and its weights dies before
/// the next one is begun. With effects or regions nothing moves.
void preparedOrder(MlirBlock body);

/// Is it a cast to a wider type or a large turned matrix that is the second
/// factor of products alone, or of such operations in front of them
/// (PrepareWeightsProducts.c)? `relax-fuse-ops` makes it part of the products,
/// and the weight stays as it is. What is left over moves when programs are
/// scheduled, but for decodings of blocks, which never move.
bool prepareLeavesToProducts(MlirOperation op);

/// Is it a broadcast, a product or a constant that a convolution has as its
/// windows, or that goes into them? They are read again for every place of the
/// result, from a layout of their own, which only a weight can have.
bool prepareIsWindowWeight(MlirOperation op);

/// Several functions that prepare weights become one (PreparedMerge.c): the
/// first prepares all. Fails after a message where one needs, in a circle or
/// through a call, what is not there yet. Where one is no graph nothing
/// changes.
MlirLogicalResult preparedMerge(RelaxPassRun *run);

/// Appends to a stb_ds array of functions those that they call, however deep.
void prepareAddCallees(MlirOperation module, MlirOperation **functions);

/// The function returns these values; each result has its attributes.
void preparedSetResults(MlirOperation function, intptr_t count,
                        const MlirValue *values,
                        const MlirAttribute *attributes);

/// The function of prepared weights makes them no more (PreparedResults.c); the
/// caller destroys them. False if the function is lowered already, or is no
/// such function: then nothing changed, and the weights have to stay.
bool preparedForget(RelaxPassRun *run, const MlirOperation *weights,
                    size_t count);

#endif // RELAX_TRANSFORMS_WEIGHTS_PREPAREWEIGHTS_H
