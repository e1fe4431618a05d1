// An inside algorithm with vectors: cells of a chart of a sentence, diagonal by diagonal; a cell is the largest of what its splits give.
!h = !relax.tensor<[6], f32>
!U = !relax.tensor<[6, 6], f32>
!number = !relax.tensor<[], i64>
!row = !relax.adt<@List<!h>>
!rows = !relax.adt<@List<!row>>
!words = !relax.adt<@List<!number>>
relax.adt @List<a> { @Nil, @Cons(!relax.var<a>, !relax.adt<@List<!relax.var<a>>>) }
relax.weight @E : !relax.tensor<[16, 6], f32> from "structures.npz" entry "E"
relax.weight @A : !U from "structures.npz" entry "A"
relax.weight @B : !U from "structures.npz" entry "B"
relax.func private @embed(%l: !words) -> !row {
  %y = relax.match %l : !words -> !row {
    case @Nil { %n = relax.construct @Nil() : () -> !row
      relax.yield %n : !row }
    case @Cons(%w: !number, %rest: !words) {
      %E = relax.get_weight @E : !relax.tensor<[16, 6], f32>
      %x = relax.take %E, %w axis 0 : (!relax.tensor<[16, 6], f32>, !number) -> !h
      %m = relax.call @embed(%rest) : (!words) -> !row
      %z = relax.construct @Cons(%x, %m) : (!h, !row) -> !row
      relax.yield %z : !row
    }
  }
  relax.return %y : !row
}
relax.func private @drop(%r: !row, %n: !number) -> !row {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.equal %n, %zero : (!number, !number) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !row { relax.yield %r : !row } else {
    %z = relax.match %r : !row -> !row {
      case @Nil { relax.yield %r : !row }
      case @Cons(%x: !h, %rest: !row) {
        %m = relax.subtract %n, %one : !number
        %v = relax.call @drop(%rest, %m) : (!row, !number) -> !row
        relax.yield %v : !row
      }
    }
    relax.yield %z : !row
  }
  relax.return %y : !row
}
// Splits of the first cell of the next diagonal: %down has the shorter left parts first, %up the right parts that go with them.
relax.func private @splits(%down: !rows, %up: !rows, %at: !number, %acc: !h) -> !h {
  %one = relax.constant dense<1> : tensor<i64>
  %y = relax.match %down : !rows -> !h {
    case @Nil { relax.yield %acc : !h }
    case @Cons(%l: !row, %more: !rows) {
      %z = relax.match %up : !rows -> !h {
        case @Nil { relax.yield %acc : !h }
        case @Cons(%r: !row, %others: !rows) {
          %d = relax.call @drop(%r, %at) : (!row, !number) -> !row
          %v = relax.match %l : !row -> !h {
            case @Nil { relax.yield %acc : !h }
            case @Cons(%a: !h, %ls: !row) {
              %w = relax.match %d : !row -> !h {
                case @Nil { relax.yield %acc : !h }
                case @Cons(%b: !h, %rs: !row) {
                  %A = relax.get_weight @A : !U
                  %B = relax.get_weight @B : !U
                  %la = relax.matmul %A, %a : (!U, !h) -> !h
                  %rb = relax.matmul %B, %b : (!U, !h) -> !h
                  %c = relax.add %la, %rb : !h
                  %t = relax.tanh %c : !h
                  %best = relax.maximum %acc, %t : !h
                  %next = relax.add %at, %one : !number
                  %u = relax.call @splits(%more, %others, %next, %best) : (!rows, !rows, !number, !h) -> !h
                  relax.yield %u : !h
                }
              }
              relax.yield %w : !h
            }
          }
          relax.yield %v : !h
        }
      }
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func private @tails(%l: !rows) -> !rows {
  %nil = relax.construct @Nil() : () -> !rows
  %y = relax.match %l : !rows -> !rows {
    case @Nil { relax.yield %nil : !rows }
    case @Cons(%r: !row, %more: !rows) {
      %m = relax.call @tails(%more) : (!rows) -> !rows
      %t = relax.match %r : !row -> !row {
        case @Nil { relax.yield %r : !row }
        case @Cons(%x: !h, %rest: !row) { relax.yield %rest : !row }
      }
      %z = relax.construct @Cons(%t, %m) : (!row, !rows) -> !rows
      relax.yield %z : !rows
    }
  }
  relax.return %y : !rows
}
relax.func private @snoc(%l: !rows, %r: !row) -> !rows {
  %y = relax.match %l : !rows -> !rows {
    case @Nil { %nil = relax.construct @Nil() : () -> !rows
      %z = relax.construct @Cons(%r, %nil) : (!row, !rows) -> !rows
      relax.yield %z : !rows }
    case @Cons(%a: !row, %more: !rows) {
      %m = relax.call @snoc(%more, %r) : (!rows, !row) -> !rows
      %z = relax.construct @Cons(%a, %m) : (!row, !rows) -> !rows
      relax.yield %z : !rows
    }
  }
  relax.return %y : !rows
}
// One diagonal: cells while the last row has one to its right.
relax.func private @diagonal(%down: !rows, %up: !rows) -> !row {
  %nil = relax.construct @Nil() : () -> !row
  %one = relax.constant dense<1> : tensor<i64>
  %y = relax.match %up : !rows -> !row {
    case @Nil { relax.yield %nil : !row }
    case @Cons(%last: !row, %more: !rows) {
      %z = relax.match %last : !row -> !row {
        case @Nil { relax.yield %nil : !row }
        case @Cons(%a: !h, %rest: !row) {
          %v = relax.match %rest : !row -> !row {
            case @Nil { relax.yield %nil : !row }
            case @Cons(%b: !h, %others: !row) {
              %low = relax.constant dense<-2.0> : tensor<6xf32>
              %cell = relax.call @splits(%down, %up, %one, %low) : (!rows, !rows, !number, !h) -> !h
              %d = relax.call @tails(%down) : (!rows) -> !rows
              %u = relax.call @tails(%up) : (!rows) -> !rows
              %m = relax.call @diagonal(%d, %u) : (!rows, !rows) -> !row
              %c = relax.construct @Cons(%cell, %m) : (!h, !row) -> !row
              relax.yield %c : !row
            }
          }
          relax.yield %v : !row
        }
      }
      relax.yield %z : !row
    }
  }
  relax.return %y : !row
}
relax.func private @chart(%down: !rows, %up: !rows) -> !h {
  %none = relax.constant dense<0.0> : tensor<6xf32>
  %row = relax.call @diagonal(%down, %up) : (!rows, !rows) -> !row
  %y = relax.match %row : !row -> !h {
    case @Nil {
      %z = relax.match %up : !rows -> !h {
        case @Nil { relax.yield %none : !h }
        case @Cons(%last: !row, %more: !rows) {
          %v = relax.match %last : !row -> !h {
            case @Nil { relax.yield %none : !h }
            case @Cons(%a: !h, %rest: !row) { relax.yield %a : !h }
          }
          relax.yield %v : !h
        }
      }
      relax.yield %z : !h
    }
    case @Cons(%a: !h, %rest: !row) {
      %d = relax.call @snoc(%down, %row) : (!rows, !row) -> !rows
      %u = relax.construct @Cons(%row, %up) : (!row, !rows) -> !rows
      %z = relax.call @chart(%d, %u) : (!rows, !rows) -> !h
      relax.yield %z : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%l: !words) -> !h {
  %nil = relax.construct @Nil() : () -> !rows
  %row = relax.call @embed(%l) : (!words) -> !row
  %rows = relax.construct @Cons(%row, %nil) : (!row, !rows) -> !rows
  %y = relax.call @chart(%rows, %rows) : (!rows, !rows) -> !h
  relax.return %y : !h
}
