//===- Batch.td - work that waits for more of its kind --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_DeferOp : Relax_Op<"defer", [Relax_Keeps, Relax_Calls, Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
                                       Relax_NamedResults]> {
  let summary = "calls a function some time before its results are forced";
  let description = [{
    `%y = relax.defer @unit(%x) batched : (T) -> U`: the private function @unit is
    for one or more calls at once. Each of its arguments and results has the
    number of these calls, a symbol of its own, as a further dimension in front.
    Without `batched` it is an ordinary one, which is called for each. It has no
    effects and defers nothing.

    `batched ragged [n]`: the calls may differ in the extents that are named, here the
    first dimension of some arguments and results, which has the rows of all of them
    there, a symbol. Further arguments are tables: for each extent a
    `!relax.tensor<[lanes], i64>`, what it is in each call, and a
    `!relax.tensor<[lanes + 1], i64>`, where the rows of each begin.

    `batched ragged [n, m] rows [n, n * m]`: more dimensions in front are one in the
    function, by its rank, which may be some times the rows (`[3 * pixels]` of a
    `[3, n, m]`). `rows` are those that dimensions have; each has a table of where
    they begin, behind those of the extents. A last argument may be the sums of all
    rows, a `!relax.shape<[rows, pixels]>`.

    `ghosts 2`: counts as 2 calls deeper than what it waits for, at most 15: in an arm
    of a branch whose other arm is longer, so that what follows is as deep after both.

    `phase 1`: counts as deeper than all calls of phase 0, where none is written, and so
    on up to 7: behind a recursion, so that what follows it waits until it has ended
    for all.

    The results may be passed to functions, kept in data, given to another
    `relax.defer`; all other operations ask for `relax.force`.
  }];
  let hasVerifier = 0;
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Relax_Tensor>:$inputs, UnitAttr:$batched,
                       OptionalAttr<Sym_Exprs>:$ragged, OptionalAttr<Sym_Exprs>:$rows,
                       OptionalAttr<I64Attr>:$ghosts, OptionalAttr<I64Attr>:$phase);
  let results = (outs Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $callee `(` $inputs `)` (`batched` $batched^)? (`ragged` custom<Dims>($ragged)^ (`rows` custom<Dims>($rows)^)?)? (`ghosts` $ghosts^)?
    (`phase` $phase^)? attr-dict `:` functional-type($inputs, $results)
  }];
}

def Relax_ForceOp : Relax_PureOp<"force", [Relax_View]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let sameType = 1;
  let summary = "the value, when what computes it has run";
  let description = [{ Of a value that holds others: when all of them are there. }];
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` custom<SameTypes>(type($input), type($result))";
}
