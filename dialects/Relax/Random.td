//===- Random.td - random numbers from keys -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_RandomOp<string opMnemonic, list<Trait> opTraits = []> : Relax_PureOp<opMnemonic, !listconcat(opTraits, [Relax_NamedResults])> {
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$next);
}

def Relax_RandomUniformOp : Relax_RandomOp<"random_uniform", [Relax_Exact]> {
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

def Relax_RandomNormalOp : Relax_RandomOp<"random_normal", [Relax_Exact]> {
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

def Relax_BernoulliOp : Relax_RandomOp<"bernoulli", [Relax_Exact]> {
  let summary = "1 with the probability that an element says, else 0, and the next key";
  let description = [{
    1 where a number of `relax.random_uniform` from 0 to 1, of the type of the
    probabilities, is below.
  }];
  let arguments = (ins Relax_Tensor:$key, Relax_Tensor:$input, TypeAttr:$element);
  let assemblyFormat = [{
    $key `,` $input `as` $element attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_DropoutOp : Relax_PureOp<"dropout", [Relax_Exact, Relax_NamedResults]> {
  let summary = "in training a part of the elements as 0, the mask of the others, and the next key";
  let description = [{
    ONNX Dropout. Where `training` is false the input itself, and a mask that is
    true everywhere. Else those elements stay, and are divided by 1 - ratio, whose
    number of `relax.random_uniform` from 0 to 1, in f32, is not below the ratio.
  }];
  let arguments = (ins Relax_Tensor:$key, Relax_Tensor:$input, Relax_Tensor:$ratio,
                       Relax_Tensor:$training);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$mask, Relax_Tensor:$next);
  let assemblyFormat = [{
    $key `,` $input `ratio` $ratio `training` $training attr-dict `:`
    functional-type(operands, results)
  }];
}

def Relax_MultinomialOp : Relax_RandomOp<"multinomial", [Relax_Exact]> {
  let summary = "numbers of classes, drawn by unnormalised log-probabilities, and the next key";
  let description = [{
    ONNX Multinomial. Input [batch, classes]; result [batch, samples]: the first
    class up to which the probabilities add up to more than a number of
    `relax.random_uniform` from 0 to 1, in f64; the last one if none does, and 0
    where there is none.
  }];
  let arguments = (ins Relax_Tensor:$key, Relax_Tensor:$input, I64Attr:$samples,
                       TypeAttr:$element);
  let assemblyFormat = [{
    $key `,` $input `samples` $samples `as` $element attr-dict `:`
    functional-type(operands, results)
  }];
}
