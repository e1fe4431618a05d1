//===- BatchPolicy.td - tables of batching policies -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_BatchPolicyOp : Relax_Op<"batch_policy", [Symbol]> {
  let summary = "what to run next, by what is ready";
  let description = [{
        relax.batch_policy @trees [
          "encoding max",
          "types 0 1 2",
          "0 -> 0",
          "2 -> 1"
        ]

    The table of the batching policy `fsm`, a line of its text each: how what is
    ready becomes a state, the types of nodes, and what to do in each state.
    `relax-run --learn` writes it, a person may edit it. What a line may be
    stands in docs/batching-policies.md.
  }];
  let hasRules = 1;
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$table, OptionalAttr<StrAttr>:$sym_visibility);
  let results = (outs);
  let assemblyFormat = "$sym_name custom<Lines>($table) attr-dict";
}
