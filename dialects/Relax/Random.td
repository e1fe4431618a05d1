//===- Random.td - random numbers from keys -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_RandomOp<string opMnemonic> : Relax_PureOp<opMnemonic, [Relax_NamedResults]> {
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$next);
}

def Relax_RandomUniformOp : Relax_RandomOp<"random_uniform"> {
  let summary = "numbers from low to high, and the next key";
  let description = [{
    Numbers follow from the key alone, a ui64, so that the operation is pure:
    whoever wants others passes on the second result. Element i in row-major
    order comes from word i of SplitMix64 (Steele, Lea, Flood 2014) with the key
    as its seed: its upper 24 bits, 53 for f64, make a fraction in [0, 1). The
    result has the shape of `like`, whose elements do not matter.
  }];
  let arguments = (ins Relax_Tensor:$key, Relax_Tensor:$like, F64Attr:$low, F64Attr:$high,
                       TypeAttr:$element);
  let assemblyFormat = [{
    $key `like` $like `low` $low `high` $high `as` $element attr-dict `:`
    functional-type(operands, results)
  }];
}

def Relax_RandomNormalOp : Relax_RandomOp<"random_normal"> {
  let summary = "normally distributed numbers, and the next key";
  let description = [{
    As `relax.random_uniform`; a word makes a number by the method of Box and
    Muller from its upper 24 bits and the 24 bits below, in f32, or in f64.
  }];
  let arguments = (ins Relax_Tensor:$key, Relax_Tensor:$like, F64Attr:$mean, F64Attr:$deviation,
                       TypeAttr:$element);
  let assemblyFormat = [{
    $key `like` $like `mean` $mean `deviation` $deviation `as` $element attr-dict `:`
    functional-type(operands, results)
  }];
}
