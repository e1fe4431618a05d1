//===- Svm.c - support vector machines of ai.onnx.ml ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A machine is a kernel matrix times weights. A classifier of support vectors
// decides between all pairs of classes: a vector has weights in the pairs of
// its class. Without vectors there are linear scores for each class.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Classifier.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/ML/Classifier.h"
#include "lib/Frontend/ONNX/ML/Linear.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

typedef struct Machine {
  Importer *importer;
  LinearFloats vectors, coefficients, rho, a, b;
  int64_t count; // of vectors
  RelaxKernel kernel;
  double parameters[3]; // gamma, coef0, degree
} Machine;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool readKernel(Machine *m) {
  const char *name;
  LinearFloats parameters;
  if (!importText(m->importer, "kernel_type", "LINEAR", &name) ||
      !linearFloats(m->importer, "kernel_params", &parameters))
    return false;
  while (m->kernel < RELAX_NUM_KERNELS &&
         strcasecmp(relaxKernelNames[m->kernel], name) != 0)
    ++m->kernel;
  if (m->kernel == RELAX_NUM_KERNELS)
    return importError(m->importer,
                       "attribute 'kernel_type': expected LINEAR, POLY, RBF or "
                       "SIGMOID, got '%s'",
                       name);
  if (parameters.count != 0 && parameters.count != 3)
    return importError(
        m->importer,
        "attribute 'kernel_params': expected gamma, coef0 and degree, got %zu "
        "numbers",
        parameters.count);
  for (size_t i = 0; i < parameters.count; ++i)
    m->parameters[i] = (double)parameters.values[i];
  return true;
}

static bool readMachine(Machine *m) {
  Importer *i = m->importer;
  return readKernel(m) && linearFloats(i, "support_vectors", &m->vectors) &&
         linearFloats(i, "coefficients", &m->coefficients) &&
         linearFloats(i, "rho", &m->rho);
}

