"""A replay of logs of operators (docs/memory.md 4) by the rules of ../shared/data/dtr-logs/SOURCE.md, without a second thought for speed."""

import math


class StopError(Exception):
    """No room ("oom"), or more computed again than the log is long ("thrash")."""


class Storage:
    def __init__(self, size):
        self.size, self.tensors, self.refs, self.locks, self.read = size, [], 0, 0, None
        self.material = self.pinned = self.freed = False
        self.parents, self.children, self.waiting = [], [], set()
        self.component = None
        self.inside, self.edge = {"parents": {}, "children": {}}, {"parents": [], "children": []}  # rule 14

    def cost(self):
        return sum(operator.cost for operator in {id(tensor.operator): tensor.operator for tensor in self.tensors}.values())


class Tensor:
    def __init__(self, storage, operator):
        self.storage, self.operator, self.defined, self.refs = storage, operator, False, 1
        storage.tensors.append(self)
        storage.refs += 1


class Operator:
    def __init__(self, inputs, cost):
        self.inputs, self.cost, self.outputs, self.ran = inputs, cost, [], False

    def fresh(self):
        return sum(output.storage.size for output in self.outputs if output.storage.tensors[0] is output)


class Component:
    def __init__(self, value):
        self.value, self.parent = value, None

    def root(self):
        component = self
        while component.parent:
            component = component.parent
        return component


OTHER = {"parents": "children", "children": "parents"}


def quotient(cost, size, staleness):
    """Python divides integers with one rounding."""
    return cost / (size * staleness) if size * staleness else math.inf


