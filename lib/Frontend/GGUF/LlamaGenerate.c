//===- LlamaGenerate.c - the loop that makes text, as text ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The prompt is the first round's tokens, the token that was chosen is that of
// each further one. Top-p as in Holtzman et al. 2020.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"

static const char sample[] =
    "\n// One token: the likeliest, or one drawn from the likeliest of "
    "probability top_p.\n"
    "relax.func private @sample(%logits: !scores, %temperature: !number, "
    "%top_p: !number, %key: !key) -> (!integer, !key) {\n"
    "  %zero = relax.constant dense<0.0> : tensor<f32>\n"
    "  %greedy = relax.less_equal %temperature, %zero : (!number, !number) -> "
    "!truth\n"
    "  %token, %next = relax.if %greedy -> (!integer, !key) {\n"
    "    %best = relax.arg_max %logits over 0 : (!scores) -> !integer\n"
    "    relax.yield %best, %key : !integer, !key\n"
    "  } else {\n"
    "    %scaled = relax.divide %logits, %temperature : (!scores, !number) -> "
    "!scores\n"
    "    %p = relax.softmax %scaled over 0 : !scores\n"
    "    %all = relax.constant dense<$vocabulary> : tensor<1xi64>\n"
    "    %sorted, %ids = relax.top_k %p, %all axis 0 : (!scores, "
    "!relax.tensor<[1], i64>) -> (!scores, !relax.tensor<[$vocabulary], "
    "i64>)\n"
    "    %before = relax.cumsum %sorted over 0 exclusive : !scores\n"
    "    %kept = relax.less %before, %top_p : (!scores, !number) -> !truths\n"
    "    %nucleus = relax.where %kept, %sorted, %zero : (!truths, !scores, "
    "!number) -> !scores\n"
    "    %sums = relax.cumsum %nucleus over 0 : !scores\n"
    "    %mass = relax.sum %nucleus over [0] : (!scores) -> !number\n"
    "    %u, %next = relax.random_uniform %key like %mass low 0.0 high 1.0 as "
    "f32 : (!key, !number) -> (!number, !key)\n"
    "    %place = relax.multiply %u, %mass : !number\n"
    "    %above = relax.greater %sums, %place : (!scores, !number) -> !truths\n"
    "    %hit = relax.cast %above : !truths to !relax.tensor<[$vocabulary], "
    "i32>\n"
    "    %first = relax.arg_max %hit over 0 : (!relax.tensor<[$vocabulary], "
    "i32>) -> !integer\n"
    "    %id = relax.take %ids, %first axis 0 : "
    "(!relax.tensor<[$vocabulary], i64>, !integer) -> !integer\n"
    "    relax.yield %id, %next : !integer, !key\n"
    "  }\n"
    "  relax.return %token, %next : !integer, !key\n"
    "}\n";

static const char head[] =
    "\n// At most max_tokens tokens behind the prompt, up to `stop`.\n"
    "relax.func @generate(%prompt: !relax.tensor<[p], i64>, %max_tokens: "
    "!integer, %stop: !integer, %temperature: !number, %top_p: !number, %seed: "
    "!key)\n"
    "    -> !relax.tensor<[?], i64> where (1 <= p <= $context) {\n"
    "  %zero = relax.constant dense<0> : tensor<i64>\n"
    "  %one = relax.constant dense<1> : tensor<i64>\n"
    "  %none = relax.constant dense<> : tensor<0xi64>\n"
    "  %no_keys = relax.constant dense<> : tensor<1x0x${key_row}xf32>\n"
    "  %no_values = relax.constant dense<> : tensor<1x0x${value_row}xf32>\n"
    "  // The last token has a place behind the context, nobody looks at it.\n"
    "  %context = relax.constant dense<$past_context> : tensor<i64>\n"
    "  %shape = relax.shape_of %prompt : !relax.tensor<[p], i64> -> "
    "!relax.shape<[p]>\n"
    "  %extents = relax.shape_to_tensor %shape : !relax.shape<[p]> -> "
    "!relax.tensor<[1], i64>\n"
    "  %length = relax.reshape %extents : (!relax.tensor<[1], i64>) -> "
    "!integer\n"
    "  %room = relax.subtract %context, %length : !integer\n"
    "  %limit = relax.minimum %max_tokens, %room : !integer\n"
    "  %some = relax.less %zero, %limit : (!integer, !integer) -> !truth\n";

