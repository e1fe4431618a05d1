# undefined.sh MODULE OUT: makes an object of a module for each target; a line for each symbol that one leaves to others.
set -e
for target in x86-64-v2 x86-64-v3 x86-64-v4 aarch64 riscv64-v; do
  relax-translate --emit-object --target=$target "$1" -o "$2.$target.o"
  llvm-nm -u "$2.$target.o" | sed "s/^ */$target /"
done
