#!/bin/sh
# Restores the newest backup with its log into a temporary folder of TMPDIR, starts PostgreSQL there, checks all tables and
# indexes, and prints the time of the last change. Usage: check-backup.sh FOLDER
set -eu
[ $# -ge 1 ] || { sed -n 's/^#.*Usage: /Usage: /p' "$0" >&2; exit 1; }
case "${TMPDIR:=/tmp}" in
  # The options of PostgreSQL below have it between quotes of a shell, and a comma would separate two folders.
  *[\'\"\\\$\`,]* | *'
'*) echo "TMPDIR must have no quote, backslash, dollar sign, comma or line break: $TMPDIR" >&2; exit 1 ;;
esac
SCRATCH=$(realpath "$(mktemp -d)")
DATA=$SCRATCH/data
trap 'pg_ctl --pgdata="$DATA" --mode=immediate stop > /dev/null 2>&1 || true; rm -rf "$SCRATCH"' EXIT
"$(dirname "$0")/restore.sh" "$1" "$DATA"
# As in base-backup.sh: otherwise each program below warns that it cannot return to the folder of the caller.
cd /
PATH=$PATH:/usr/lib/postgresql/$(cat "$DATA/PG_VERSION")/bin
# Debian has the configuration elsewhere, so the backup lacks it.
: > "$DATA/postgresql.conf"
echo 'local all all trust' > "$DATA/pg_hba.conf"
# It must not archive: the archive is that of the real server.
pg_ctl --pgdata="$DATA" --log="$SCRATCH/log" start --options="-c archive_mode=off -c listen_addresses= \
  -c port=5432 -c 'unix_socket_directories=$SCRATCH' -c 'hba_file=$DATA/pg_hba.conf' -c shared_buffers=128MB" > /dev/null ||
  { cat "$SCRATCH/log" >&2; exit 1; }
export PGHOST="$SCRATCH" PGPORT=5432
until pg_isready --quiet; do
  pg_ctl --pgdata="$DATA" status > /dev/null || { cat "$SCRATCH/log" >&2; exit 1; }
  sleep 1
done
pg_amcheck --all --install-missing --no-password
psql --dbname=postgres --no-password --no-psqlrc --tuples-only --no-align --command="
  SELECT 'The backup is good. Its last change is of ' || coalesce(pg_last_xact_replay_timestamp()::text, 'its own time')"
