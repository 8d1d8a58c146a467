#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs an MPI program on emulated hosts on this one machine. Each host has its own host name and its own shared memory
# (UTS, IPC and mount namespaces), so that processes on different hosts communicate by TCP. All hosts share the file
# system.
#   bench/scripts/pretend_hosts.sh -n 4 PROGRAM ...              # pretend1 pretend2 pretend1 pretend2
#   bench/scripts/pretend_hosts.sh -n 4 --group 2 PROGRAM ...    # pretend1 pretend1 pretend2 pretend2
# Options: --hosts H (2); --group M (1): processes are placed on the hosts round-robin in groups of M; --bind core or
# --bind hwthread gives each host --cores C (1) cores of its own and each process one core or hardware thread, which
# processes share if a host has more processes than these; --bind none (the default) leaves binding to the system.
# --racks R: the hosts stand in R racks, each host in a network namespace of its own, and processes on different hosts
# communicate over virtual links that are invisible outside. The link of each rack to the others is limited to --rate
# (200mbit) in both directions, the link of each host to --host-rate (none). --deal alternate (the default) distributes
# the hosts over the racks round-robin, so that the default order of the processes is a bad one; --deal blocks gives
# each rack consecutive hosts.
#   bench/scripts/pretend_hosts.sh -n 8 --hosts 8 --racks 2 --rate 200mbit PROGRAM ...
# Needs Linux, Open MPI 4, root or user namespaces and, for racks, the programs ip and tc; without them it ends with an
# error message and status 77.
set -euo pipefail
name=pretend_hosts.sh
here=$(cd "$(dirname "$0")" && pwd)

# fail STATUS MESSAGE
fail() { echo "$name: error: $2" >&2; exit "$1"; }

# Called by mpirun in place of ssh: runs the daemon's command on an emulated host. The daemon's folder, named after the
# host, is in the host's own /dev/shm: elsewhere, a run that ends might remove the folder while another run creates it.
if [ "${1:-}" = --agent ]; then
  host=$2
  shift 2
  export OMPI_MCA_orte_tmpdir_base=/dev/shm
  # shellcheck disable=SC2016  # the shell inside expands it
  enter='set -e; hostname "$1"; mount -t tmpfs tmpfs /dev/shm'
  network=()
  [ -z "${PRETEND_RACKS:-}" ] || network=(nsenter --net=/dev/shm/"$host")
  if [ "$(id -u)" -eq 0 ]; then
    exec "${network[@]}" unshare --uts --ipc --mount bash -c "$enter; exec bash -c \"\$2\"" agent "$host" "$*"
  fi
  back="unshare --user --map-user=$(id -u) --map-group=$(id -g)"  # root in the namespace becomes the user again
  exec unshare --user --map-root-user --uts --ipc --mount bash -c "$enter; exec $back bash -c \"\$2\"" agent "$host" "$*"
fi

# Started by mpirun on a host: runs the program on the processors of this process. PRETEND_CPUS lists the processors of
# each host, for example "0 1/2 3".
if [ "${1:-}" = --process ]; then
  shift
  IFS=/ read -ra of_hosts <<< "$PRETEND_CPUS"
  host=$(hostname)
  read -ra cpus <<< "${of_hosts[${host#pretend} - 1]}"
  exec taskset --cpu-list "${cpus[OMPI_COMM_WORLD_LOCAL_RANK % ${#cpus[@]}]}" "$@"
fi