class Model:
    def __init__(self, heuristic, policy, budget, limit):
        self.heuristic, self.policy, self.budget, self.limit = heuristic, policy, budget, limit
        self.clock, self.used, self.pool = 1, 0, []
        self.peak = self.repeated = self.evictions = self.evaluations = 0
        self.keeps_regions = heuristic in ("h_DTR", "h_MSPS", "h_e*")
        self.banishes = policy == "banish"

    def counters(self):
        return {"remat_ns": self.repeated, "peak_bytes": self.peak, "evictions": self.evictions, "evaluations": self.evaluations}

    def issue(self, inputs, outputs, cost):
        operator = Operator(inputs, cost)
        for size, view in outputs:
            storage = inputs[view].storage if view >= 0 else Storage(size)
            if view < 0:
                storage.component = Component(0)
            operator.outputs.append(Tensor(storage, operator))
        for output in operator.outputs:
            for source in (tensor.storage for tensor in inputs):
                if source is not output.storage and output.storage not in source.children:
                    source.children.append(output.storage)
                    output.storage.parents.append(source)
            self.wait(output)
        return operator

    def wait(self, tensor):
        for source in (entry.storage for entry in tensor.operator.inputs):
            if source is not tensor.storage and not source.freed:
                source.waiting.add(tensor)

    def lock(self, storage):
        if storage in self.pool:
            self.pool.remove(storage)
        storage.locks += 1

    def unlock(self, storage):
        storage.locks -= 1
        if storage.locks == 0:
            self.pool.append(storage)

    def pin(self, storage):
        if not storage.pinned:
            storage.pinned = True
            self.lock(storage)

    def release(self, tensor):
        tensor.refs -= 1
        storage = tensor.storage
        storage.refs -= 1
        if storage.refs == 0 and self.banishes:
            self.free(storage)
        elif storage.refs == 0 and self.policy == "eager" and storage.material and not storage.pinned:
            self.evict(storage)

    def evict(self, storage):
        if storage in self.pool:
            self.pool.remove(storage)
        storage.material = False
        self.used -= storage.size
        self.evictions += 1
        for tensor in storage.tensors:
            tensor.defined = False
            self.wait(tensor)
        if self.keeps_regions:
            self.evict_in_regions(storage)
        if not storage.freed:
            storage.component = Component(storage.cost())
            for other in storage.parents + storage.children:
                if not other.material and other.component:
                    root = other.component.root()
                    if root is not storage.component:
                        root.parent = storage.component
                        storage.component.value += root.value

    def free(self, storage):
        """For good. The others forget it; what the operator gives beside brings it back, with what it knew."""
        if storage.freed or storage.refs or storage.waiting:
            return storage.freed
        if storage.material:
            storage.locks = 0
            self.evict(storage)
        for tensor in storage.tensors:
            for source in tensor.operator.inputs:
                source.storage.waiting.discard(tensor)
        for child in storage.children:
            self.pin(child)
        self.leave(storage)
        storage.freed = True
        if self.keeps_regions:
            self.free_in_regions(storage)
        for side in OTHER:
            for other in getattr(storage, side):
                getattr(other, OTHER[side]).remove(storage)
        return True

    def leave(self, storage):
        if storage.component:
            storage.component.root().value -= storage.cost()
            storage.component = None

    def make_room(self, size):
        while self.used + size > self.budget:
            victim, lowest = None, None
            for storage in self.pool:
                score = self.score(storage)
                self.evaluations += 1
                if victim is None or score <= lowest:
                    victim, lowest = storage, score
                if score == 0:
                    break
            if victim is None:
                raise StopError("oom")
            self.evict(victim)

    def score(self, storage):
        cost, staleness = storage.cost(), 2**63 - 1 if storage.read is None else self.clock - storage.read
        around = {side: sum(storage.inside[side].values()) for side in OTHER}
        if self.heuristic == "h_LRU":
            return -math.inf if storage.read is None else float(storage.read)
        if self.heuristic == "h_size":
            return quotient(1, storage.size, 1)
        if self.heuristic == "h_e*":
            return float(sum(len(storage.inside[side]) for side in OTHER))
        if self.heuristic == "h_MSPS":
            return quotient(cost + around["parents"], storage.size, 1)
        if self.heuristic == "h_DTR":
            cost += sum(around.values())
        if self.heuristic == "h_DTR_eq":
            near = [other for other in storage.parents + storage.children if not other.material and other.component]
            cost += sum(root.value for root in {id(other.component.root()): other.component.root() for other in near}.values())
        if self.heuristic == "h_DTR_full":
            closure = self.closure(storage)
            cost += sum(other.cost() for other in closure)
            newest = [other.read for other in [storage, *closure] if other.read is not None]
            staleness = self.clock - max(newest) if newest else 2**63 - 1
        return quotient(cost, storage.size, staleness)

    def closure(self, storage):
        found = []
        for side in OTHER:
            seen, work = [storage], [storage]
            while work:
                for other in getattr(work.pop(), side):
                    if not other.material and other not in seen:
                        seen.append(other)
                        work.append(other)
            found += [other for other in seen[1:] if other not in found]
        return found

    def rebuild(self, base, side):
        base.inside[side], base.edge[side], work = {}, [], [base]
        while work:
            for other in getattr(work.pop(), side):
                if other is base or other.freed:
                    continue
                if other.material:
                    base.edge[side] += [other] if other not in base.edge[side] else []
                elif other not in base.inside[side]:
                    base.inside[side][other] = other.cost()
                    work.append(other)

    def evict_in_regions(self, storage):
        for side in OTHER:
            for owner in storage.edge[OTHER[side]]:
                if storage not in owner.edge[side]:
                    continue
                owner.edge[side].remove(storage)
                owner.edge[side] += [other for other in storage.edge[side] if other is not owner and other not in owner.edge[side]]
                for other in [*storage.inside[side], storage]:
                    owner.inside[side].setdefault(other, other.cost())
        for side in OTHER:
            storage.inside[side], storage.edge[side] = {}, []

    def restore_in_regions(self, storages):
        for storage in storages:
            for side in OTHER:
                self.rebuild(storage, side)
        for side in OTHER:
            for owner in dict.fromkeys(owner for storage in storages for owner in storage.edge[OTHER[side]]):
                self.rebuild(owner, side)

    def free_in_regions(self, storage):
        self.restore_in_regions([storage])
        for side in OTHER:
            storage.inside[side], storage.edge[side] = {}, []

    def compute(self, tensor):
        operator = tensor.operator
        inputs = [entry for entry in operator.inputs if not entry.storage.freed]
        for entry in inputs:
            if entry.storage.refs or not self.banishes:
                entry.storage.read = self.clock
        missing = [entry for entry in inputs if not entry.defined]
        for entry in inputs:
            if entry.defined:
                self.lock(entry.storage)
        for entry in missing:
            if not entry.defined:
                self.compute(entry)
            self.lock(entry.storage)
        self.make_room(operator.fresh())
        self.clock += operator.cost
        self.repeated += operator.cost if operator.ran else 0
        operator.ran = True
        self.used += operator.fresh()
        self.peak = max(self.peak, self.used)
        self.define([output for output in operator.outputs if output is not tensor] + [tensor])
        self.unlock_inputs(operator)
        if self.repeated > self.limit:
            raise StopError("thrash")

    def define(self, outputs):
        new = []
        for output in outputs:
            storage = output.storage
            if output.defined:
                self.used -= storage.size if storage.tensors[0] is output else 0
                continue
            output.defined = True
            if not storage.material:
                storage.material = True
                new.append(storage)
        self.pool += new
        if self.keeps_regions:
            self.restore_in_regions(new)
        for storage in new:
            self.leave(storage)

    def unlock_inputs(self, operator):
        """Rule 12: what is freed leaves the list that is walked, so that the next one is passed over."""
        walked = [entry.storage for entry in operator.inputs if not entry.storage.freed]
        for storage in walked:
            self.unlock(storage)
            for output in operator.outputs:
                storage.waiting.discard(output)
            if self.banishes and self.free(storage):
                walked[:] = [other for other in walked if other is not storage]

    def run(self, inputs, outputs, cost):
        operator = self.issue(inputs, outputs, cost)
        self.compute(operator.outputs[0])
        for output in operator.outputs:
            output.storage.read = self.clock
        return operator.outputs


