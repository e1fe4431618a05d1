//===- Artefact.td - what back ends made of regions -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ArtefactCondition : Type<CPred<"::relax::isCondition($_self)">, "a single i1, '!relax.tensor<[], i1>'">,
    BuildableType<"::relax::conditionType($_builder.getContext())">;

def Relax_ArtefactOp : Relax_Op<"artefact", [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the text that a back end made of a region";
  let description = [{
        relax.artefact @main_dnn_0 for @dnn [
          "{\"ops\": [\"matmul\", \"relu\"]}"
        ]

    `@dnn` is a `relax.target` with a back end, whose code generation wrote the
    lines and whose run time reads them. Any bytes may stand in a line. Constants
    of the region are no part of it: calls bring them.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$target, StrArrayAttr:$text,
      OptionalAttr<StrAttr>:$sym_visibility);
  let results = (outs);
  let assemblyFormat = "$sym_name `for` $target custom<Lines>($text) attr-dict";
}

def Relax_CallArtefactOp : Relax_Op<"call_artefact", [Relax_Calls, Pure, AttrSizedOperandSegments,
    Relax_NamedResults, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a region by its back end";
  let description = [{
        %done, %y = relax.call_artefact @main_dnn_0(%x) constants(%w) : (T, W) -> (!relax.tensor<[], i1>, T)

    The first result says whether the back end did it: it is false where one of
    its entries returned an error, and the others say nothing then. Reference
    mode has no back ends, so it is always false there. `constants` are the same
    values in every call: the back end sees them once.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$artefact, Variadic<Relax_Tensor>:$inputs, Variadic<Relax_Tensor>:$constants);
  let results = (outs Relax_ArtefactCondition:$done, Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $artefact `(` $inputs `)` (`constants` `(` $constants^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
}