/// `count` vectors, `rows` coefficients for each, and so many of rho.
static bool checkCounts(const Machine *m, int64_t rows, int64_t rhos) {
  size_t count = (size_t)m->count;
  if (m->vectors.count && m->vectors.count % count == 0 &&
      m->coefficients.count == count * (size_t)rows &&
      m->rho.count >= (size_t)rhos)
    return true;
  return importError(m->importer,
                     "expected support vectors of one length, %" PRId64
                     " coefficients and %" PRId64 " numbers of rho for %" PRId64
                     " vectors, got %zu, %zu and %zu",
                     rows * m->count, rhos, m->count, m->vectors.count,
                     m->coefficients.count, m->rho.count);
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

static MlirValue kernelMatrix(const Machine *m) {
  Importer *importer = m->importer;
  RelaxKernelMatrixArgs args = {.kernel =
                                    strRefFromC(relaxKernelNames[m->kernel]),
                                .gamma = m->parameters[0],
                                .coef0 = m->parameters[1],
                                .degree = m->parameters[2]};
  size_t features = m->vectors.count / (size_t)m->count;
  MlirValue none = {NULL};
  if (!linearInput(importer, (int64_t)features, &args.input))
    return none;
  args.vectors = linearConstant(importer, m->vectors, (size_t)m->count);
  return args.vectors.ptr ? COMPOSE(importer, "kernel", KernelMatrix, &args)
                          : none;
}

/// x times weights [rows, columns], plus rho [columns] (of which there may be
/// one for all).
static MlirValue weighted(const Machine *m, MlirValue x, const float *weights,
                          size_t rows, size_t columns, size_t numRho) {
  Importer *importer = m->importer;
  GraphBuilder *g = importBuilder(importer);
  MlirValue product = graphMatmul(
      g, x,
      linearConstant(importer, (LinearFloats){weights, rows * columns}, rows));
  return graphAdd(
      g, product,
      linearConstant(importer, (LinearFloats){m->rho.values, numRho}, 0));
}

/// Linear scores of `classes` classes, [samples, classes].
static MlirValue linearScoresOf(const Machine *m, int64_t classes) {
  Importer *importer = m->importer;
  size_t count = (size_t)classes, features = m->coefficients.count / count;
  MlirValue x, none = {NULL};
  if (!m->rho.count || features * count != m->coefficients.count || !features) {
    importError(importer,
                "expected coefficients for %" PRId64
                " scores and rho, got %zu and %zu",
                classes, m->coefficients.count, m->rho.count);
    return none;
  }
  float *turned = ARENA_ARRAY(importer->arena, float, m->coefficients.count);
  for (size_t i = 0; i < m->coefficients.count; ++i)
    turned[i % features * count + i / features] = m->coefficients.values[i];
  return linearInput(importer, (int64_t)features, &x)
             ? weighted(m, x, turned, features, count, 1)
             : none;
}

//===----------------------------------------------------------------------===//
// SVMRegressor
//===----------------------------------------------------------------------===//

static bool importSVMRegressor(Importer *importer) {
  Machine m = {.importer = importer};
  GraphBuilder *g = importBuilder(importer);
  const char *way;
  int64_t oneClass;
  if (!readMachine(&m) || !importInt(importer, "n_supports", 0, &m.count) ||
      !importInt(importer, "one_class", 0, &oneClass) ||
      !importText(importer, "post_transform", "NONE", &way))
    return false;
  if (oneClass && strcmp(way, "NONE") != 0)
    return importError(importer,
                       "attribute 'post_transform': expected NONE with "
                       "'one_class', got '%s'",
                       way);
  if (m.count < 0 || m.count > INT32_MAX)
    return importError(importer,
                       "attribute 'n_supports': expected at least 0, got "
                       "%" PRId64,
                       m.count);
  if (m.count && !checkCounts(&m, 1, 1))
    return false;
  MlirValue y = m.count ? weighted(&m, kernelMatrix(&m), m.coefficients.values,
                                   (size_t)m.count, 1, 1)
                        : linearScoresOf(&m, 1);
  if (oneClass)
    y = graphWhere(g, graphLess(g, graphNumberLike(g, 0, y), y),
                   graphNumberLike(g, 1, y), graphNumberLike(g, -1, y));
  return linearPostTransform(importer, &y) && composeResult(importer, y);
}

//===----------------------------------------------------------------------===//
// SVMClassifier
//===----------------------------------------------------------------------===//

/// Coefficients [classes - 1, vectors] as weights [vectors, pairs]: in the pair
/// (i, j) vectors of class i have those of row j - 1, of class j those of row
/// i.
static const float *pairWeights(const Machine *m, const int64_t *sizes,
                                int64_t classes) {
  int64_t pairs = relaxPairs(classes), pair = 0, first = 0;
  float *weights = ARENA_ARRAY(m->importer->arena, float, m->count *pairs);
  for (int64_t i = 0; i < classes; first += sizes[i++]) {
    int64_t second = first + sizes[i];
    for (int64_t j = i + 1; j < classes; second += sizes[j++], ++pair) {
      for (int64_t v = first; v < first + sizes[i]; ++v)
        weights[v * pairs + pair] =
            m->coefficients.values[(j - 1) * m->count + v];
      for (int64_t v = second; v < second + sizes[j]; ++v)
        weights[v * pairs + pair] = m->coefficients.values[i * m->count + v];
    }
  }
  return weights;
}

static bool readSizes(Machine *m, int64_t classes, const int64_t **sizes) {
  size_t count;
  bool given;
  if (!importInts(m->importer, "vectors_per_class", sizes, &count, &given) ||
      !linearFloats(m->importer, "prob_a", &m->a) ||
      !linearFloats(m->importer, "prob_b", &m->b))
    return false;
  bool good = count == 0 || count == (size_t)classes;
  for (size_t i = 0; good && i < count; ++i) {
    good = (*sizes)[i] >= 0 && (*sizes)[i] <= INT32_MAX;
    m->count += (*sizes)[i];
  }
  return good || importError(m->importer,
                             "attribute 'vectors_per_class': expected %" PRId64
                             " numbers of at least 0, got %zu",
                             classes, count);
}

static MlirValue probabilities(const Machine *m, MlirValue scores,
                               int64_t classes) {
  Importer *importer = m->importer;
  MlirValue none = {NULL};
  size_t pairs = (size_t)relaxPairs(classes);
  if (m->a.count != pairs || m->b.count != pairs) {
    importError(importer,
                "attributes 'prob_a' and 'prob_b': expected %zu numbers, got "
                "%zu and %zu",
                pairs, m->a.count, m->b.count);
    return none;
  }
  RelaxPairProbabilitiesArgs args = {
      scores, linearConstant(importer, (LinearFloats){m->a.values, pairs}, 0),
      linearConstant(importer, (LinearFloats){m->b.values, pairs}, 0), classes};
  return COMPOSE(importer, "probabilities", PairProbabilities, &args);
}

static bool importPairs(const Machine *m, const ClassLabels *labels,
                        const int64_t *sizes) {
  Importer *importer = m->importer;
  size_t pairs = (size_t)relaxPairs(labels->count);
  const char *way;
  if (!checkCounts(m, labels->count - 1, (int64_t)pairs) ||
      !importText(importer, "post_transform", "NONE", &way))
    return false;
  MlirValue kernel = kernelMatrix(m), votes;
  if (!kernel.ptr)
    return false;
  MlirValue scores = weighted(m, kernel, pairWeights(m, sizes, labels->count),
                              (size_t)m->count, pairs, pairs);
  RelaxPairVotesArgs args = {scores, labels->count};
  if (!scores.ptr ||
      !IMPORT_HELPER(importer, "votes", PairVotes, &args, &votes) ||
      !classifierChoose(importer, labels, classifierBest(importer, votes)))
    return false;
  if (m->a.count || m->b.count)
    scores = probabilities(m, scores, labels->count);
  else if (pairs == 1)
    return classifierPairOf(importer, scores, strcmp(way, "NONE") != 0);
  return classifierScores(importer, scores);
}

static bool importSVMClassifier(Importer *importer) {
  Machine m = {.importer = importer};
  ClassLabels labels;
  const int64_t *sizes;
  if (!readMachine(&m) ||
      !classifierLabels(importer, "classlabels_strings", "classlabels_ints",
                        &labels) ||
      !readSizes(&m, labels.count, &sizes))
    return false;
  if (m.count)
    return importPairs(&m, &labels, sizes);
  MlirValue scores = linearScoresOf(&m, labels.count);
  return classifierChoose(importer, &labels,
                          classifierBest(importer, scores)) &&
         classifierScores(importer, scores);
}

const OnnxOperator onnxSvmOperators[] = {
    {"SVMClassifier", importSVMClassifier, .since = 1,
     .relax =
         "kernel_matrix, matmul, add, pair_votes, pair_probabilities, arg_max, "
         "take",
     .types = ONNX_FEATURES},
    {"SVMRegressor", importSVMRegressor, .since = 1,
     .relax = "kernel_matrix, matmul, add", .types = ONNX_FEATURES},
    {0},
};
