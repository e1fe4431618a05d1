//===- ControlFlow.td - branches and loops of the host program ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Sym/Constraints.td"
include "dialects/VM/VMBase.td"

def VM_BranchOp : VM_Op<"branch", [Sym_UsesOwnIndices,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "runs the first region if all facts hold, else the second, and counts the arm";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins Variadic<I64>:$indices, Sym_Facts:$facts, StrAttr:$arm, OptionalAttr<StrAttr>:$else_arm);
  let results = (outs Variadic<VM_Tensor>:$results);
  let regions = (region SizedRegion<1>:$then_region, SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    custom<ValueFacts>($indices, $facts) `arm` $arm `` custom<ArrowTypes>(type($results)) attr-dict-with-keyword
    $then_region `else` (`arm` $else_arm^)? $else_region
  }];
}

def VM_SwitchOp : VM_Op<"switch", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "runs the region of the constructor that made the value, and counts the arm";
  let hasVerifier = 1;
  let hasRules = 1;
  let description = [{ `cases` has the region of each constructor, in order; `arms` a name for each region. }];
  let arguments = (ins VM_Tensor:$value, DenseI64ArrayAttr:$cases, StrArrayAttr:$arms, StrAttr:$subject);
  let results = (outs Variadic<VM_Tensor>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$bodies);
  let assemblyFormat = [{
    $value `cases` $cases `arms` $arms `,` $subject attr-dict-with-keyword `:`
    functional-type($value, $results) $bodies
  }];
}

def VM_LoopOp : VM_Op<"loop", [
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "runs the second region as long as the first says so";
  let description = [{
    Both regions have an argument per value; the first ends with `vm.condition`,
    the second yields the values of the next round. The results are the values
    of the last one.
  }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins Variadic<VM_Tensor>:$inits);
  let results = (outs Variadic<VM_Tensor>:$results);
  let regions = (region SizedRegion<1>:$condition_region, SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inits `)` attr-dict-with-keyword `:` functional-type($inits, $results) $condition_region `do` $body
  }];
}

def VM_ConditionOp : VM_Op<"condition", [Terminator, HasParent<"LoopOp">, Sym_UsesOwnIndices]> {
  let summary = "one more round if all facts hold; counts them";
  let arguments = (ins Variadic<I64>:$indices, Sym_Facts:$facts, StrAttr:$arm);
  let assemblyFormat = "custom<ValueFacts>($indices, $facts) `arm` $arm attr-dict";
}

def VM_YieldOp : VM_Op<"yield", [Terminator, ParentOneOf<["BranchOp", "LoopOp", "SwitchOp"]>]> {
  let summary = "ends a region: its results, or the values of the next round";
  let arguments = (ins Variadic<VM_Tensor>:$values);
  let assemblyFormat = "($values^ `:` qualified(type($values)))? attr-dict";
}

def VM_LoadExtentOp : VM_Op<"load_extent"> {
  let summary = "an element of an integer tensor as a register; it must be an extent";
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$tensor, I64Attr:$element, StrAttr:$subject);
  let results = (outs I64:$result);
  let assemblyFormat = "$tensor `element` custom<Number>($element) `,` $subject attr-dict `:` qualified(type($tensor))";
}
