//===- Rearrange.c - repeated and regrouped elements ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reshapes around a broadcast or a transposition. Extents that have to be
// multiples of a block become ones by a relax.match_cast.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

/// [d] as [1, d], broadcast to [r, d], as [r * d].
static void tile(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue x = relaxTileGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims math = relaxDimsMake(g->loc, "relax.tile", g->arena);
  MlirAttribute *units = ARENA_ARRAY(g->arena, MlirAttribute, 2 * info.rank);
  MlirAttribute *wide = ARENA_ARRAY(g->arena, MlirAttribute, 2 * info.rank);
  MlirAttribute *tiled = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute repeat = mlirArrayAttrGetElement(relaxTileGetRepeats(op), i);
    units[2 * i] = graphLiteral(g, 1);
    wide[2 * i] = repeat;
    units[2 * i + 1] = wide[2 * i + 1] = info.dims[i];
    tiled[i] = relaxDimsAttribute(
        &math, relaxDimsMul(&math, relaxDimsOf(&math, info.dims[i]),
                            relaxDimsOf(&math, repeat)));
  }
  if (!graphDimsGood(g, &math))
    return;
  results[0] = x;
  if (info.rank == 0)
    return;
  x = graphReshape(g, x, 2 * info.rank, units);
  results[0] = graphReshape(
      g, graphBroadcast(g, x, 2 * info.rank, wide, (MlirValue){NULL}),
      info.rank, tiled);
}

/// Dimension `axis` as a multiple of `by`, and the quotient.
static void divide(RelaxDims *math, RelaxTensorInfo info, intptr_t axis,
                   int64_t by, MlirAttribute *multiple,
                   MlirAttribute *quotient) {
  SymExpr divisor = relaxDimsConst(math, by);
  SymExpr part =
      relaxDimsFloorDiv(math, relaxDimsOf(math, info.dims[axis]), divisor);
  *quotient = relaxDimsAttribute(math, part);
  *multiple = relaxDimsAttribute(math, relaxDimsMul(math, part, divisor));
}

static bool isDepthFirst(MlirOperation op) {
  return strRefEqual(relaxDepthToSpaceGetMode(op), strRefFromC("DCR"));
}

/// `x` as six dimensions, transposed, as the four of the result.
static MlirValue regroup(GraphBuilder *g, MlirOperation op, MlirValue x,
                         const MlirAttribute *split, const int64_t *axes) {
  RelaxTensorInfo out = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  x = graphTranspose(g, graphReshape(g, x, 6, split), 6, axes);
  return graphReshape(g, x, 4, out.dims);
}

static void depthToSpace(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  static const int64_t depthFirst[] = {0, 3, 4, 1, 5, 2};
  static const int64_t columnFirst[] = {0, 1, 4, 2, 5, 3};
  MlirValue x = relaxDepthToSpaceGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims math = relaxDimsMake(g->loc, "relax.depth_to_space", g->arena);
  int64_t block = relaxDepthToSpaceGetBlock(op);
  bool depth = isDepthFirst(op);
  MlirAttribute multiple, channels, size = graphLiteral(g, block);
  divide(&math, info, 1, block * block, &multiple, &channels);
  MlirAttribute whole[] = {info.dims[0], multiple, info.dims[2], info.dims[3]};
  MlirAttribute split[] = {info.dims[0], depth ? size : channels,
                           size,         depth ? channels : size,
                           info.dims[2], info.dims[3]};
  if (graphDimsGood(g, &math))
    results[0] = regroup(g, op, graphMatch(g, x, 4, whole), split,
                         depth ? depthFirst : columnFirst);
}

static void spaceToDepth(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  static const int64_t depthFirst[] = {0, 3, 5, 1, 2, 4};
  static const int64_t columnFirst[] = {0, 1, 3, 5, 2, 4};
  MlirValue x = relaxSpaceToDepthGetInput(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims math = relaxDimsMake(g->loc, "relax.space_to_depth", g->arena);
  int64_t block = relaxSpaceToDepthGetBlock(op);
  MlirAttribute height, width, size = graphLiteral(g, block);
  MlirAttribute whole[] = {info.dims[0], info.dims[1], info.dims[2],
                           info.dims[3]};
  divide(&math, info, 2, block, &whole[2], &height);
  divide(&math, info, 3, block, &whole[3], &width);
  MlirAttribute split[] = {info.dims[0], info.dims[1], height,
                           size,         width,        size};
  if (graphDimsGood(g, &math))
    results[0] = regroup(g, op, graphMatch(g, x, 4, whole), split,
                         isDepthFirst(op) ? depthFirst : columnFirst);
}

const DecomposeRule decomposeRearrange[] = {
    {"relax.tile", tile},
    {"relax.depth_to_space", depthToSpace},
    {"relax.space_to_depth", spaceToDepth},
    {NULL, NULL},
};
