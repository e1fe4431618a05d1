//===- String.td - operations on texts ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// As ONNX has them. Equality, choice and the moving of elements are the
// operations of other families, which take strings, too.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_StringConcatOp : Relax_PureOp<"string_concat"> {
  let takesStrings = 1;
  let summary = "each text of lhs with that of rhs behind it";
  let description = [{ Operands broadcast as those of `relax.add`. }];
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}

def Relax_RegexFullMatchOp : Relax_PureOp<"regex_full_match"> {
  let takesStrings = 1;
  let summary = "whether a regular expression matches the whole text, as i1";
  let description = [{
    The expression is one of RE2, without references back and without looking
    around. Texts are UTF-8.
  }];
  let arguments = (ins Relax_Tensor:$input, StrAttr:$pattern);
  let assemblyFormat = "$input `pattern` $pattern attr-dict `:` functional-type(operands, $result)";
}

def Relax_StringSplitOp : Relax_Op<"string_split", [Pure, Relax_NamedResults]> {
  let summary = "the parts of each text between delimiters, and their numbers";
  let description = [{
    Along a new last dimension, as long as the largest number needs; shorter rows
    are filled with empty texts. Without a delimiter (or with an empty one) parts
    are separated by any number of blanks and are not empty. After `max_splits`
    delimiters the rest is one part.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, OptionalAttr<StrAttr>:$delimiter, OptionalAttr<I64Attr>:$max_splits,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Tensor:$parts, Relax_Tensor:$counts);
  let assemblyFormat = [{
    $input (`delimiter` $delimiter^)? (`max_splits` $max_splits^)? attr-dict `:`
    functional-type(operands, results) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_StringNormalizeOp : Relax_Op<"string_normalize", [Pure]> {
  let summary = "a line of texts without stop words, in lower or upper case";
  let description = [{
    `to` is "lower", "upper" or "none". The input is [n] or [1, n]. Where nothing
    is left, the result is one empty text. Stop words are compared in one case,
    unless they are `case_sensitive`. Letters are those of Unicode's simple case
    mappings.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, StrAttr:$to, OptionalAttr<StrArrayAttr>:$stop_words,
                       UnitAttr:$case_sensitive,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input `to` $to (`without` $stop_words^)? (`case_sensitive` $case_sensitive^)? attr-dict `:`
    functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_TfIdfOp : Relax_PureOp<"tf_idf"> {
  let takesStrings = 1;
  let summary = "how often each n-gram of a pool occurs";
  let description = [{
    The input is [n] or [b, n], the f32 result [k] or [b, k]. The pool lists
    n-grams by length: those of 1 begin at `starts[0]`, those of 2 at `starts[1]`,
    and so on; n-gram number i is counted in column `columns[i]`, so k is one more
    than the largest of them. An n-gram's items stand 1 to `max_skip + 1` apart.
    `mode` is "TF" (the count), "IDF" (its weight, 1 by default, if it occurs) or
    "TFIDF" (count times weight).
  }];
  let arguments = (ins Relax_Tensor:$input, StrAttr:$mode, I64Attr:$min_length, I64Attr:$max_length,
                       I64Attr:$max_skip, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$columns,
                       OptionalAttr<DenseI64ArrayAttr>:$integers, OptionalAttr<StrArrayAttr>:$texts,
                       OptionalAttr<DenseF32ArrayAttr>:$weights);
  let assemblyFormat = [{
    $input `mode` $mode `lengths` $min_length `to` $max_length `skip` $max_skip `starts` $starts
    `columns` $columns (`integers` $integers^)? (`texts` $texts^)? (`weights` $weights^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_LookupOp : Relax_PureOp<"lookup"> {
  let takesStrings = 1;
  let summary = "the value beside each element's key, or a default";
  let description = [{
    `keys` and `values` are vectors of one extent. Of equal keys the last one
    counts; NaN equals NaN.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$keys, Relax_Tensor:$values, Relax_Tensor:$otherwise);
  let assemblyFormat = [{
    $input `keys` $keys `values` $values `default` $otherwise attr-dict `:` functional-type(operands, $result)
  }];
}
