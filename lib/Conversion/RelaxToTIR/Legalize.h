//===- Legalize.h - from graph operations to kernels ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What the families share: an operation either has a kernel, built into a
// private `tir.func`, or expands into other operations and kernels. Both report
// one error at the operation if they fail.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RELAXTOTIR_LEGALIZE_H
#define RELAX_CONVERSION_RELAXTOTIR_LEGALIZE_H

#include "dialects/Sym/NameList.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/RelaxToTIR/Builder.h"
#include "lib/Support/BlockFormat.h"

typedef struct TirKernel TirKernel;

/// State of one run of the pass.
typedef struct RelaxLegalizer {
  MlirContext context;
  Arena *arena;
  MlirOperation module;
  ModuleSymbols *symbols; // of the module
  struct {
    char *key;
    TirKernel *value;
  } *kernels;             // stb_ds string map: what it computes -> kernel
  uint64_t *counters;     // kernels, calls, library calls
  MlirOperation function; // whose symbols `defined` has, or null
  SymNameList defined;    // in the order of their definition
} RelaxLegalizer;

MlirOperation relaxEnclosingFunction(MlirOperation op);
/// Appends the symbols of `type`, which are those of the function around `op`,
/// in the order of their use; no name decides it.
void relaxKernelSymbols(RelaxLegalizer *legalizer, MlirOperation op,
                        MlirType type, SymNameList *symbols);
/// Those of its attributes, in the order of their definition.
void relaxKernelAttributeSymbols(RelaxLegalizer *legalizer, MlirOperation op,
                                 SymNameList *symbols);

/// Fills the function that `b` has begun; buffers are the operands of the
/// kernel in order, then its result.
typedef MlirLogicalResult (*RelaxKernelBuild)(TirBuilder *b, MlirOperation op);
/// Builds what replaces `op` before it: the value of its result.
typedef MlirLogicalResult (*RelaxExpand)(RelaxLegalizer *legalizer,
                                         MlirOperation op, MlirValue *result);

/// How one operation is legalized: by a kernel or by others (LegalizeRules.c).
typedef struct RelaxLegalizeRule {
  const char *name;        // of the operation; "": of any that is in a table
  const char *bufferNames; // of the kernel, as in RelaxKernelCall
  RelaxKernelBuild build;  // or
  RelaxExpand expand;
} RelaxLegalizeRule;

/// NULL if it has none.
const RelaxLegalizeRule *relaxLegalizeRuleOf(StrRef operation);
/// It sums: of f16 and bf16 in f32, rounded once.
bool relaxRuleWidens(const RelaxLegalizeRule *rule);

/// A call of a kernel before `op`, whose attributes and operand types say
/// together with `name` what it computes. Shapes among its operands are given
/// to the call for the symbols' sake.
typedef struct RelaxKernelCall {
  const char *name;        // of the kernel, e.g. "add"
  const char *bufferNames; // a letter per input, or NULL: chosen by number
  MlirOperation op;
  intptr_t numInputs;
  const MlirValue *inputs;
  MlirType resultType;
  RelaxKernelBuild build;
} RelaxKernelCall;

/// Shares the kernel with equal calls, up to names of symbols.
MlirLogicalResult relaxCallKernel(RelaxLegalizer *legalizer,
                                  const RelaxKernelCall *call,
                                  MlirValue *result);
/// Inserts the detached `created` before `op` and legalizes it: its value.
/// A null `created` (a builder that failed) is a failure.
MlirLogicalResult relaxLegalizeCreated(RelaxLegalizer *legalizer,
                                       MlirOperation op, MlirOperation created,
                                       MlirValue *result);
/// There is a kernel for `operation`, or it is written with others that have.
bool relaxHasKernelRule(StrRef operation);
/// Library.c: the runtime's op library computes it.
bool relaxHasLibraryFunction(StrRef operation);
/// The same, or an operator with a kernel that works on strings here.
bool relaxIsLibraryOperator(MlirOperation op);
/// Artefact.c: the attributes of the call for a `relax.call_artefact`.
MlirAttribute relaxArtefactArguments(RelaxLegalizer *legalizer,
                                     MlirOperation op);
/// Replaces such an operator by a call.
MlirLogicalResult relaxCallLibraryFor(RelaxLegalizer *legalizer,
                                      MlirOperation op);
/// Every operand and result is a tensor with a rank and without `?`.
bool relaxHasKnownShapes(MlirOperation op);

/// "add" of "relax.add".
StrRef relaxShortName(MlirOperation op);
/// The same of a full name; empty if it is of another dialect.
StrRef relaxWithoutDialect(StrRef operation);
/// One error that names the operand's element type and what was expected.
MlirLogicalResult relaxRefuseElement(MlirOperation op, const char *expected,
                                     MlirType got);
/// Loads an input at the iterators of the open compute over the result:
/// literal extents 1 give index 0, missing leading dimensions none. Extents
/// that only the run knows to be 1 or that of the result are read with stride 0
/// or 1.
MlirValue tirBuildBroadcastLoad(TirBuilder *b, intptr_t buffer);
/// Stores at the iterators of a compute over the result.
void tirBuildStoreResult(TirBuilder *b, MlirValue value);

//===----------------------------------------------------------------------===//
// Indices that are data (Places.c)
//===----------------------------------------------------------------------===//

