//===- TIRBase.td - the tir dialect, its types and base classes -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef TIR_BASE_TD
#define TIR_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TIR_Dialect : Dialect {
  let name = "tir";
  let cppNamespace = "::tir";
  let summary = "Loop-level tensor programs over buffers with symbolic shapes";
  let description = [{
    The loop level (docs/language/loops.md): programs in destination-passing style. A
    `tir.compute` is an iteration domain with a body in `arith` and `math`;
    schedules turn computes into loops, step by step, and every step runs.
  }];
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::sym::SymDialect"];
}

class TIR_Type<string cppName, string typeMnemonic>
    : TypeDef<TIR_Dialect, cppName> {
  let mnemonic = typeMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def TIR_Buffer : TIR_Type<"Buffer", "buffer"> {
  let summary = "memory with symbolic extents, row-major";
  let description = [{ `!tir.buffer<[n, 768], f32>`. The space of local memory is said by `tir.alloc`. }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$dims,
                        "::mlir::Type":$elementType);
}

def TIR_Handle : TypeDef<TIR_Dialect, "Handle"> {
  let summary = "names a compute, a loop or a buffer inside of a schedule";
  let mnemonic = "handle";
}

/// The bits are read by utils/dialect-gen.py, see Relax_Op.
class TIR_Op<string opMnemonic, list<Trait> opTraits = []>
    : Op<TIR_Dialect, opMnemonic, opTraits> {
  let skipDefaultBuilders = 1; // C makes operations (utils/dialect_gen); the one builder that ODS asks for is of no use
  let builders = [OpBuilder<(ins), "">];
  bit infersTypes = 0;
  bit hasRules = 1;
  let hasVerifier = 1;
}

#endif // TIR_BASE_TD
