//===- Recurrent.td - recurrent layers ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Input [steps, batch, size], weights [directions, gates * hidden, size],
// recurrence [directions, gates * hidden, hidden], bias [directions, 2 * gates *
// hidden] (of the weights, then of the recurrence), lengths [batch] (integers),
// hidden and cell [directions, batch, hidden]. Results: the hidden states of all
// steps [steps, directions, batch, hidden], and the last ones. With
// `batch_first` input [batch, steps, size], states [batch, directions, hidden],
// the first result [batch, steps, directions, hidden].
//
// A sample ends after its length: its state stays, and later steps give 0. The
// reverse direction starts at a sample's last step. Activations are given for
// each direction: sigmoid, tanh, relu, affine, leaky_relu, thresholded_relu,
// scaled_tanh, hard_sigmoid, elu, softsign or softplus; `alpha` and `beta` have
// a number for each of them. What they are applied to is kept within `clip`.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_RecurrentOp<string opMnemonic, dag ownArguments>
    : Relax_PureOp<opMnemonic, [AttrSizedOperandSegments, Relax_NamedResults]> {
  let arguments = !con((ins Relax_Tensor:$input, Relax_Tensor:$weights, Relax_Tensor:$recurrence,
                            Optional<Relax_Tensor>:$bias, Optional<Relax_Tensor>:$lengths,
                            Optional<Relax_Tensor>:$hidden), ownArguments,
                       (ins StrAttr:$direction, UnitAttr:$batch_first,
                            OptionalAttr<StrArrayAttr>:$activations,
                            OptionalAttr<DenseF64ArrayAttr>:$alpha,
                            OptionalAttr<DenseF64ArrayAttr>:$beta, OptionalAttr<F64Attr>:$clip));
}

def Relax_RnnOp : Relax_RecurrentOp<"rnn", (ins)> {
  let summary = "h = f(x W^T + h R^T + bias), step by step";
  let description = [{ ONNX RNN; the activation is tanh unless another is given. }];
  let results = (outs Relax_Tensor:$states, Relax_Tensor:$last);
  let assemblyFormat = [{
    $input `,` $weights `,` $recurrence (`bias` $bias^)? (`lengths` $lengths^)?
    (`hidden` $hidden^)? `direction` $direction (`batch_first` $batch_first^)?
    (`activations` $activations^)? (`alpha` $alpha^)? (`beta` $beta^)? (`clip` $clip^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_GruOp : Relax_RecurrentOp<"gru", (ins UnitAttr:$linear_before_reset)> {
  let summary = "gated recurrent units, step by step";
  let description = [{
    ONNX GRU. Gates: update z, reset r, hidden. The activations are f of z and r
    (sigmoid) and g (tanh). h = (1 - z) * g(x Wh^T + (r * h) Rh^T + bias) + z * h;
    with `linear_before_reset` r is multiplied with h Rh^T and its bias.
  }];
  let results = (outs Relax_Tensor:$states, Relax_Tensor:$last);
  let assemblyFormat = [{
    $input `,` $weights `,` $recurrence (`bias` $bias^)? (`lengths` $lengths^)?
    (`hidden` $hidden^)? (`linear_before_reset` $linear_before_reset^)?
    `direction` $direction (`batch_first` $batch_first^)?
    (`activations` $activations^)? (`alpha` $alpha^)? (`beta` $beta^)? (`clip` $clip^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_LstmOp : Relax_RecurrentOp<"lstm", (ins Optional<Relax_Tensor>:$cell,
                                              Optional<Relax_Tensor>:$peepholes,
                                              UnitAttr:$input_forget)> {
  let summary = "long short-term memory, step by step";
  let description = [{
    ONNX LSTM. Gates: input i, output o, forget f, cell. The activations are f of
    i, o and f (sigmoid), g of the cell gate (tanh) and h of the state (tanh):
    c = f * c + i * g, h = o * h(c). Peepholes [directions, 3 * hidden] add the
    cell state to i, o and f; `input_forget` makes f = 1 - i.
  }];
  let results = (outs Relax_Tensor:$states, Relax_Tensor:$last, Relax_Tensor:$last_cell);
  let assemblyFormat = [{
    $input `,` $weights `,` $recurrence (`bias` $bias^)? (`lengths` $lengths^)?
    (`hidden` $hidden^)? (`cell` $cell^)? (`peepholes` $peepholes^)? (`input_forget` $input_forget^)?
    `direction` $direction (`batch_first` $batch_first^)?
    (`activations` $activations^)? (`alpha` $alpha^)? (`beta` $beta^)? (`clip` $clip^)?
    attr-dict `:` functional-type(operands, results)
  }];
}
