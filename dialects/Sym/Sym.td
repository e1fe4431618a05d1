//===- Sym.td - symbolic expressions and facts as attributes --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef SYM_TD
#define SYM_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def Sym_Dialect : Dialect {
  let name = "sym";
  let cppNamespace = "::sym";
  let summary = "Symbolic extents: expressions and facts";
  let description = [{
    Dimensions are expressions over symbols in normal form (docs/language/dimensions.md): two
    expressions that are equal polynomials are the same attribute. The dialect
    has no operations: its attributes stand in the types and operations of
    `relax`, `tir` and `vm`.
  }];
  let useDefaultAttributePrinterParser = 1;
}

class Sym_Attr<string cppName, string attrMnemonic>
    : AttrDef<Sym_Dialect, cppName> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sym_ExprAttr : Sym_Attr<"Expr", "expr"> {
  let summary = "an integer expression over symbols, in normal form";
  let description = [{
    `#sym.expr<2 * n + 1>`. The storage is the flat code of lib/Sym/Sym.h and
    the symbols in order of first use.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$code,
                        ArrayRefParameter<"::mlir::StringAttr">:$symbols);
}

def Sym_FactAttr : Sym_Attr<"Fact", "fact"> {
  let summary = "a comparison, a set of alternatives, or a hint about symbols";
  let description = [{
    `#sym.fact<le 1, n>`, `#sym.fact<eq n mod 8, 0>`, `#sym.fact<in n, {1, 8}>`,
    each with `likely` in front for a hint. Operations print facts with
    operators in `where (...)`; the words are the generic form, because `<`
    and `>` cannot stand in an attribute.
  }];
  let parameters = (ins "int64_t":$kind, "bool":$likely,
                        "::mlir::Attribute":$lhs, "::mlir::Attribute":$rhs,
                        ArrayRefParameter<"int64_t">:$values);
}

#endif // SYM_TD
