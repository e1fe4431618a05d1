// Attention of ragged batches that sees a part of the keys: windows, causal with another table of keys, caps; against the reference.
// RUN: %python %S/ragged_windows.py %s | FileCheck %s
// CHECK: 60 of 60 agree

!q = !relax.tensor<[i : b, q[i], 8], f32>
!k = !relax.tensor<[i : b, k[i], 8], f32>
!ql = !relax.lengths<q, [b]>
!kl = !relax.lengths<k, [b]>
!m = !relax.tensor<[i : b, 1, 1, k[i]], f32>

relax.func @causal(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 causal : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @left(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 left 3 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @right(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 right 70 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @both(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 left 65 right 2 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @slides(%ql: !ql, %kl: !kl, %q: !q, %k: !q, %v: !q) -> !q {
  %a = relax.attention %q, %k, %v heads 4, 4 causal left 5 : (!q, !q, !q) -> !q
  relax.return %a : !q
}
relax.func @capped(%ql: !ql, %kl: !kl, %q: !q, %k: !q, %v: !q) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 softcap 0.5 causal : (!q, !q, !q) -> !q
  relax.return %a : !q
}
relax.func @cap(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 softcap 2.0 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @masked(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k, %m: !m) -> !q {
  %a = relax.attention %q, %k, %v mask %m heads 2, 2 left 1 right 9 : (!q, !k, !k, !m) -> !q
  relax.return %a : !q
}
relax.func @narrow(%ql: !ql, %kl: !kl, %q: !q, %k: !q, %v: !q) -> !q {
  %a = relax.attention %q, %k, %v heads 1, 1 left 0 right 0 : (!q, !q, !q) -> !q
  relax.return %a : !q
}

// Rows behind others whose keys are there already: each instance has its own number of these, or all have one.
relax.func @behind(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 offset k - q causal : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @ahead(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 offset 2 * k - q causal left 60 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
relax.func @fixed(%ql: !ql, %kl: !kl, %q: !q, %k: !k, %v: !k) -> !q {
  %a = relax.attention %q, %k, %v heads 2, 2 offset 65 left 3 right 1 : (!q, !k, !k) -> !q
  relax.return %a : !q
}
