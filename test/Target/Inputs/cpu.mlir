relax.target @cpu "x86_64" cpu "x86-64-v9" features ["avxvni"] vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
