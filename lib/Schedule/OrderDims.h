//===- OrderDims.h - which dimension of a tensor stands last (internal) ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A buffer is turned to its dimension d if that stands last in memory, behind
// the others in their order. -1: it is as it was.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SCHEDULE_ORDERDIMS_H
#define RELAX_SCHEDULE_ORDERDIMS_H

#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Schedule/Scheduler.h"

/// A program of computes that write its last buffer, and what they touch.
typedef struct OrderProgram {
  Scheduler scheduler;
  intptr_t numBuffers;
  ScheduleAccess *accesses; // stb_ds
  int64_t lanes;            // of the target
  int64_t copyRounds;       // of it, see ScheduleLimits
} OrderProgram;

/// False (and nothing to free) of a program of another form.
bool orderRead(RelaxPassRun *run, MlirOperation func, OrderProgram *program);
void orderFree(OrderProgram *program);

/// The dimension of the result along which sums over windows would have lanes
/// if it stood last: each element of the weight belongs to one of its elements,
/// and all of these read the same input. -1: none, or it is the last already.
/// `turned`: of each buffer; `weights`: is it one?
intptr_t orderWish(OrderProgram *program, const intptr_t *turned,
                   const bool *weights);

/// Is the program a copy of the buffer in another order, whatever it does to
/// the elements on the way? It may as well read one that is turned, as `turned`
/// says of each. Not where the dimension is cut or joined with others: a copy
/// and a view take less than a division for every element.
bool orderMoves(OrderProgram *program, intptr_t buffer, const intptr_t *turned);
/// Are lanes along the places as good as others, and save a copy of the result
/// (OrderDimsPlaces.c)? Not where an operand is turned.
bool orderSumsPlaces(OrderProgram *program, const intptr_t *turned);
/// Does the program begin with the buffer? Sums decide how the result lies
/// best, not what is added to them behind.
bool orderLeads(OrderProgram *program, intptr_t buffer);

/// Where elements go that lie side by side along dimension `dim` of `buffer`.
typedef enum OrderFlow {
  ORDER_NOWHERE, // one after the other, not side by side
  ORDER_SUMMED,  // into the same sums
  ORDER_RESULT,  // to elements side by side along a dimension of the result
  ORDER_BOTH,    // into the same sums, and to such elements behind them
} OrderFlow;

/// All loads of the buffer do the same; `to` gets the dimension of the result.
OrderFlow orderFollow(OrderProgram *program, intptr_t buffer, intptr_t dim,
                      intptr_t *to);
/// The dimension of `buffer` that goes along with dimension `to` of the result
/// and does not stand last in it; -1 if there is none, or several. Sums that
/// read the same along `to` need no order.
intptr_t orderPartner(OrderProgram *program, intptr_t buffer, intptr_t to);

/// The only dimension of an access that an iterator moves, element by element;
/// -1.
intptr_t orderDimAlong(OrderProgram *program, const ScheduleAccess *access,
                       MlirValue iterator);
/// Of the k-th iterator; 0 if it is not known.
int64_t orderExtentOf(OrderProgram *program, MlirOperation compute, intptr_t k);
/// Has the sum lanes as it is: do neighbours in the result read neighbours?
bool orderHasLanes(OrderProgram *program, MlirOperation compute,
                   const intptr_t *turned);
/// Is there nothing but dimensions of extent 1 behind `dim`?
bool orderIsLast(MlirType buffer, intptr_t dim);
/// The dimensions in the order of a buffer that is turned to `dim`.
void orderPermute(const MlirAttribute *dims, intptr_t rank, intptr_t dim,
                  MlirAttribute *turned);

/// The same program for buffers that are turned so; in the module, behind
/// `func`.
MlirOperation orderVariant(RelaxPassRun *run, ModuleSymbols *symbols,
                           MlirOperation func, const intptr_t *turned);

//===----------------------------------------------------------------------===//
// Values (OrderDimsCopies.c)
//===----------------------------------------------------------------------===//

enum { ORDER_COUNT_TURNED, ORDER_COUNT_COPIES };

/// A value that is turned, and the same elements in their own order (or null).
typedef struct OrderTurned {
  MlirValue value, plain;
  intptr_t dim;
} OrderTurned;

typedef struct OrderVersion {
  MlirOperation from, to;
  intptr_t *turned;
} OrderVersion;

typedef struct Order {
  RelaxPassRun *run;
  ModuleSymbols *symbols;
  int64_t lanes, copyRounds; // of the target of the call at hand
  OrderTurned *values;       // stb_ds
  OrderVersion *variants;    // stb_ds
} Order;

/// What is known of a value that is turned, until the next one; NULL.
OrderTurned *orderFind(Order *order, MlirValue value);
/// The elements of a turned value in their own order: a copy, made once.
MlirValue orderPlain(Order *order, OrderTurned *turned);
/// A value turned to a dimension: one that is there, or a copy.
MlirValue orderTurn(Order *order, MlirValue value, intptr_t dim);

#endif // RELAX_SCHEDULE_ORDERDIMS_H
