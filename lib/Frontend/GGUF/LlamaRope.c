//===- LlamaRope.c - the angles of rotary position embeddings -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Su et al. 2021. Scalings, which all leave angles proportional to positions:
// linear (Chen et al. 2023), YaRN (Peng et al. 2023), and factors that a file
// brings along for each pair (Llama 3).
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Llama.h"

#include <math.h>

/// The pair, counted as a real number, that makes `turns` in `context`
/// positions.
static double pairOfTurns(const LlamaModel *m, double base, double context,
                          double turns) {
  double tau = 6.283185307179586;
  return (double)m->rotated * log(context / (turns * tau)) / (2 * log(base));
}

/// YaRN's blend: fast pairs stay as they are, slow ones are stretched.
static bool stretch(LlamaModel *m, double base, double factor) {
  enum { FAST_TURNS = 32, SLOW_TURNS = 1 };
  int64_t original;
  double attention;
  if (!llamaInteger(m, "llama.rope.scaling.original_context_length", m->context,
                    1, INT32_MAX, &original) ||
      !llamaPositive(m, "llama.rope.scaling.attn_factor", 1, &attention))
    return false;
  double context = (double)original;
  double low = fmax(0, floor(pairOfTurns(m, base, context, FAST_TURNS)));
  double high = fmin((double)m->rotated - 1,
                     ceil(pairOfTurns(m, base, context, SLOW_TURNS)));
  for (int64_t i = 0; i < m->rotated / 2; ++i) {
    double ramp = ((double)i - low) / fmax(0.001, high - low);
    double kept = 1 - fmin(1, fmax(0, ramp));
    m->frequencies[i] *= kept + (1 - kept) / factor;
  }
  m->magnitude = attention * (1 + 0.1 * log(factor));
  return true;
}

bool llamaReadRope(LlamaModel *m) {
  double base, factor;
  StrRef type = strRefFromC("linear"); // if there is a factor and no type
  const char *typeKey = "llama.rope.scaling.type";
  if (!llamaPositive(m, "llama.rope.freq_base", 10000, &base) ||
      !llamaPositive(m, "llama.rope.scale_linear", 1, &factor) ||
      !llamaPositive(m, "llama.rope.scaling.factor", factor, &factor))
    return false;
  if (!ggufGetString(m->file, typeKey, &type, m->error) &&
      relaxErrorIsSet(m->error))
    return false;
  m->magnitude = 1;
  m->frequencies = ARENA_ARRAY(m->arena, double, m->rotated / 2);
  for (int64_t i = 0; i < m->rotated / 2; ++i)
    m->frequencies[i] = pow(base, -2.0 * (double)i / (double)m->rotated);
  if (strRefEqual(type, strRefFromC("yarn")))
    return stretch(m, base, factor);
  if (strRefEqual(type, strRefFromC("none")))
    factor = 1;
  else if (!strRefEqual(type, strRefFromC("linear")))
    return relaxFail(
        m->error, "key '%s': expected none, linear or yarn, got '%.*s'",
        typeKey, (int)(type.length < 40 ? type.length : 40), type.data);
  for (int64_t i = 0; i < m->rotated / 2; ++i)
    m->frequencies[i] /= factor;
  return true;
}
