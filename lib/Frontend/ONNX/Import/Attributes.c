//===- Attributes.c - attributes of an ONNX node --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Importer.h"

#include <inttypes.h>
#include <string.h>

/// The type that an attribute's fields show. Models of IR version 1 may leave
/// `type` out.
static Onnx__AttributeProto__AttributeType
typeOf(const Onnx__AttributeProto *attribute) {
  if (attribute->has_type)
    return attribute->type;
  if (attribute->has_i)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  if (attribute->has_f)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  if (attribute->has_s)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING;
  if (attribute->t)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR;
  if (attribute->n_ints)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS;
  if (attribute->n_floats)
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS;
  return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__UNDEFINED;
}

/// As the ONNX specification writes it: INT, FLOATS, ...
static const char *typeName(Onnx__AttributeProto__AttributeType type) {
  const ProtobufCEnumValue *value = protobuf_c_enum_descriptor_get_value(
      &onnx__attribute_proto__attribute_type__descriptor, (int)type);
  return value ? value->name : "UNKNOWN";
}

bool importAttribute(Importer *importer, const char *name,
                     Onnx__AttributeProto__AttributeType type,
                     const Onnx__AttributeProto **attribute) {
  const Onnx__NodeProto *node = importer->node;
  *attribute = NULL;
  for (size_t i = 0; i < node->n_attribute; ++i) {
    const Onnx__AttributeProto *candidate = node->attribute[i];
    if (strcmp(onnxText(candidate->name), name) != 0)
      continue;
    if (*attribute)
      return importError(importer, "attribute '%s' occurs twice", name);
    if (onnxText(candidate->ref_attr_name)[0])
      return importError(importer,
                         "attribute '%s' refers to an attribute of a "
                         "function, but the node is in no function",
                         name);
    if (typeOf(candidate) != type)
      return importError(importer, "attribute '%s': expected type %s, got %s",
                         name, typeName(type), typeName(typeOf(candidate)));
    if ((type == ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR &&
         !candidate->t) ||
        (type == ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__GRAPH && !candidate->g))
      return importError(importer,
                         "attribute '%s': expected a value of type "
                         "%s, got none",
                         name, typeName(type));
    importer->usedAttributes[i] = true;
    *attribute = candidate;
  }
  return true;
}

bool importInt(Importer *importer, const char *name, int64_t absent,
               int64_t *value) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &attribute))
    return false;
  *value = attribute ? attribute->i : absent;
  return true;
}

bool importBool(Importer *importer, const char *name, bool absent,
                bool *value) {
  int64_t number;
  bool good = importInt(importer, name, absent, &number);
  *value = good && number != 0;
  return good;
}

bool importFloat(Importer *importer, const char *name, float absent,
                 float *value) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT,
                       &attribute))
    return false;
  *value = attribute ? attribute->f : absent;
  return true;
}

bool importDouble(Importer *importer, const char *name, float absent,
                  double *value) {
  float found;
  if (!importFloat(importer, name, absent, &found))
    return false;
  *value = (double)found;
  return true;
}

bool importInts(Importer *importer, const char *name, const int64_t **values,
                size_t *count, bool *given) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS, &attribute))
    return false;
  *given = attribute != NULL;
  *values = attribute ? attribute->ints : NULL;
  *count = attribute ? attribute->n_ints : 0;
  return true;
}

bool importText(Importer *importer, const char *name, const char *absent,
                const char **value) {
  const Onnx__AttributeProto *attribute;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING,
                       &attribute))
    return false;
  *value = absent;
  if (!attribute)
    return true;
  StrRef text = {(const char *)attribute->s.data, attribute->s.len};
  if (text.length && memchr(text.data, 0, text.length))
    return importError(importer, "attribute '%s' has a zero byte", name);
  *value = text.length ? arenaCopyString(importer->arena, text).data : "";
  return true;
}

/// `'linear', 'circular' or 'none'`.
static void appendWords(const char *words, StrBuf *out) {
  for (size_t length; *words; words += length + strspn(words + length, ", ")) {
    length = strcspn(words, ",");
    bool last = !words[length];
    strBufAppendFormat(out, "%s'%.*s'",
                       !out->length ? ""
                       : last       ? " or "
                                    : ", ",
                       (int)length, words);
  }
}

bool importWord(Importer *importer, const char *name, const char *words,
                size_t *number) {
  const char *word, *next = words;
  if (!importText(importer, name, NULL, &word))
    return false;
  *number = 0;
  for (size_t length; word && *next;
       next += length + strspn(next + length, ", "), ++*number) {
    length = strcspn(next, ",");
    if (strRefEqual(strRefFromC(word), (StrRef){next, length}))
      return true;
  }
  if (!word)
    return true;
  StrBuf expected = {0};
  appendWords(words, &expected);
  importError(importer, "attribute '%s': expected %s, got '%s'", name,
              strBufText(&expected), word);
  strBufFree(&expected);
  return false;
}

bool importCheckAttributes(Importer *importer) {
  const Onnx__NodeProto *node = importer->node;
  for (size_t i = 0; i < node->n_attribute; ++i)
    if (!importer->usedAttributes[i])
      return importError(importer, "unknown attribute '%s'",
                         onnxText(node->attribute[i]->name));
  return true;
}

bool importAxis(Importer *importer, int64_t axis, int64_t rank, int64_t *out) {
  if (axis < -rank || axis >= rank)
    return importError(importer,
                       "axis %" PRId64 " is out of range for rank %" PRId64,
                       axis, rank);
  *out = axis < 0 ? axis + rank : axis;
  return true;
}
