//===- ResizeSizes.c - extents of a Resize that the program computes
//-------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ResizeSizes.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Compose.h"
#include "lib/Frontend/ONNX/ShapeTensors.h"

static MlirType f32(ResizeReader *r) {
  return mlirF32TypeGet(r->importer->context);
}

static MlirType i64(ResizeReader *r) {
  return mlirIntegerTypeGet(r->importer->context, 64);
}

static MlirValue inserted(ResizeReader *r, MlirOperation op) {
  MlirValue value;
  return importInsert(r->importer, op, &value) ? value : (MlirValue){NULL};
}

/// The input's extents along the axes, as f32.
static MlirValue extentsAlong(ResizeReader *r) {
  Importer *importer = r->importer;
  RelaxTakeArgs args = {.axis = mlirIntegerAttrGet(i64(r), 0)};
  if (!importShapeTensor(importer, r->args.input,
                         importHelperLocation(importer, "extents"),
                         &args.input) ||
      !importIntsConstant(importer, r->axes, r->count, "axes", &args.indices))
    return (MlirValue){NULL};
  return graphCast(
      importBuilder(importer),
      inserted(
          r, relaxTakeCreate(importHelperLocation(importer, "extents"), &args)),
      f32(r));
}

static MlirValue floorOf(ResizeReader *r, MlirValue x) {
  RelaxFloorArgs args = {x};
  return x.ptr ? inserted(
                     r, relaxFloorCreate(
                            importHelperLocation(r->importer, "whole"), &args))
               : x;
}

bool resizeSizesOfScales(ResizeReader *r, MlirValue scales) {
  MlirValue product = composeMultiply(r->importer, extentsAlong(r), scales);
  r->args.sizes =
      graphCast(importBuilder(r->importer), floorOf(r, product), i64(r));
  return r->args.sizes.ptr != NULL;
}

bool resizeKeepAspect(ResizeReader *r, bool larger) {
  Importer *importer = r->importer;
  GraphBuilder *g = importBuilder(importer);
  MlirValue extents = extentsAlong(r);
  MlirValue ratios =
      composeDivide(importer, graphCast(g, r->args.sizes, f32(r)), extents);
  if (!ratios.ptr)
    return false;
  MlirAttribute keep = mlirUnitAttrGet(importer->context),
                none = mlirAttributeGetNull();
  MlirValue scale =
      larger
          ? inserted(r, relaxMaxCreate(importHelperLocation(importer, "scale"),
                                       &(RelaxMaxArgs){ratios, none, keep}))
          : inserted(r, relaxMinCreate(importHelperLocation(importer, "scale"),
                                       &(RelaxMinArgs){ratios, none, keep}));
  MlirValue half = graphNumberLike(g, 0.5, extents);
  // A vector of one scale per axis: it is added to zeros.
  MlirValue zeros =
      composeMultiply(importer, extents, graphNumberLike(g, 0, extents));
  r->args.scales = composeAdd(importer, zeros, scale);
  r->args.sizes = graphCast(
      g,
      floorOf(r, composeAdd(importer, composeMultiply(importer, extents, scale),
                            half)),
      i64(r));
  return r->args.sizes.ptr != NULL;
}
