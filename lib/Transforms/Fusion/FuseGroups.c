//===- FuseGroups.c - calls that become one program -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseGroups.h"

FuseGroups fuseGroupsCreate(Arena *arena, intptr_t numNodes) {
  FuseGroups groups = {ARENA_ARRAY(arena, intptr_t, numNodes),
                       ARENA_ARRAY(arena, intptr_t, numNodes)};
  for (intptr_t n = 0; n < numNodes; ++n) {
    groups.of[n] = n;
    groups.previous[n] = -1;
  }
  return groups;
}

intptr_t fuseGroupsMembers(const FuseGroups *groups, const intptr_t *numbers,
                           intptr_t count, intptr_t *members, intptr_t most) {
  intptr_t found = 0;
  for (intptr_t g = 0; g < count; ++g)
    for (intptr_t n = numbers[g]; n >= 0; n = groups->previous[n]) {
      if (found == most)
        return 0;
      intptr_t at = found++;
      for (; at > 0 && members[at - 1] > n; --at)
        members[at] = members[at - 1];
      members[at] = n;
    }
  return found;
}

void fuseGroupsJoin(FuseGroups *groups, const intptr_t *members,
                    intptr_t count) {
  for (intptr_t m = 0; m < count; ++m) {
    groups->of[members[m]] = members[count - 1];
    groups->previous[members[m]] = m ? members[m - 1] : -1;
  }
}
