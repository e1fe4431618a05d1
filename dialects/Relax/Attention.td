//===- Attention.td - attention and what belongs to it --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_AttentionOp : Relax_Op<"attention", [Pure, AttrSizedOperandSegments, Relax_NamedResults]> {
  let summary = "softmax(scale * query * key^T + bias) * value";
  let description = [{
    ONNX Attention. Query [batch, heads, queries, size], key and value [batch,
    kv heads, keys, size]; or packed, [batch, queries, heads * size], with
    `heads q, kv`. A query head uses key head `h * kv heads floordiv heads`.
    Extents that the types do not show to differ are compared when the program
    runs.

    The keys follow those of `past`. A `mask` broadcasts to [batch, heads, queries,
    all keys]: false forbids a key, a number is added; a shorter last dimension
    forbids the rest. `lengths` has the number of valid keys of each sample.
    `causal` forbids key j for query i where j > i + offset, `left` and `right`
    keys further away; the offset is the number of past keys, or the sample's
    length less the queries, or 0, or the expression `offset`: `offset t` where
    the keys are those of a cache of t positions, then those of the queries; of
    ragged operands a table in it is the entry of the instance. A query without
    keys gives 0.

    Results: the attention, all keys and all values (one behind the other, not
    packed), and the scores: `scores` 0 scaled, 1 after the soft cap, 2 with the
    mask, 3 after the softmax. Later ones may be left out.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$query, Relax_Tensor:$key, Relax_Tensor:$value,
                       Optional<Relax_Tensor>:$mask, Optional<Relax_Tensor>:$past_key,
                       Optional<Relax_Tensor>:$past_value, Optional<Relax_Tensor>:$lengths,
                       OptionalAttr<I64Attr>:$q_heads, OptionalAttr<I64Attr>:$kv_heads,
                       OptionalAttr<F64Attr>:$scale, OptionalAttr<F64Attr>:$softcap,
                       OptionalAttr<AnyAttr>:$offset, UnitAttr:$causal,
                       OptionalAttr<I64Attr>:$left, OptionalAttr<I64Attr>:$right,
                       OptionalAttr<I64Attr>:$scores);
  let results = (outs Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`mask` $mask^)? (`past` $past_key^ `,` $past_value)?
    (`lengths` $lengths^)? (`heads` $q_heads^ `,` $kv_heads)? (`scale` $scale^)?
    (`softcap` $softcap^)? (`offset` custom<Expr>($offset)^)? (`causal` $causal^)?
    (`left` $left^)? (`right` $right^)? (`scores` $scores^)? attr-dict `:` functional-type(operands, $results)
  }];
}

def Relax_AttentionMaskOp : Relax_PureOp<"attention_mask", [AttrSizedOperandSegments]> {
  let summary = "scores with what attention may not see as -inf";
  let description = [{
    Input [batch, heads, queries, keys]; mask, lengths, causal, left and right as
    in `relax.attention`, with the offset as an expression; with `lengths` the
    offset is the sample's length less the queries.
  }];
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$mask,
                       Optional<Relax_Tensor>:$lengths, AnyAttr:$offset, UnitAttr:$causal,
                       OptionalAttr<I64Attr>:$left, OptionalAttr<I64Attr>:$right);
  let assemblyFormat = [{
    $input (`mask` $mask^)? (`lengths` $lengths^)? `offset` custom<Expr>($offset)
    (`causal` $causal^)? (`left` $left^)? (`right` $right^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_RotaryEmbeddingOp : Relax_PureOp<"rotary_embedding"> {
  let summary = "pairs of elements turned by the angle of their position";
  let description = [{
    ONNX RotaryEmbedding. Input [batch, heads, positions, size], or packed
    [batch, positions, heads * size] with `heads`. The first `rotated` elements of
    a head (0: all) are turned: element i with element i + rotated / 2, or
    neighbours if `interleaved`. Cosine and sine are [batch, positions, rotated /
    2], or tables whose rows the i64 `places` [batch, positions] choose.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$cosine, Relax_Tensor:$sine,
                       Optional<Relax_Tensor>:$places, I64Attr:$heads, I64Attr:$rotated,
                       UnitAttr:$interleaved);
  let assemblyFormat = [{
    $input `,` $cosine `,` $sine (`at` $places^)? `heads` $heads `rotated` $rotated
    (`interleaved` $interleaved^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_LinearAttentionOp : Relax_PureOp<"linear_attention", [AttrSizedOperandSegments, Relax_NamedResults]> {
  let summary = "attention without a softmax: a state of fixed size, a step for each token";
  let description = [{
    ONNX LinearAttention. Query [batch, steps, heads q * key size], key [batch, steps,
    heads kv * key size], value [batch, steps, heads kv * value size]; the state
    [batch, heads kv, key size, value size] is 0 where it is not given. A step of a
    head is

        S = exp(decay) * S;  S = S + key (x) beta * (value - S^T key);  result = scale * S^T query

    without the factor where there is no `decay`, and with `key (x) value` alone
    where there is no `beta`. A decay is one for a head, or for each of its rows,
    [batch, steps, heads kv (* key size)]; a beta is [batch, steps, heads kv or 1].
    Query head h uses head `h * kv floordiv q`; the scale is 1 / sqrt(key size)
    unless it is given. Results: [batch, steps, heads q * value size], and the state
    behind the last step. Extents that the types do not show to differ are compared
    when the program runs.
  }];
  let arguments = (ins Relax_Tensor:$query, Relax_Tensor:$key, Relax_Tensor:$value,
                       Optional<Relax_Tensor>:$state, Optional<Relax_Tensor>:$decay,
                       Optional<Relax_Tensor>:$beta, I64Attr:$q_heads, I64Attr:$kv_heads,
                       OptionalAttr<F64Attr>:$scale);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$next);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`state` $state^)? (`decay` $decay^)? (`beta` $beta^)?
    `heads` $q_heads `,` $kv_heads (`scale` $scale^)? attr-dict `:`
    functional-type(operands, results)
  }];
}
