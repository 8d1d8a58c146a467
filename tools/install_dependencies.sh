#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs missing Debian 12 packages (with root or sudo) and one Python environment in .venv; quick if nothing is
# missing. The argument `tests` adds MPICH and Python packages, which only the tests need.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  g++ gfortran cmake ninja-build pkg-config                            # build tools
  libopenmpi-dev openmpi-bin libhwloc-dev libmetis-dev libscotch-dev   # MPI, topology, mesh partition, rank mapping
  libqhull-dev                                                         # mesh generation
  libnetcdf-dev libpnetcdf-dev libyaml-cpp-dev libcli11-dev libfmt-dev nlohmann-json3-dev
  libkissfft-dev                                                       # FFT for a benchmark
  libgtest-dev libbenchmark-dev cdo clang-format iproute2              # tests
  ferret-datasets libncarg-data                                        # bathymetry and winds of the cases
  python3-venv python-cartopy-data                                     # figures
)
# MPICH, for the long tests; its commands have other names, so that mpicc and mpirun remain those of Open MPI.
[ "${1:-}" != tests ] || packages+=(mpich libmpich-dev)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || { echo "error: root or sudo is needed to install: ${missing[*]}" >&2; exit 1; }
    sudo=sudo
  fi
  echo "installing ${missing[*]}"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  apt="$sudo env DEBIAN_FRONTEND=noninteractive apt-get"
  { $apt update && $apt install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1 ||
    { tail -n 20 "$log" >&2; echo "error: apt-get could not install ${missing[*]}" >&2; exit 1; }
fi

# Runs the pip of .venv without a cache, so that it writes nothing outside .venv.
pip() { .venv/bin/python3 -m pip "$@" --quiet --disable-pip-version-check --no-cache-dir; }

# Installs a requirements file if it has changed.
install_python() {
  local requirements=$1 stamp=.venv/installed-$(basename "$1")
  if ! cmp -s "$requirements" "$stamp"; then
    echo "installing Python packages of $requirements into .venv"
    .venv/bin/python3 -m pip --version > /dev/null 2>&1 || /usr/bin/python3 -m venv --clear .venv
    pip install --no-compile -r "$requirements"
    cp "$requirements" "$stamp"
  fi
}
install_python python/requirements.txt
[ -x .venv/bin/groundswell-view ] || pip install --no-deps --editable python
[ -x .venv/bin/groundswell-bench-view ] || pip install --no-deps --editable bench/view
[ "${1:-}" != tests ] || install_python python/requirements-tests.txt
