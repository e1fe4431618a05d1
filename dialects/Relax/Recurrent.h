//===- Recurrent.h - recurrent layers of all three kinds ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RECURRENT_H
#define RELAX_DIALECTS_RELAX_RECURRENT_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Recurrent.gen.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RelaxRecurrentKind {
  RELAX_RNN,
  RELAX_GRU,
  RELAX_LSTM
} RelaxRecurrentKind;

typedef enum RelaxGateFunction {
  RELAX_GATE_SIGMOID,
  RELAX_GATE_TANH,
  RELAX_GATE_RELU,
  RELAX_GATE_AFFINE,
  RELAX_GATE_LEAKY_RELU,
  RELAX_GATE_THRESHOLDED_RELU,
  RELAX_GATE_SCALED_TANH,
  RELAX_GATE_HARD_SIGMOID,
  RELAX_GATE_ELU,
  RELAX_GATE_SOFTSIGN,
  RELAX_GATE_SOFTPLUS,
  RELAX_NUM_GATE_FUNCTIONS
} RelaxGateFunction;

/// What each function is called in the text, and its parameters' defaults (NAN:
/// it has no such parameter).
typedef struct RelaxGateFunctionInfo {
  const char *name, *onnxName;
  double alpha, beta;
} RelaxGateFunctionInfo;
extern const RelaxGateFunctionInfo relaxGateFunctions[];

typedef struct RelaxGate {
  RelaxGateFunction function;
  double alpha, beta;
} RelaxGate;

/// Operands and attributes; those that a kind does not have are null or false.
typedef struct RelaxRecurrent {
  RelaxRecurrentKind kind;
  MlirValue input, weights, recurrence, bias, lengths, hidden, cell, peepholes;
  StrRef direction;
  bool batch_first, linear_before_reset, input_forget;
  MlirAttribute activations, alpha, beta, clip;
} RelaxRecurrent;

enum { RELAX_RECURRENT_RESULTS = 3, RELAX_RECURRENT_GATES = 3 };

/// Of an operation of the three.
RelaxRecurrent relaxRecurrentOf(MlirOperation op);
/// 1, 3, 4 gates; 1, 2, 3 activations for each direction.
int64_t relaxRecurrentGates(const RelaxRecurrent *layer);
int64_t relaxRecurrentActivations(const RelaxRecurrent *layer);
/// 2 if bidirectional; direction `d` runs from the last step to the first.
int64_t relaxRecurrentDirections(const RelaxRecurrent *layer);
bool relaxRecurrentIsReverse(const RelaxRecurrent *layer, int64_t d);
/// Activation `index` of direction `d`.
RelaxGate relaxRecurrentGate(const RelaxRecurrent *layer, int64_t d,
                             int64_t index);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_RECURRENT_H
