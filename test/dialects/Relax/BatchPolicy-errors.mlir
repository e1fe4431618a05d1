// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'relax.batch_policy' op table: line 1: expected 'encoding ...', got the end}}
relax.batch_policy @p []
// -----
// expected-error@+1 {{'relax.batch_policy' op table: line 1: expected one of the encodings base, max, sort, got 'best'}}
relax.batch_policy @p ["encoding best", "types 0"]
// -----
// expected-error@+1 {{'relax.batch_policy' op table: line 3: expected one of the types of the table, got '7'}}
relax.batch_policy @p ["encoding sort", "types 0 1", "7 -> 0"]
// -----
// expected-error@+1 {{invalid kind of attribute specified}}
relax.batch_policy @p ["encoding sort", 3]
// -----
// expected-error@+1 {{expected '['}}
relax.batch_policy @p "encoding sort"
