relax.target @tuned "x86_64" cpu "x86-64-v3" tune "znver3" features ["avxvnni", "gfni"] vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
