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

typedef struct RelaxLegalizer RelaxLegalizer;
/// Builds what replaces `op` before it: the value of its result.
typedef MlirLogicalResult RelaxExpand(RelaxLegalizer *legalizer,
                                      MlirOperation op, MlirValue *result);

/// State of one run of the pass.
struct RelaxLegalizer {
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
  RelaxExpand *apply;     // by the operation's rule
};

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
typedef MlirLogicalResult RelaxKernelBuild(TirBuilder *b, MlirOperation op);

/// How one operation is legalized: by a kernel or by others (LegalizeRules.c).
typedef struct RelaxLegalizeRule {
  const char *name;        // of the operation; "": of any that is in a table
  const char *bufferNames; // of the kernel, as in RelaxKernelCall
  RelaxKernelBuild *build; // or
  RelaxExpand *expand;
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
  RelaxKernelBuild *build;
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
/// Whether `x` is what a maximum or minimum found: a NaN is, and is not equal.
MlirValue relaxBuildIsExtreme(TirBuilder *b, MlirValue x, MlirValue extreme);

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

/// The operation, by its full name, is a row of that kernel's table.
bool relaxIsUnary(StrRef operation);
bool relaxIsBinary(StrRef operation);
/// Decodes buffer 0, which holds blocks, into buffer 1 of f32.
void relaxBuildBlockDecode(TirBuilder *b, const BlockFormat *format);
/// A number as relax.cast converts it, to a type that `arith` computes with.
MlirValue relaxBuildConversion(TirBuilder *b, MlirValue x, MlirType from,
                               MlirType to);
/// `x / y` by the rules of relax.divide.
MlirValue relaxBuildQuotient(TirBuilder *b, TirKind kind, MlirValue x,
                             MlirValue y);

/// How a reduction goes, by "sum", "prod", "max", "min" or "mean", which is a
/// sum and a division; NULL of other kinds.
typedef struct RelaxReduction {
  const char *kind, *step;
  TirMonoid monoid;
} RelaxReduction;
const RelaxReduction *relaxReductionOf(StrRef kind);
/// Refuses an element type that it cannot combine.
MlirLogicalResult relaxCheckReduced(MlirOperation op,
                                    const RelaxReduction *reduction,
                                    MlirType element);
/// `count` as a number of that type.
MlirValue tirBuildCount(TirBuilder *b, SymExpr count, MlirType element);
/// False for a relax.reduce_to whose kind is written with others before.
bool relaxHasReductionKernel(MlirOperation op);

/// relax.split: a slice per result, behind a check that the parts add up.
MlirLogicalResult relaxLegalizeSplit(RelaxLegalizer *legalizer,
                                     MlirOperation op);
/// What the rules name. A convolution's kernel stands behind one for margins
/// where windows have large steps (ConvolutionFar.c); slices and ranges have
/// operands behind the data for the sake of their symbols.
RelaxKernelBuild relaxBuildUnary, relaxBuildActivation, relaxBuildClassify,
    relaxBuildBinary, relaxBuildCompare, relaxBuildWhere, relaxBuildCast,
    relaxBuildBitcast, relaxBuildQuantize, relaxBuildDequantize,
    relaxBuildReduction, relaxBuildCumulative, relaxBuildMatmul,
    relaxBuildConvTranspose, relaxBuildDepthwiseConv, relaxBuildAttentionMask,
    relaxBuildConv, relaxBuildPool, relaxBuildPoolPlaces, relaxBuildReshape,
    relaxBuildPermuteDims, relaxBuildConcat, relaxBuildStridedSlice,
    relaxBuildTake, relaxBuildGather, relaxBuildScatter, relaxBuildPad,
    relaxBuildTriangle, relaxBuildEyeLike, relaxBuildSlice, relaxBuildIota;
RelaxExpand relaxExpandMean, relaxExpandReduceTo, relaxExpandSoftmax,
    relaxExpandArg, relaxExpandConv, relaxExpandBroadcastTo, relaxExpandDet,
    relaxExpandResize;

#endif // RELAX_CONVERSION_RELAXTOTIR_LEGALIZE_H
