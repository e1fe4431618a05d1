// A case that never runs is likely a mistake.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match))' --verify-diagnostics

relax.adt @Tree { @Leaf, @Node(!relax.adt<@Tree>, !relax.adt<@Tree>) }
relax.func private @f(%t: !relax.adt<@Tree>) {
  // expected-warning @below {{'relax.match' case 3 never runs: those before it fit every value that it fits}}
  relax.match %t : !relax.adt<@Tree> {
    case @Leaf { relax.yield }
    case @Node(@Leaf, _) { relax.yield }
    case @Node(@Node(_, _), _) { relax.yield }
    case @Node(_, @Leaf) { relax.yield }
  }
  relax.return
}
