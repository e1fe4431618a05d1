//===- LlamaWrite.c - a llama model as text -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"
#include "lib/Runtime/ValueText.h"

#include <inttypes.h>
#include <stdio.h>

// A cache has room for so many positions before it has to grow.
enum { MAX_RESERVE = 2048 };

/// The number in MLIR's notation.
static void setFloat(Template *t, const char *name, RelaxDType dtype,
                     const void *value) {
  StrBuf text = {0};
  RelaxTensor tensor = {.dtype = dtype, .data = (void *)value};
  relaxElementPrint(&tensor, 0, &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setFrequencies(const LlamaModel *m, Template *t) {
  StrBuf text = {0};
  RelaxTensor tensor = {.dtype = RELAX_F64,
                        .rank = 1,
                        .dims = {m->rotated / 2},
                        .data = m->frequencies};
  relaxValuePrint(&tensor, -1, &text);
  templateSet(t, "frequencies", "%s", strBufText(&text));
  strBufFree(&text);
}

/// Text between the quotes of a string of MLIR.
static void setQuoted(Template *t, const char *name, const char *value) {
  StrBuf text = {0};
  for (const unsigned char *at = (const unsigned char *)value; *at; ++at)
    if (*at < ' ' || *at == '"' || *at == '\\' || *at == 127)
      strBufAppendFormat(&text, "\\%02X", *at);
    else
      strBufAppend(&text, (StrRef){(const char *)at, 1});
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setNumbers(const LlamaModel *m, const char *weightsFile,
                       Template *t) {
#define NUMBER(name, value) templateSet(t, name, "%" PRId64, (int64_t)(value))
  NUMBER("layers", m->numLayers);
  NUMBER("context", m->context);
  NUMBER("past_context", m->context + 1);
  NUMBER("vocabulary", m->vocabulary);
  NUMBER("d", m->width);
  NUMBER("f", m->feedForward);
  NUMBER("heads", m->heads);
  NUMBER("kv_heads", m->kvHeads);
  NUMBER("query_row", m->heads * m->keySize);
  NUMBER("key_row", m->kvHeads * m->keySize);
  NUMBER("value_row", m->kvHeads * m->valueSize);
  NUMBER("seen_row", m->heads * m->valueSize);
  NUMBER("rotated", m->rotated);
  NUMBER("pairs", m->rotated / 2);
  templateSet(t, "reserve", "reserve = [1, %" PRId64 "]",
              m->context < MAX_RESERVE ? m->context : MAX_RESERVE);
#undef NUMBER
  setFloat(t, "epsilon", RELAX_F32, &m->epsilon);
  setFloat(t, "magnitude", RELAX_F64, &m->magnitude);
  setFrequencies(m, t);
  setQuoted(t, "file", weightsFile);
}

static void writeTypes(Template *t) {
  templateAppend(
      t,
      "// $file: $layers layers of width $d, $heads heads, $kv_heads of keys "
      "and values, vocabulary $vocabulary, context $context.\n"
      "// n tokens come behind a context of t.\n"
      "!tokens = !relax.tensor<[n], i64>\n"
      "!x = !relax.tensor<[1, n, $d], f32>\n"
      "!wide = !relax.tensor<[1, n, $f], f32>\n"
      "!turns = !relax.tensor<[1, n, $pairs], f64>\n"
      "!angles = !relax.tensor<[1, n, $pairs], f32>\n"
      "!queries = !relax.tensor<[1, n, $query_row], f32>\n"
      "!new_keys = !relax.tensor<[1, n, $key_row], f32>\n"
      "!new_values = !relax.tensor<[1, n, $value_row], f32>\n"
      "!keys = !relax.tensor<[1, t, $key_row], f32>\n"
      "!values = !relax.tensor<[1, t, $value_row], f32>\n"
      "!all_keys = !relax.tensor<[1, t + n, $key_row], f32>\n"
      "!all_values = !relax.tensor<[1, t + n, $value_row], f32>\n"
      "!seen = !relax.tensor<[1, n, $seen_row], f32>\n"
      "!logits = !relax.tensor<[n, $vocabulary], f32>\n\n");
}

static void setTensor(Template *t, const GgufTensor *tensor) {
  StrBuf type = {0};
  for (uint32_t i = tensor->rank; i-- > 0;)
    strBufAppendFormat(&type, "%" PRId64 "%s", tensor->dims[i], i ? ", " : "");
  templateSet(t, "name", "%s", tensor->name.data);
  templateSet(t, "type", "!relax.tensor<[%s], %s>", strBufText(&type),
              ggufRelaxElement(tensor));
  strBufFree(&type);
}

static void writeWeights(const LlamaModel *m, Template *t) {
  size_t count;
  const GgufTensor *tensors = ggufTensors(m->file, &count);
  for (size_t i = 0; i < count; ++i) {
    setTensor(t, &tensors[i]);
    templateAppend(t, "relax.weight @$name : $type from \"$file\" entry "
                      "\"$name\"\n");
  }
}

/// `%name = relax.get_weight @...`
static void writeGet(Template *t, const char *name, const GgufTensor *tensor) {
  setTensor(t, tensor);
  templateSet(t, "weight", "%s", name);
  templateAppend(t, "  %$weight = relax.get_weight @$name : $type\n");
}

static void writeEmbedding(const LlamaModel *m, Template *t) {
  writeGet(t, "token_embd", m->embedding);
  templateAppend(t, "  %rows = relax.take %token_embd, %tokens axis 0 : "
                    "($type, !tokens) -> ");
  templateSet(t, "element", "%s", ggufRelaxElement(m->embedding));
  templateAppend(t, "!relax.tensor<[n, $d], $element>\n");
  if (m->embedding->type->ggmlType != GGUF_F32_TENSOR)
    templateAppend(t, "  %embedded = relax.cast %rows : !relax.tensor<[n, $d], "
                      "$element> to !relax.tensor<[n, $d], f32>\n");
  templateSet(t, "rows",
              m->embedding->type->ggmlType != GGUF_F32_TENSOR ? "embedded"
                                                            : "rows");
  templateAppend(t, "  %x0 = relax.reshape %$rows : (!relax.tensor<[n, $d], "
                    "f32>) -> !x\n");
}

static void writeAngles(const LlamaModel *m, Template *t) {
  templateAppend(
      t,
      "  // Rotary positions: pair i of position p is turned by p * frequency "
      "i.\n"
      "  %places = relax.iota begin t step 1 given (%k0, %tokens : !keys, "
      "!tokens) : !tokens\n"
      "  %positions = relax.cast %places : !tokens to !relax.tensor<[n], f64>\n"
      "  %column = relax.reshape %positions : (!relax.tensor<[n], f64>) -> "
      "!relax.tensor<[1, n, 1], f64>\n"
      "  %frequencies = relax.constant $frequencies\n");
  templateSet(t, "row", "%%frequencies");
  if (m->ropeFactors) {
    writeGet(t, "rope_freqs", m->ropeFactors);
    templateAppend(t, "  %factors = relax.cast %rope_freqs : $type to "
                      "!relax.tensor<[$pairs], f64>\n"
                      "  %slowed = relax.divide %frequencies, %factors : "
                      "!relax.tensor<[$pairs], f64>\n");
    templateSet(t, "row", "%%slowed");
  }
  templateAppend(
      t, "  %angles = relax.multiply %column, $row : (!relax.tensor<[1, n, 1], "
         "f64>, !relax.tensor<[$pairs], f64>) -> !turns\n"
         "  %cosines = relax.cos %angles : !turns\n"
         "  %sines = relax.sin %angles : !turns\n");
  templateSet(t, "scaled", "");
  if (m->magnitude != 1) {
    templateAppend(
        t, "  %magnitude = relax.constant dense<$magnitude> : tensor<f64>\n"
           "  %cosines_scaled = relax.multiply %cosines, %magnitude : (!turns, "
           "!relax.tensor<[], f64>) -> !turns\n"
           "  %sines_scaled = relax.multiply %sines, %magnitude : (!turns, "
           "!relax.tensor<[], f64>) -> !turns\n");
    templateSet(t, "scaled", "_scaled");
  }
  templateAppend(t, "  %cos = relax.cast %cosines$scaled : !turns to !angles\n"
                    "  %sin = relax.cast %sines$scaled : !turns to !angles\n");
}

static void writeCalls(const LlamaModel *m, Template *t) {
  for (int64_t l = 0; l < m->numLayers; ++l) {
    const LlamaLayer *layer = &m->layers[l];
    StrBuf names = {0}, types = {0};
    for (int i = 0; i < LLAMA_LAYER_WEIGHTS; ++i) {
      templateSet(t, "weight", "%s.%" PRId64, llamaWeightNames[i], l);
      llamaSetAlias(t, (LlamaWeight)i, layer->kind);
      setTensor(t, layer->weights[i]);
      templateAppend(t, "  %$weight = relax.get_weight @$name : !$alias\n");
      strBufAppendFormat(&names, ", %%%s", templateGet(t, "weight").data);
      strBufAppendFormat(&types, ", !%s", templateGet(t, "alias").data);
    }
    templateSet(t, "l", "%" PRId64, l);
    templateSet(t, "next", "%" PRId64, l + 1);
    templateSet(t, "layer", layer->kind ? "layer_%zu" : "layer", layer->kind);
    templateSet(t, "weights", "%s", strBufText(&names));
    templateSet(t, "weight_types", "%s", strBufText(&types));
    templateAppend(t, "  %x$next, %new_k$l, %new_v$l = relax.call "
                      "@$layer(%x$l, %cos, %sin, %k$l, %v$l$weights)\n"
                      "      : (!x, !angles, !angles, !keys, "
                      "!values$weight_types) -> (!x, !all_keys, "
                      "!all_values)\n");
    strBufFree(&names);
    strBufFree(&types);
  }
}

static void writeHidden(const LlamaModel *m, Template *t) {
  size_t layers = (size_t)m->numLayers;
  templateAppend(t, "\n// From tokens to what the last layer says of each.\n"
                    "relax.func private @hidden(%tokens: !tokens,\n      ");
  templateList(t, layers,
               "%k$l: !keys donated $reserve, %v$l: !values donated $reserve");
  templateAppend(t, ")\n    -> (!x, ");
  templateList(t, layers, "!all_keys in %k$l, !all_values in %v$l");
  templateAppend(t, ") {\n");
  writeEmbedding(m, t);
  writeAngles(m, t);
  writeCalls(m, t);
  templateAppend(t, "  relax.return %x$layers, ");
  templateList(t, layers, "%new_k$l, %new_v$l");
  templateAppend(t, "\n      : !x, ");
  templateList(t, layers, "!all_keys, !all_values");
  templateAppend(t, "\n}\n");
}

static void writeLogits(const LlamaModel *m, Template *t) {
  templateAppend(t, "\n// The score of every token of the vocabulary.\n"
                    "relax.func private @logits(%x: !x) -> !logits {\n");
  writeGet(t, "output_norm", m->outputNorm);
  llamaWriteNorm(t, "h", "x", "output_norm", m->outputNorm);
  const GgufTensor *output = m->output ? m->output : m->embedding;
  const char *name = m->output ? "output" : "token_embd";
  writeGet(t, name, output);
  templateSet(t, "rows", "!relax.tensor<[1, n, %" PRId64 "], f32>",
              m->vocabulary);
  llamaWriteProduct(t, "scores", "h", name, output, "!x",
                    templateGet(t, "rows").data);
  templateAppend(t, "  %logits = relax.reshape %scores : ($rows) -> !logits\n"
                    "  relax.return %logits : !logits\n}\n");
}

void llamaCallHidden(Template *t, size_t layers) {
  templateList(t, layers, "%new_k$l, %new_v$l");
  templateAppend(t, " = relax.call @hidden(%tokens, ");
  templateList(t, layers, "%k$l, %v$l");
  templateAppend(t, ")\n      : (!tokens, ");
  templateList(t, layers, "!keys, !values");
  templateAppend(t, ") -> (!x, ");
  templateList(t, layers, "!all_keys, !all_values");
}

static void writeForward(const LlamaModel *m, Template *t) {
  size_t layers = (size_t)m->numLayers;
  templateAppend(t, "\n// Keys and values of the context grow by those of the "
                    "tokens, in place.\n"
                    "relax.func @forward(%tokens: !tokens,\n      ");
  templateList(t, layers,
               "%k$l: !keys donated $reserve, %v$l: !values donated $reserve");
  templateAppend(t, ")\n    -> (!logits, ");
  templateList(t, layers, "!all_keys in %k$l, !all_values in %v$l");
  templateAppend(t, ")\n    where (t + n <= $context) {\n  %x, ");
  llamaCallHidden(t, layers);
  templateAppend(t, ")\n  %logits = relax.call @logits(%x) : (!x) -> !logits\n"
                    "  relax.return %logits, ");
  templateList(t, layers, "%new_k$l, %new_v$l");
  templateAppend(t, "\n      : !logits, ");
  templateList(t, layers, "!all_keys, !all_values");
  templateAppend(t, "\n}\n");
}

void llamaWrite(const LlamaModel *m, const char *weightsFile, StrBuf *out) {
  Template t = {.arena = m->arena, .out = out};
  setNumbers(m, weightsFile, &t);
  writeTypes(&t);
  writeWeights(m, &t);
  llamaWriteLayers(m, &t);
  writeHidden(m, &t);
  writeLogits(m, &t);
  writeForward(m, &t);
  llamaWriteGenerate(m, &t);
}