static const char body[] =
    "    %row = relax.slice %x axes [1] begins [n - 1] steps [1] : (!x) -> "
    "!relax.tensor<[1, 1, $d], f32>\n"
    "    %logits = relax.call @logits(%row) : (!relax.tensor<[1, 1, $d], f32>) "
    "-> !relax.tensor<[1, $vocabulary], f32>\n"
    "    %scores = relax.reshape %logits : (!relax.tensor<[1, $vocabulary], "
    "f32>) -> !scores\n"
    "    %token, %next = relax.call @sample(%scores, %temperature, %top_p, "
    "%key) : (!scores, !number, !number, !key) -> (!integer, !key)\n"
    "    relax.emit %token as \"token\" : !integer\n"
    "    %new = relax.reshape %token : (!integer) -> !relax.tensor<[1], i64>\n"
    "    %longer = relax.append %ids, %new at 0 : (!relax.tensor<[m], i64>, "
    "!relax.tensor<[1], i64>) -> !relax.tensor<[m + 1], i64>\n"
    "    %j = relax.add %i, %one : !integer\n"
    "    %below = relax.less %j, %limit : (!integer, !integer) -> !truth\n"
    "    %other = relax.not_equal %token, %stop : (!integer, !integer) -> "
    "!truth\n"
    "    %again = relax.bitwise_and %below, %other : !truth\n"
    "    relax.yield %j, %again, %new, %next, %longer, ";

static void writeLoop(size_t layers, Template *t) {
  templateAppend(t, "  %count, %on, %last, %keyed, %made, ");
  templateList(t, layers, "%end_k$l, %end_v$l");
  templateAppend(t,
                 " = relax.while (%i: !integer = %zero, %go: !truth = %some,\n"
                 "      %tokens: !tokens = %prompt, %key: !key = %seed, %ids: "
                 "!relax.tensor<[m], i64> = %none,\n      ");
  templateList(t, layers, "%k$l: !keys = %no_keys, %v$l: !values = %no_values");
  templateAppend(t, ")\n      : (!integer, !truth, !relax.tensor<[p], i64>, "
                    "!key, !relax.tensor<[0], i64>, ");
  templateList(t, layers, "!no_keys, !no_values");
  templateAppend(t, ")\n      -> (!integer, !truth, !relax.tensor<[?], i64>, "
                    "!key, !relax.tensor<[k], i64>, ");
  templateList(t, layers, "!end_keys, !end_values");
  templateAppend(t, ") binds (k, e) {\n"
                    "    relax.condition %go\n"
                    "  } do {\n    %x, ");
  llamaCallHidden(t, layers);
  templateAppend(t, ")\n");
  templateAppend(t, body);
  templateList(t, layers, "%new_k$l, %new_v$l");
  templateAppend(t, "\n      : !integer, !truth, !relax.tensor<[1], i64>, "
                    "!key, !relax.tensor<[m + 1], i64>, ");
  templateList(t, layers, "!all_keys, !all_values");
  templateAppend(t, "\n  }\n");
}

void llamaWriteGenerate(const LlamaModel *m, Template *t) {
  templateAppend(t, "\n!scores = !relax.tensor<[$vocabulary], f32>\n"
                    "!truths = !relax.tensor<[$vocabulary], i1>\n"
                    "!integer = !relax.tensor<[], i64>\n"
                    "!number = !relax.tensor<[], f32>\n"
                    "!truth = !relax.tensor<[], i1>\n"
                    "!key = !relax.tensor<[], ui64>\n"
                    "!no_keys = !relax.tensor<[1, 0, $key_row], f32>\n"
                    "!no_values = !relax.tensor<[1, 0, $value_row], f32>\n"
                    "!end_keys = !relax.tensor<[1, e, $key_row], f32>\n"
                    "!end_values = !relax.tensor<[1, e, $value_row], f32>\n");
  templateAppend(t, sample);
  templateAppend(t, head);
  writeLoop((size_t)m->numLayers, t);
  templateAppend(t, "  relax.return %made : !relax.tensor<[k], i64>\n}\n");
}