words=("$@")
n="" hosts=2 group=1 cores=1 bind=none racks="" rate="" host_rate="" deal=""
while [[ ${1:-} == -* ]]; do
  [ $# -gt 1 ] || fail 2 "$1 needs a value"
  case $1 in
    -n) n=$2 ;;
    --hosts) hosts=$2 ;;
    --group) group=$2 ;;
    --cores) cores=$2 ;;
    --bind) bind=$2 ;;
    --racks) racks=$2 ;;
    --rate) rate=$2 ;;
    --host-rate) host_rate=$2 ;;
    --deal) deal=$2 ;;
    *) fail 2 "there is no option $1; $here/$name begins with a list of them" ;;
  esac
  case $1 in
    --bind | --deal) ;;
    --rate | --host-rate)
      [[ $2 =~ ^[1-9][0-9]*[kmg]bit$ || "$1 $2" == "--host-rate none" ]] || fail 2 "$1 is '$2'; write a rate: 200mbit" ;;
    *) [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || fail 2 "$1 is '$2'; write a number from 1 to 99999" ;;
  esac
  shift 2
done
[ -n "$n" ] || fail 2 "say how many processes: -n 4"
[ $# -gt 0 ] || fail 2 "name the program that is to run"
[[ $bind =~ ^(core|hwthread|none)$ ]] || fail 2 "--bind is '$bind'; write core, hwthread or none"
[[ $deal =~ ^(alternate|blocks|)$ ]] || fail 2 "--deal is '$deal'; write alternate or blocks"
[ -n "$racks" ] || [ -z "$rate$host_rate$deal" ] || fail 2 "rates and --deal are for racks; say how many: --racks 2"
[ "${racks:-0}" -le "$hosts" ] || fail 2 "--racks is $racks, but there are $hosts hosts; each rack has one or more"

[[ $(mpirun --version 2>&1) == *"Open MPI) 4."* ]] || fail 77 "pretend hosts need the mpirun of Open MPI 4"
if ! said=$("$here/$name" --agent pretend1 true 2>&1); then
  fail 77 "this system allows no namespaces, which pretend hosts need (as root, or where users may make them): $said"
fi

# With racks, everything runs in a separate network namespace.
networks=lo,lo
if [ -n "$racks" ]; then
  PATH=$PATH:/usr/sbin:/sbin
  network=(unshare --net --mount)
  [ "$(id -u)" -eq 0 ] || network+=(--user --map-root-user)
  if [ -z "${PRETEND_RACKS:-}" ]; then
    { command -v ip && command -v tc; } > /dev/null || fail 77 "racks of pretend hosts need the programs ip and tc (Debian's iproute2)"
    said=$("${network[@]}" true 2>&1) || fail 77 "this system allows no network namespaces, which racks need: $said"
    exec "${network[@]}" "$here/pretend_racks.sh" "$hosts" "$racks" "${deal:-alternate}" "${rate:-200mbit}" \
      "${host_rate:-none}" "$here/$name" "${words[@]}"
  fi
  networks=10.98.0.0/16,10.99.0.0/16
  export OMPI_MCA_orte_tmpdir_base=/dev/shm  # mpirun's own folder, too: here /dev/shm is that of this run alone
fi

# Prints the processors of each host, for example "0 1/2 3/": with --bind core, the host's cores, each with all its
# threads; with --bind hwthread, the first threads of the host's cores, then the second ones, and so on.
find_processors() {
  lscpu --parse=CPU,CORE,SOCKET | awk -F , -v allowed="$(taskset -cp $$ | sed 's/.*: //')" \
    -v hosts="$hosts" -v cores="$cores" -v bind="$bind" '
    BEGIN {
      n_range = split(allowed, ranges, ",")
      for (i = 1; i <= n_range; ++i) {
        n_end = split(ranges[i], ends, "-")
        for (cpu = ends[1] + 0; cpu <= ends[n_end] + 0; ++cpu) may_use[cpu]
      }
    }
    /^#/ || !($1 in may_use) { next }
    {
      if (!(($2, $3) in core_of)) core_of[$2, $3] = n_core++
      core = core_of[$2, $3]
      thread = n_thread[core]++
      if (thread > last_thread) last_thread = thread
      cpu_of[core, thread] = $1
      cpus_of[core] = cpus_of[core] (thread ? "," : "") $1
    }
    END {
      if (hosts * cores > n_core) { print n_core; exit 1 }
      for (first = 0; first < hosts * cores; first += cores) {
        for (core = first; bind == "core" && core < first + cores; ++core) printf "%s ", cpus_of[core]
        for (thread = 0; bind == "hwthread" && thread <= last_thread; ++thread)
          for (core = first; core < first + cores; ++core)
            if ((core, thread) in cpu_of) printf "%s ", cpu_of[core, thread]
        printf "/"
      }
    }'
}

options=(-q)
[ "$(id -u)" -ne 0 ] || options+=(--allow-run-as-root)
places=""
for ((rank = 0; rank < n; ++rank)); do places+="${places:+,}pretend$((rank / group % hosts + 1))"; done
process=()
if [ "$bind" != none ]; then
  PRETEND_CPUS=$(find_processors) || fail 2 "$hosts host(s) of $cores core(s) are more than the $PRETEND_CPUS core(s) that \
this program may use; take fewer, or --bind none"
  export PRETEND_CPUS
  process=("$name" --process)
fi
export PATH=$here:$PATH  # mpirun finds the agent there
export OMPI_MCA_mpi_yield_when_idle=1  # otherwise a waiting process keeps others on its processor from computing
# Host names are not looked up: a name server that does not answer would cost 5 s per start.
exec mpirun "${options[@]}" --mca if_base_do_not_resolve 1 --host "$places" --map-by seq --bind-to none --mca plm_rsh_agent "$name --agent" \
  --mca oob_tcp_if_include "${networks%,*}" --mca btl_tcp_if_include "${networks#*,}" --mca pml ob1 \
  --mca btl self,vader,tcp "${process[@]}" "$@"
