# Functions that the scripts of this folder share; sourced, never run. They set these for the caller:
#   root    the checkout
#   build   the build folder ($BUILD, default $root/build)
#   llvm    where Debian puts LLVM's tools

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD:-$root/build}
llvm=/usr/lib/llvm-22/bin
export PATH="$build/bin:$llvm:$PATH" # what a script runs by name is what was built here

# Debian 12 has them all; LLVM and MLIR 22 are in bookworm-security.
packages=(
  clang-22 lld-22 llvm-22 llvm-22-dev llvm-22-tools libclang-rt-22-dev libomp-22-dev
  libmlir-22-dev mlir-22-tools
  ccache cmake ninja-build python3
  zlib1g-dev libzstd-dev libxml2-dev libffi-dev libncurses-dev
  libprotobuf-c-dev protobuf-c-compiler protobuf-compiler
  libcjson-dev libssl-dev libcmocka-dev libstb-dev libisl-dev libgmp-dev libpcre2-dev
  libopenblas-dev
)

say() { printf '== %s\n' "$*"; }

die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# usage_if_asked "$@": prints the comment at the head of the script for --help; refuses any argument.
usage_if_asked() {
  [ $# -eq 0 ] && return
  [ "$1" = --help ] || die "unknown argument '$1' (try --help)"
  sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"
  exit 0
}

# Prints those of the packages that are not installed.
missing_packages() {
  local package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

# Installs what is missing; without a missing package it touches neither network nor rights.
install_packages() {
  command -v dpkg-query >/dev/null || die "expected Debian 12 (there is no dpkg here); install by hand: ${packages[*]}"
  local missing
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} -eq 0 ]; then
    say "all ${#packages[@]} Debian packages are installed"
    return
  fi
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "installing needs root or sudo; run as root: apt-get update && apt-get install ${missing[*]}"
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n) # a script has nobody to type a password
    "${as_root[@]}" true || die "sudo was refused; run as root: apt-get update && apt-get install ${missing[*]}"
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  local log
  log=$(mktemp)
  "${as_root[@]}" apt-get update >"$log" 2>&1 </dev/null || install_failed "$log"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
    >"$log" 2>&1 </dev/null || install_failed "$log"
  rm -f "$log"
}

install_failed() {
  grep -E '^(E|Err|W):' "$1" >&2 || tail -n 5 "$1" >&2
  die "apt-get failed (log: $1); the packages come from Debian 12's bookworm and bookworm-security"
}

# oneDNN's own wheels, checked, as $build/onednn, where CMake looks for it. Without pip or a network its back end is not built.
fetch_onednn() {
  [ -e "$build/onednn/include" ] && return
  mkdir -p "$build/onednn.wheels"
  if ! python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    -r "$root/utils/onednn.txt" -d "$build/onednn.wheels" >"$build/onednn.wheels/log" 2>&1 </dev/null; then
    say "oneDNN could not be fetched ($(tail -n 1 "$build/onednn.wheels/log")): its tests are skipped"
    return
  fi
  for wheel in "$build"/onednn.wheels/*.whl; do python3 -m zipfile -e "$wheel" "$build/onednn.wheels"; done
  mkdir -p "$build/onednn"
  cp -r "$build"/onednn.wheels/*.data/data/{include,lib} "$build/onednn" 2>/dev/null || true # each has one of them
  rm -rf "$build/onednn.wheels"
}

# Configures (once) and builds. BUILD_TYPE is one of Release, Debug, Sanitize, Fuzz; default as configured.
build_all() {
  say "building in $build (the first time takes some minutes)"
  mkdir -p "$build" 2>/dev/null || die "cannot create the build folder '$build'"
  fetch_onednn
  cmake -S "$root" -B "$build" -G Ninja ${BUILD_TYPE:+-DCMAKE_BUILD_TYPE="$BUILD_TYPE"} >"$build/configure.log" 2>&1 </dev/null ||
    { tail -n 20 "$build/configure.log" >&2; die "cmake failed (log: $build/configure.log)"; }
  ninja -C "$build" </dev/null || die "the build failed"
  rm -f "$build/configure.log"
}
