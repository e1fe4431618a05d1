"""Batches of plain graphs, straight from the definitions and slow: what relax-run --batch-graph is compared with.

A graph is a list of nodes (type, alone, arguments).
"""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import lru_cache


def parse(text):
    nodes = []
    for line in text.split("\n")[1:]:
        words = line.split()
        if words:
            nodes.append((int(words[0].lstrip("!")), words[0][0] == "!", [int(word) for word in words[2:]]))
    return nodes


def text_of(nodes):
    rows = [f"{'!' if alone else ''}{type} {len(args)}" + "".join(f" {a}" for a in args) for type, alone, args in nodes]
    return "\n".join([str(len(nodes)), *rows]) + "\n"


def depths(nodes):
    found = []
    for _, _, args in nodes:
        found.append(1 + max((found[a] for a in args), default=-1))
    return found


def lower_bound(nodes):
    """Of each type its longest chain, or all nodes where they cannot be batched."""
    bound = sum(alone for _, alone, _ in nodes)
    for wanted in {type for type, alone, _ in nodes if not alone}:
        longest = []
        for type, _, args in nodes:
            longest.append(max((longest[a] for a in args), default=0) + (type == wanted))
        bound += max(longest, default=0)
    return bound


def ready_of(nodes, done):
    """{type: nodes that can run}, ascending."""
    ready = defaultdict(list)
    for n, (type, _, args) in enumerate(nodes):
        if n not in done and all(a in done for a in args):
            ready[type].append(n)
    return ready


def run(nodes, choose):
    """The sequence where `choose(ready, done)` says the type."""
    return [[nodes[batch[0]][0], len(batch)] for batch in batches_of(nodes, choose)]


def batches_of(nodes, choose):
    done, batches = set(), []
    while len(done) < len(nodes):
        ready = ready_of(nodes, done)
        type = choose(ready, done)
        batch = ready[type][:1] if nodes[ready[type][0]][1] else ready[type]
        done.update(batch)
        batches.append(batch)
    return batches


def depth_policy(nodes):
    groups = Counter(zip(depths(nodes), (type for type, _, _ in nodes)))
    alone = {type for type, alone, _ in nodes if alone}
    rows = [(type, n) for (_, type), n in sorted(groups.items())]
    return [row for type, n in rows for row in ([[type, 1]] * n if type in alone else [[type, n]])]


def agenda_policy(nodes):
    of = defaultdict(list)
    for (type, _, _), depth in zip(nodes, depths(nodes)):
        of[type].append(depth)
    mean = {type: Fraction(sum(found), len(found)) for type, found in of.items()}
    return run(nodes, lambda ready, done: min(ready, key=lambda type: (mean[type], type)))


def sufficient_policy(nodes):
    above = []  # all nodes that a node waits for
    for _, _, args in nodes:
        above.append(set(args).union(*(above[a] for a in args)) if args else set())

    def fraction(type, ready, done):
        if nodes[ready[type][0]][1]:
            return Fraction(1)
        left = {n for n, (t, _, _) in enumerate(nodes) if t == type and n not in done}
        return Fraction(len(ready[type]), sum(not above[n] & left for n in left))

    return run(nodes, lambda ready, done: max(ready, key=lambda type: (fraction(type, ready, done), type)))


def table_policy(nodes, table):
    """`table`: the text of a table."""
    rows = [line.split("#")[0].split() for line in table.split("\n")]
    rows = [row for row in rows if row]
    encoding, order = rows[0][1], {int(name.lstrip("!")): i for i, name in enumerate(rows[1][1:])}
    actions = {tuple(int(w.lstrip("!")) for w in row[:-2]): int(row[-1].lstrip("!")) for row in rows[2:]}

    def choose(ready, done):
        by_count = sorted(ready, key=lambda type: (len(ready[type]), -order[type]))
        state = tuple({"base": sorted(ready, key=order.get), "max": by_count[-1:], "sort": by_count}[encoding])
        action = actions.get(state)
        return action if action in ready else max(ready, key=lambda type: (len(ready[type]), -type))

    return run(nodes, choose)


def gathers(nodes, batch, place):
    """Of a batch, by where results lie: operands that are no slices (nor one node for all lanes), and the results if
    they are none. Lanes go by the places of the results."""
    batch = sorted(batch, key=place.get)
    args = [nodes[n][2] for n in batch]
    everywhere, somewhere = min(map(len, args)), max(map(len, args))

    def is_slice(lanes):
        return all(place[n] == place[lanes[0]] + i for i, n in enumerate(lanes))

    operands = [[a[k] for a in args] for k in range(everywhere)]
    wrong = sum(len(set(lanes)) > 1 and not is_slice(lanes) for lanes in operands)
    return wrong + (somewhere - everywhere) + (not is_slice(batch))


def optimum(nodes):
    """The fewest batches, by search over all choices. To run all that is ready of a type is never worse than a part."""
    masks = [sum(1 << a for a in set(args)) for _, _, args in nodes]
    everything = (1 << len(nodes)) - 1

    @lru_cache(maxsize=None)
    def fewest(done):
        if done == everything:
            return 0
        ready = defaultdict(list)
        for n, (type, alone, _) in enumerate(nodes):
            if not done >> n & 1 and masks[n] & done == masks[n]:
                ready[(type, n) if alone else (type,)].append(n)
        return 1 + min(fewest(done | sum(1 << n for n in batch)) for batch in ready.values())

    return fewest(0)
