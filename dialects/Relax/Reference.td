//===- Reference.td - places that hold a value --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// As Relay has them (Roesch et al., "Relay: A High-Level Compiler for Deep
// Learning", 2019, section 3.2.4).
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_RefResource : Resource<"::relax::RefResource">;

class Relax_RefMatch<string value, string reference>
    : TypesMatchWith<"the reference holds the value", reference, value,
                     "::llvm::cast<::relax::RefType>($_self).getHeld()">;

def Relax_RefOp : Relax_Op<"ref", [Relax_Keeps, Relax_MovesNoNumber, Relax_RefMatch<"value", "result">]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "a new place that holds the value";
  let description = [{
    `relax.ref %x : !relax.ref<T>`. Each is another one, whatever it holds.
    Places end with their last use, those that hold each other with the call
    that made them.
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs Res<Relax_Ref, "", [MemAlloc<Relax_RefResource>]>:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($result))";
}

def Relax_RefReadOp : Relax_Op<"ref_read", [
    Relax_MovesNoNumber, MemoryEffects<[MemRead<Relax_RefResource>]>, Relax_RefMatch<"result", "reference">]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "what a place holds now";
  let arguments = (ins Relax_Ref:$reference);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$reference attr-dict `:` qualified(type($reference))";
}

def Relax_RefWriteOp : Relax_Op<"ref_write", [Relax_Keeps,
    Relax_MovesNoNumber, MemoryEffects<[MemWrite<Relax_RefResource>]>, Relax_RefMatch<"value", "reference">]> {
  let takesStrings = 1;
  let takesBlocks = 1;
  let summary = "from now on a place holds the value";
  let arguments = (ins AnyType:$value, Relax_Ref:$reference);
  let results = (outs);
  let assemblyFormat = "$value `to` $reference attr-dict `:` qualified(type($reference))";
}
