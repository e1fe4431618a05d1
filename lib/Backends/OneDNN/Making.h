//===- Making.h - a node on its way to a primitive -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BACKENDS_ONEDNN_MAKING_H
#define RELAX_BACKENDS_ONEDNN_MAKING_H

#include "lib/Backends/OneDNN/OneDNN.h"

enum { DNN_MAX_DESCS = 8 + JSON_GRAPH_MAX_POST };

/// A node on its way to a primitive.
typedef struct DnnMaking {
  DnnPlan *plan;
  const JsonGraphNode *node;
  int value;            // that it computes
  JsonGraphShape shape; // of the result, as the primitive sees it
  int firstPost;        // those before are part of the primitive
  int lastPost;         // those from here on have primitives of their own
  dnnl_primitive_attr_t attr;
  dnnl_memory_desc_t descs[DNN_MAX_DESCS]; // to be destroyed
  int numDescs;
  dnnl_primitive_desc_t desc;
  DnnStep step;
  bool failed; // a message says why; else the library has no such primitive
} DnnMaking;

extern const dnnl_alg_kind_t dnnAlgorithms[NUM_JSON_GRAPH_FUNCTIONS];

// Making.c

/// Row-major, with as many dimensions as the result has, of any layout; NULL if
/// there is none. They are destroyed with the making.
dnnl_memory_desc_t dnnMakePlainDesc(DnnMaking *making,
                                    const JsonGraphShape *shape);
dnnl_memory_desc_t dnnMakeAnyDesc(DnnMaking *making, const int64_t *dims,
                                  int rank);
void dnnKeepDesc(DnnMaking *making, dnnl_memory_desc_t desc);
/// False if there is no memory.
bool dnnAddArg(DnnMaking *making, int name, dnnl_memory_t memory);
bool dnnAddPlainArg(DnnMaking *making, int name, int value,
                    dnnl_memory_desc_t desc);
/// The attribute with the functions from `firstPost` to `lastPost`.
bool dnnMakePost(DnnMaking *making);
/// With functions behind it, and no fast way for them.
bool dnnIsSlow(const DnnMaking *making);
/// The shape as rows of a matrix that stands for all dimensions of `whole`;
/// false if it is not all of it, one row or a number.
bool dnnFlatten(const JsonGraphShape *whole, const JsonGraphShape *shape,
                JsonGraphShape *out);
/// Makes the primitive, which writes to `result`.
bool dnnFinish(DnnMaking *making, dnnl_memory_t result);
/// The same, row-major.
bool dnnFinishPlain(DnnMaking *making, dnnl_memory_desc_t desc);

// Products.c

bool dnnMakeMatmul(DnnMaking *making);
bool dnnMakeConv(DnnMaking *making);

#endif // RELAX_BACKENDS_ONEDNN_MAKING_H
