//===- Einsum.td - sums of products by an equation ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_EinsumOp : Relax_PureOp<"einsum", [Relax_Sums]> {
  let summary = "products of elements, summed as an equation of letters says";
  let description = [{
    As numpy.einsum: `bij, bjk -> bik` names the dimensions of each operand and of
    the result; letters that the result does not have are summed over. `...`
    stands for dimensions without letters. Without `->` the result has those of
    `...`, then the letters that occur once, by the alphabet.

    A letter has one extent wherever it stands; a literal 1 repeats in an operand
    that has the letter once. A letter that an operand has twice runs along its
    diagonal.
  }];
  let arguments = (ins Variadic<Relax_Tensor>:$inputs, StrAttr:$equation);
  let assemblyFormat = [{
    $inputs `equation` $equation attr-dict `:` functional-type($inputs, $result)
  }];
}
