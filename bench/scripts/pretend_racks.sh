#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Creates the links of emulated hosts in racks, then executes COMMAND. Called by bench/scripts/pretend_hosts.sh in
# separate network and mount namespaces: nothing changes on the machine itself, and all links vanish when the last
# process ends.
#   bench/scripts/pretend_racks.sh HOSTS RACKS DEAL RATE HOST_RATE COMMAND ...
# Each host is a network namespace /dev/shm/pretendN with two devices: `data` (10.99.0.0/16), to the bridge of its rack,
# and `manage` (10.98.0.0/16), to mpirun alone. Each rack has a link to the bridge `spine`, limited to RATE in both
# directions; the links `data` are limited to HOST_RATE unless that is "none".
set -euo pipefail
hosts=$1 racks=$2 deal=$3 rate=$4 host_rate=$5
shift 5

rack_of() {
  if [ "$deal" = blocks ]; then
    echo $((($1 - 1) * racks / hosts + 1))
  else
    echo $((($1 - 1) % racks + 1))
  fi
}

address_of() { echo "10.$1.$(($2 / 250)).$(($2 % 250 + 1))/16"; }

# Packets beyond the rate are queued; the queue is so long that TCP never loses one.
hold() { echo "qdisc add dev $1 root tbf rate $2 burst 5kb limit 64mb"; }

lay_racks() {
  echo "link set lo up"
  for bridge in manage spine $(seq -f rack%g "$racks"); do
    echo "link add $bridge type bridge"
    echo "link set $bridge up"
  done
  echo "addr add 10.98.255.254/16 dev manage"
  for ((rack = 1; rack <= racks; ++rack)); do
    echo "link add up$rack type veth peer name down$rack"
    echo "link set up$rack master rack$rack up"
    echo "link set down$rack master spine up"
  done
  for ((host = 1; host <= hosts; ++host)); do
    echo "link add data$host type veth peer name data netns /dev/shm/pretend$host"
    echo "link set data$host master rack$(rack_of "$host") up"
    echo "link add manage$host type veth peer name manage netns /dev/shm/pretend$host"
    echo "link set manage$host master manage up"
  done
}

hold_rates() {
  for ((rack = 1; rack <= racks; ++rack)); do
    hold "up$rack" "$rate"
    hold "down$rack" "$rate"
  done
  [ "$host_rate" = none ] || for ((host = 1; host <= hosts; ++host)); do hold "data$host" "$host_rate"; done
}

lay_host() {
  echo "link set lo up"
  for device in data manage; do
    network=$([ $device = data ] && echo 99 || echo 98)
    echo "addr add $(address_of "$network" "$1") dev $device"
    echo "link set $device up"
  done
}

lay_links() {
  mount -t tmpfs tmpfs /dev/shm
  for ((host = 1; host <= hosts; ++host)); do
    touch /dev/shm/pretend"$host"
    unshare --net=/dev/shm/pretend"$host" true
  done
  lay_racks | ip -batch -
  hold_rates | tc -batch -
  for ((host = 1; host <= hosts; ++host)); do
    lay_host "$host" | nsenter --net=/dev/shm/pretend"$host" ip -batch -
    [ "$host_rate" = none ] || hold data "$host_rate" | nsenter --net=/dev/shm/pretend"$host" tc -batch -
  done
}

set +e
said=$(set -e && lay_links 2>&1)
status=$?
set -e
if [ $status -ne 0 ]; then
  echo "pretend_hosts.sh: error: this system allows no virtual links, which racks need (veth, bridges, tbf): $said" >&2
  exit 77
fi
export PRETEND_RACKS=yes
exec "$@"
