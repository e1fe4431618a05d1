//===- ResizeSizes.h - extents of a Resize that the program computes
//-------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to Resize.c and ResizeSizes.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_RESIZESIZES_H
#define RELAX_FRONTEND_ONNX_RESIZESIZES_H

#include "dialects/Relax/Resize.gen.h"
#include "lib/Frontend/ONNX/Importer.h"

/// One node while it is read.
typedef struct ResizeReader {
  Importer *importer;
  RelaxResizeArgs args;
  RelaxTensorInfo info;
  const int64_t *axes;
  size_t count;
  MlirAttribute *dims; // of the result
} ResizeReader;

/// `args.sizes` becomes floor(extent * scale) for every axis.
bool resizeSizesOfScales(ResizeReader *r, MlirValue scales);
/// `args.sizes` become round(extent * scale), and `args.scales` the smallest
/// scale that they ask for, or the largest.
bool resizeKeepAspect(ResizeReader *r, bool larger);

#endif // RELAX_FRONTEND_ONNX_RESIZESIZES_H