/// The element of a buffer of indices at `count` iterators from `first` on.
MlirValue relaxBuildIndexLoad(TirBuilder *b, intptr_t buffer, intptr_t first,
                              intptr_t count);
/// The place that a loaded index names, of type index; negative ones count from
/// the end. It may be outside.
MlirValue relaxBuildPlace(TirBuilder *b, MlirValue index, SymExpr extent);
/// The call fails where a loaded index is no place of `extent`.
void relaxBuildIndexCheck(TirBuilder *b, MlirValue index, SymExpr extent);
/// The call fails where a value of type index is not in [0, extent).
void relaxBuildPlaceCheck(TirBuilder *b, MlirValue place, SymExpr extent);
/// The place moved into [0, extent), which is not empty.
MlirValue relaxBuildClampedPlace(TirBuilder *b, MlirValue place,
                                 SymExpr extent);

/// Extent `from` is 1 or `to`: min(from - 1, 1) * (to - from) == 0, which stays
/// in the limits; also for extents 0.
MlirAttribute relaxFitsFact(RelaxDims *dims, MlirAttribute from,
                            MlirAttribute to);
/// A `relax.check` of facts before `op`, for its sake; `given` has the symbols.
void relaxCheckFits(RelaxDims *dims, MlirOperation op,
                    const MlirAttribute *facts, intptr_t count,
                    const MlirValue given[2]);

//===----------------------------------------------------------------------===//
// The families
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxBuildUnary(TirBuilder *b, MlirOperation op);
/// The operation, by its full name, is a row of that kernel's table.
bool relaxIsUnary(StrRef operation);
bool relaxIsBinary(StrRef operation);
MlirLogicalResult relaxBuildActivation(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildClassify(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildBinary(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildCompare(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildWhere(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildCast(TirBuilder *b, MlirOperation op);
/// Decodes buffer 0, which holds blocks, into buffer 1 of f32.
void relaxBuildBlockDecode(TirBuilder *b, const BlockFormat *format);
MlirLogicalResult relaxBuildBitcast(TirBuilder *b, MlirOperation op);
/// A number as relax.cast converts it, to a type that `arith` computes with.
MlirValue relaxBuildConversion(TirBuilder *b, MlirValue x, MlirType from,
                               MlirType to);
MlirLogicalResult relaxBuildQuantize(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildDequantize(TirBuilder *b, MlirOperation op);
/// `x / y` by the rules of relax.divide.
MlirValue relaxBuildQuotient(TirBuilder *b, TirKind kind, MlirValue x,
                             MlirValue y);

MlirLogicalResult relaxBuildReduction(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxExpandMean(RelaxLegalizer *legalizer, MlirOperation op,
                                  MlirValue *result);
/// `index` as a number of that type.
MlirValue tirBuildCount(TirBuilder *b, SymExpr count, MlirType element);
/// False for a relax.reduce_to whose kind is written with others before.
bool relaxHasReductionKernel(MlirOperation op);
MlirLogicalResult relaxExpandReduceTo(RelaxLegalizer *legalizer,
                                      MlirOperation op, MlirValue *result);
MlirLogicalResult relaxExpandSoftmax(RelaxLegalizer *legalizer,
                                     MlirOperation op, MlirValue *result);

MlirLogicalResult relaxExpandArg(RelaxLegalizer *legalizer, MlirOperation op,
                                 MlirValue *result);
MlirLogicalResult relaxBuildCumulative(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildMatmul(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildConvTranspose(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildDepthwiseConv(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildAttentionMask(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildConv(TirBuilder *b, MlirOperation op);
/// The kernel, behind one for margins where windows have large steps
/// (ConvolutionFar.c).
MlirLogicalResult relaxExpandConv(RelaxLegalizer *legalizer, MlirOperation op,
                                  MlirValue *result);
MlirLogicalResult relaxBuildPool(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildPoolPlaces(TirBuilder *b, MlirOperation op);

MlirLogicalResult relaxBuildReshape(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxExpandBroadcastTo(RelaxLegalizer *legalizer,
                                         MlirOperation op, MlirValue *result);
MlirLogicalResult relaxBuildPermuteDims(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildConcat(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildStridedSlice(TirBuilder *b, MlirOperation op);

MlirLogicalResult relaxBuildTake(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildGather(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildScatter(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildPad(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxExpandDet(RelaxLegalizer *legalizer, MlirOperation op,
                                 MlirValue *result);
MlirLogicalResult relaxExpandResize(RelaxLegalizer *legalizer, MlirOperation op,
                                    MlirValue *result);
MlirLogicalResult relaxBuildTriangle(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildEyeLike(TirBuilder *b, MlirOperation op);
/// relax.split: a slice per result, behind a check that the parts add up.
MlirLogicalResult relaxLegalizeSplit(RelaxLegalizer *legalizer,
                                     MlirOperation op);
/// These have operands for the sake of their symbols behind the data.
MlirLogicalResult relaxBuildSlice(TirBuilder *b, MlirOperation op);
MlirLogicalResult relaxBuildIota(TirBuilder *b, MlirOperation op);

#endif // RELAX_CONVERSION_RELAXTOTIR_LEGALIZE_H
