#!/bin/bash
# Boots systemd with the units of deploy/systemd/ on a copy-on-write view of this machine, in namespaces of its own.
# Usage: boot-units.sh FOLDER PROJECT NODE; FOLDER has environment and rates.csv. It ends, with all of it, when it is killed.
set -eu
FOLDER=$1 PROJECT=$2 NODE=$3

# A group of its own, which then is the root of the groups that systemd sees.
if [ "${4:-}" = '' ]; then
  mkdir "$FOLDER/groups"
  mount -t cgroup2 none "$FOLDER/groups"
  mkdir "$FOLDER/groups/art-marketplace-units"
  echo $$ >"$FOLDER/groups/art-marketplace-units/cgroup.procs"
  umount "$FOLDER/groups"
  exec unshare --mount --pid --fork --uts --ipc --cgroup --kill-child "$0" "$@" inside
fi

mount -t tmpfs tmpfs "$FOLDER/view"
ROOT=$FOLDER/view/root
mkdir "$FOLDER/view/changes" "$FOLDER/view/work" "$ROOT"
mount -t overlay overlay -o "lowerdir=/,upperdir=$FOLDER/view/changes,workdir=$FOLDER/view/work" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --bind "$ROOT/proc/sys" "$ROOT/proc/sys"
mount -o remount,bind,ro "$ROOT/proc/sys"
mount -t sysfs -o ro sysfs "$ROOT/sys"
mount -t cgroup2 none "$ROOT/sys/fs/cgroup"
for name in run tmp dev; do mount -t tmpfs tmpfs "$ROOT/$name"; done
for name in null zero full random urandom tty; do
  touch "$ROOT/dev/$name"
  mount --bind "/dev/$name" "$ROOT/dev/$name"
done
mkdir "$ROOT/dev/shm" "$ROOT/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
ln -s pts/ptmx "$ROOT/dev/ptmx"

mkdir -p "$ROOT/opt/art-marketplace"
mount --bind "$PROJECT" "$ROOT/opt/art-marketplace"
touch "$ROOT/usr/bin/node"
mount --bind "$NODE" "$ROOT/usr/bin/node"
install -m 600 "$FOLDER/environment" "$ROOT/etc/art-marketplace.env"
install -m 644 "$FOLDER/rates.csv" "$ROOT/etc/rates.csv"
install -m 755 "$FOLDER/rates.sh" "$ROOT/etc/rates.sh"
mount --bind "$ROOT/etc/rates.sh" "$ROOT/opt/art-marketplace/deploy/systemd/rates.sh"

# No other unit of this machine.
mount -t tmpfs tmpfs "$ROOT/lib/systemd/system"
rm -r "$ROOT/etc/systemd/system"
install -m 644 -D -t "$ROOT/etc/systemd/system" "$PROJECT"/deploy/systemd/*.service "$PROJECT"/deploy/systemd/*.timer
for name in default sysinit basic shutdown multi-user timers network-online; do
  printf '[Unit]\nDefaultDependencies=no\n' >"$ROOT/lib/systemd/system/$name.target"
done

cd "$ROOT"
mkdir -p old
pivot_root . old
umount --lazy /old
exec env --ignore-environment container=lxc PATH=/usr/sbin:/usr/bin /lib/systemd/systemd --show-status=no
