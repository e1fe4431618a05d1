//===- Calibration.c - how large the values at a border are ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/Calibration.h"
#include "dialects/Relax/Relax.h"
#include "lib/Runtime/Npy.h"

#include <math.h>
#include <unistd.h>

/// Extents that are symbols may be any.
static bool fitsType(const RelaxTensor *tensor, MlirType type) {
  RelaxTensorInfo info;
  bool fits = relaxTensorInfo(type, &info) && tensor->dtype == RELAX_F32 &&
              (!info.ranked || info.rank == tensor->rank);
  for (int32_t d = 0; fits && info.ranked && d < tensor->rank; ++d) {
    int64_t literal;
    fits = !symAttributeIsConst(info.dims[d], &literal) ||
           literal == tensor->dims[d];
  }
  return fits;
}

static bool failType(const char *path, const RelaxTensor *tensor, MlirType type,
                     RelaxError *error) {
  StrBuf want = {0}, got = {0};
  bridgePrintType(type, &want);
  for (int32_t d = 0; d < tensor->rank; ++d)
    strBufAppendFormat(&got, "%s%lld", d ? ", " : "",
                       (long long)tensor->dims[d]);
  relaxFail(error, "calibration data '%s': expected %s, got [%s] of %s", path,
            strBufText(&want), strBufText(&got), relaxDTypeName(tensor->dtype));
  strBufFree(&want);
  strBufFree(&got);
  return false;
}

static bool addTensor(const char *path, const RelaxTensor *tensor,
                      MlirType type, double *largest, RelaxError *error) {
  if (!fitsType(tensor, type))
    return failType(path, tensor, type, error);
  for (int64_t i = 0; i < relaxTensorCount(tensor); ++i) {
    double value = fabs(relaxLoadFloat(RELAX_F32, tensor->data, i));
    if (!isfinite(value))
      return relaxFail(error,
                       "calibration data '%s': element %lld is no number", path,
                       (long long)i);
    *largest = value > *largest ? value : *largest;
  }
  return true;
}

bool calibrationLargest(const char *folder, StrRef name, const char *what,
                        intptr_t index, MlirType type, double *out,
                        RelaxError *error) {
  bool good = true, more = true;
  *out = 0;
  for (int call = 0; good && more; ++call) {
    StrBuf path = {0};
    RelaxTensor tensor = {0};
    strBufAppendFormat(&path, "%s/%.*s.%d.%s%ld.npy", folder, (int)name.length,
                       name.data, call, what, (long)index);
    more = call == 0 || access(strBufText(&path), F_OK) == 0;
    good = !more || (relaxNpyRead(strBufText(&path), &tensor, error) &&
                     addTensor(strBufText(&path), &tensor, type, out, error));
    relaxTensorRelease(&tensor);
    strBufFree(&path);
  }
  return good;
}