def retain(names, new, old):
    names[new] = names[old]
    names[new].refs += 1
    names[new].storage.refs += 1


def step(model, names, record, following):
    """`following`: the records behind it, of sizes and views."""
    kind, arguments = record["INSTRUCTION"], record.get("ARGS", [])
    inputs = [names[name] for name in arguments]
    if kind == "CONSTANT":
        names[record["NAME"]] = model.run([], [(int(next(following)["MEMORY"]), -1)], 0)[0]
        model.pin(names[record["NAME"]].storage)
    elif kind == "CALL":
        outputs = [(int(next(following)["MEMORY"]), int(next(following)["ALIAS"])) for _ in record["RESULT"]]
        outputs = [(size if view < 0 else 0, view) for size, view in outputs]
        names.update(zip(record["RESULT"], model.run(inputs, outputs, int(record["TIME"])), strict=True))
    elif kind == "MUTATE":
        outputs = model.run(inputs, [(inputs[i].storage.size, -1) for i in record["MUTATE"]], int(record["TIME"]))
        for i, output in zip(record["MUTATE"], outputs, strict=True):
            old, names[arguments[i]] = names[arguments[i]], output
            model.release(old)
    elif kind == "COPY":
        retain(names, record["DST"], record["SRC"])
    elif kind == "COPY_FROM":
        model.release(names[record["DST"]])
        retain(names, record["DST"], record["SRC"])
    elif kind == "RELEASE":
        model.release(names[record["NAME"]])


def replay(records, heuristic, policy, budget):
    """What `relax-run --replay --json` prints of the records behind START."""
    model, names = Model(heuristic, policy, budget, sum(int(record.get("TIME", 0)) for record in records)), {}
    following = iter(records)
    try:
        for record in following:
            step(model, names, record, following)
        for tensor in names.values():
            if tensor.refs:
                if not tensor.defined:
                    model.compute(tensor)
                model.pin(tensor.storage)
    except StopError as stop:
        return {"status": str(stop), **model.counters()}
    return {"status": "ok", **model.counters()}
