//===- Target.td - machines that code is made for -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_TargetOp : Relax_Op<"target", [Symbol]> {
  let summary = "a machine that code is made for, or a back end that makes it";
  let description = [{
        relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 64 cache_bytes 1048576
        relax.target @dnn backend "onednn" with {threads = 2 : i64}

    What rules, planning and code generation know of a machine; they ask nothing
    else. `relax-set-target` writes it. Architecture, cpu and features (what the
    machine has beyond its cpu) are named as LLVM names them; `tune` is the cpu
    whose timings code is arranged for. `vector_bytes` and `registers` are those
    of vectors, `line_bytes` is a line of a cache, `cache_bytes` the cache that a
    core has to itself. A function names its target by `target @cpu`; one that
    names none is made for the only target of its module.
  }];
  let hasRules = 1;
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$arch, OptionalAttr<StrAttr>:$cpu,
      OptionalAttr<StrAttr>:$tune, OptionalAttr<StrArrayAttr>:$features,
      OptionalAttr<I64Attr>:$vector_bytes, OptionalAttr<I64Attr>:$registers, OptionalAttr<I64Attr>:$line_bytes,
      OptionalAttr<I64Attr>:$cache_bytes, OptionalAttr<StrAttr>:$backend, OptionalAttr<DictionaryAttr>:$options,
      OptionalAttr<StrAttr>:$sym_visibility);
  let results = (outs);
  let assemblyFormat = [{
    $sym_name ($arch^ `cpu` $cpu)? (`tune` $tune^)? (`features` $features^)? (`vector_bytes` $vector_bytes^)?
    (`registers` $registers^)? (`line_bytes` $line_bytes^)? (`cache_bytes` $cache_bytes^)?
    (`backend` $backend^)? (`with` $options^)? attr-dict
  }];
}
