//===- FuseGroups.h - calls that become one program -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The nodes of a graph in groups. A group's number is that of its last member,
// from which a chain goes through all of them: what is asked of a group costs
// as much as it has members, whatever the size of the graph.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUSION_FUSEGROUPS_H
#define RELAX_TRANSFORMS_FUSION_FUSEGROUPS_H

#include "lib/Support/Arena.h"

typedef struct FuseGroups {
  intptr_t *of;       // per node: the number of its group
  intptr_t *previous; // per node: the member before it, or -1
} FuseGroups;

/// Every node is a group of its own.
FuseGroups fuseGroupsCreate(Arena *arena, intptr_t numNodes);
/// The members of groups in the order of their numbers, and how many; 0: there
/// are more than `most`.
intptr_t fuseGroupsMembers(const FuseGroups *groups, const intptr_t *numbers,
                           intptr_t count, intptr_t *members, intptr_t most);
/// Makes these nodes, in the order of their numbers, one group. They are all
/// members of the groups that they are in.
void fuseGroupsJoin(FuseGroups *groups, const intptr_t *members,
                    intptr_t count);

#endif // RELAX_TRANSFORMS_FUSION_FUSEGROUPS_H
