//===- Window.h - places of sliding windows -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What convolutions and poolings share: an element of the result looks at a
// window of the input, [batch, channels, spatial...].
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_WINDOW_H
#define RELAX_INTERPRETER_OPS_WINDOW_H

#include "lib/Interpreter/Evaluate.h"

/// The attributes of the operation, by value.
typedef struct EvalWindow {
  int32_t spatial;
  int64_t groups;
  int64_t sizes[RELAX_MAX_RANK]; // extents of the window
  int64_t strides[RELAX_MAX_RANK], dilations[RELAX_MAX_RANK];
  int64_t pads[2 * RELAX_MAX_RANK]; // low ones, then high ones
  int64_t extra[RELAX_MAX_RANK];
  bool ceilMode;
} EvalWindow;

/// Of as many spatial dimensions. The sizes are those of `weight` if it is not
/// null; pads are those of operand 0 where the operation keeps its extents.
bool evalWindowRead(EvalStep *step, int32_t spatial, const RelaxTensor *weight,
                    EvalWindow *window);
/// The extents of the result.
bool evalWindowResult(EvalStep *step, const EvalWindow *window,
                      int64_t channels, int64_t *dims);
/// Both, of a pooling.
bool evalPoolRead(EvalStep *step, EvalWindow *window, int64_t *dims);
/// The spatial offset of a window's element in the input; false outside of it.
bool evalWindowLocate(const EvalWindow *window, const int64_t *extents,
                      const int64_t *output, const int64_t *inner,
                      int64_t *offset);

/// The spatial offset of the first element of a window from number `*next` on
/// that is in the input; `*next` is behind it then. False: there is none.
bool evalWindowNext(const EvalWindow *window, const int64_t *extents,
                    const int64_t *output, int64_t *next, int64_t *offset);

/// Splits a row-major number into an index over `dims`.
void evalIndexOf(int64_t number, int32_t rank, const int64_t *dims,
                 int64_t *index);
/// Beside an extent of 0 the others may be so large that this wraps.
int64_t evalProduct(int32_t rank, const int64_t *dims);

#endif // RELAX_INTERPRETER_OPS_WINDOW_H
