//===- Header.c - functions take and give less ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The first line of a function says what it takes and gives. An intermediate
// value becomes its result: what stood behind it goes. Or its argument: what it
// was made from can go.
//
//===----------------------------------------------------------------------===//

#include "tools/reduce/Reduce.h"
#include "tools/reduce/Text.h"

#include <stb/stb_ds.h>
#include <string.h>

static StrRef best(const Reducer *r) {
  return (StrRef){r->best.data, r->best.length};
}

static int depthChange(char c, char before) {
  if (c == '>' && before == '-')
    return 0;
  return (c == '(' || c == '[' || c == '<' || c == '{') -
         (c == ')' || c == ']' || c == '>' || c == '}');
}

/// Behind the bracket that closes what opens at `at`.
static size_t skip(StrRef text, size_t at) {
  int depth = 0;
  do {
    depth += depthChange(text.data[at], at ? text.data[at - 1] : ' ');
    ++at;
  } while (at < text.length && depth > 0);
  return at;
}

/// Where things are in the first line of a function, as places in the text.
typedef struct Header {
  size_t arguments, argumentsEnd; // between the parentheses
  size_t results, resultsEnd;     // equal: there are none
} Header;

static bool findHeader(StrRef text, const ReduceStatement *function,
                       Header *header) {
  const char *open =
      memchr(text.data + function->begin, '(', function->end - function->begin);
  const char *line = memchr(text.data + function->begin, '\n',
                            function->end - function->begin);
  if (!open || !line || open > line)
    return false;
  size_t begin = (size_t)(open - text.data), end = skip(text, begin);
  *header = (Header){begin + 1, end - 1, end, end};
  if (end + 4 > text.length || strncmp(text.data + end, " -> ", 4) != 0)
    return true;
  header->results = end + 4;
  size_t at = header->results;
  while (at < text.length && text.data[at] != ' ' && text.data[at] != '\n')
    at = strchr("([<{", text.data[at]) ? skip(text, at) : at + 1;
  header->resultsEnd = at;
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Removes the arguments one by one, from the last.
static bool dropArguments(Reducer *r, const ReduceStatement *function) {
  Header header;
  size_t *commas = NULL; // begins of arguments, and the end
  StrRef text = best(r);
  if (!findHeader(text, function, &header))
    return false;
  arrput(commas, header.arguments);
  for (size_t i = header.arguments, depth = 0; i < header.argumentsEnd; ++i) {
    depth += (size_t)depthChange(text.data[i], text.data[i - 1]);
    if (depth == 0 && text.data[i] == ',')
      arrput(commas, i);
  }
  arrput(commas, header.argumentsEnd);
  bool done = false;
  for (ptrdiff_t i = arrlen(commas) - 2; i >= 0 && !done; --i) {
    StrBuf candidate = {0};
    size_t begin = commas[i], end = commas[i + 1];
    if (i == 0 && arrlen(commas) > 2) // the comma behind the first one, too
      end += 2;
    reduceReplace(text, begin, end, (StrRef){"", 0}, &candidate);
    done = header.argumentsEnd > header.arguments && reduceTry(r, &candidate);
    strBufFree(&candidate);
  }
  arrfree(commas);
  return done;
}

/// Calls `move` for every function until it does nothing more.
static bool eachFunction(Reducer *r,
                         bool (*move)(Reducer *r,
                                      const ReduceStatement *function)) {
  bool any = false;
  ReduceStatement *all = reduceStatements(best(r));
  for (size_t i = 0; i < arrlenu(all) && !reduceStopped(); ++i)
    while (i < arrlenu(all) && all[i].function == i && move(r, &all[i])) {
      any = true;
      arrfree(all);
      all = reduceStatements(best(r));
    }
  arrfree(all);
  return any;
}

bool reduceArguments(Reducer *r) { return eachFunction(r, dropArguments); }

/// Behind the parenthesis that closes what opens at `at`; `<` is a comparison
/// there.
static size_t skipFacts(StrRef text, size_t at) {
  int depth = 0;
  do {
    depth += (text.data[at] == '(') - (text.data[at] == ')');
    ++at;
  } while (at < text.length && depth > 0);
  return at;
}

static bool dropFacts(Reducer *r, const ReduceStatement *function) {
  StrRef text = best(r);
  StrRef line = reduceFirstLine(text, function);
  for (size_t i = 0; i + 8 < line.length; ++i)
    if (strncmp(line.data + i, " where (", 8) == 0) {
      size_t begin = (size_t)(line.data - text.data) + i;
      StrBuf candidate = {0};
      reduceReplace(text, begin, skipFacts(text, begin + 7), (StrRef){"", 0},
                    &candidate);
      return reduceTry(r, &candidate);
    }
  return false;
}

bool reduceFacts(Reducer *r) { return eachFunction(r, dropFacts); }

//===----------------------------------------------------------------------===//
// Cuts
//===----------------------------------------------------------------------===//

/// `%a`, made by statement `index`, is what the function returns.
static bool returnEarly(Reducer *r, const ReduceStatement *all, size_t index) {
  StrRef text = best(r), line = reduceFirstLine(text, &all[index]), result;
  StrRef type = reduceTypeOf(line);
  const ReduceStatement *function = &all[all[index].function];
  Header header;
  if (!reduceResultOf(line, &result) || !type.length ||
      !findHeader(text, function, &header) ||
      header.results == header.resultsEnd)
    return false;
  StrBuf candidate = {0};
  strBufAppend(&candidate, (StrRef){text.data, header.results});
  strBufAppend(&candidate, type);
  strBufAppend(&candidate, (StrRef){text.data + header.resultsEnd,
                                    all[index].end - header.resultsEnd});
  strBufAppendFormat(&candidate, "    relax.return %.*s : %.*s\n  }\n",
                     (int)result.length, result.data, (int)type.length,
                     type.data);
  strBufAppend(&candidate, (StrRef){text.data + function->end,
                                    text.length - function->end});
  return reduceTry(r, &candidate);
}

/// The early ones first, as far apart as the function is long.
bool reduceCutEnd(Reducer *r) {
  bool any = false, more = true;
  while (more && !reduceStopped()) {
    ReduceStatement *all = reduceStatements(best(r));
    size_t count = arrlenu(all);
    more = false;
    for (size_t step = (count + 7) / 8; !more && step > 0; step /= 2)
      for (size_t i = 0; i + 2 < count && !more && !reduceStopped(); i += step)
        more = all[i].depth == all[all[i].function].depth + 1 &&
               returnEarly(r, all, i);
    any |= more;
    arrfree(all);
  }
  return any;
}

static bool takeAsArgument(Reducer *r, const ReduceStatement *all,
                           size_t index) {
  StrRef text = best(r), line = reduceFirstLine(text, &all[index]), result;
  StrRef type = reduceTypeOf(line);
  Header header;
  if (!reduceResultOf(line, &result) || !type.length ||
      !findHeader(text, &all[all[index].function], &header))
    return false;
  StrBuf candidate = {0};
  strBufAppend(&candidate, (StrRef){text.data, header.argumentsEnd});
  strBufAppendFormat(&candidate, "%s%.*s: %.*s",
                     header.argumentsEnd > header.arguments ? ", " : "",
                     (int)result.length, result.data, (int)type.length,
                     type.data);
  strBufAppend(&candidate, (StrRef){text.data + header.argumentsEnd,
                                    all[index].begin - header.argumentsEnd});
  strBufAppend(&candidate, (StrRef){text.data + all[index].end,
                                    text.length - all[index].end});
  return reduceTry(r, &candidate);
}

/// One value, the last that can be: then all that is above is not used.
bool reduceCutBegin(Reducer *r) {
  bool done = false;
  ReduceStatement *all = reduceStatements(best(r));
  for (size_t i = arrlenu(all); !done && i-- > 0 && !reduceStopped();)
    done = all[i].depth == all[all[i].function].depth + 1 &&
           takeAsArgument(r, all, i);
  arrfree(all);
  return done;
}
