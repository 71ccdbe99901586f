#!/bin/sh
# Takes a base backup into FOLDER/base, and deletes those that are older than DAYS with the log that only they need.
# Fails if PostgreSQL has not archived the start of its log within SECONDS, or cannot archive now. A standby does nothing.
# Usage: base-backup.sh FOLDER [DAYS [SECONDS]]
set -eu
[ $# -ge 1 ] || { sed -n 's/^#.*Usage: /Usage: /p' "$0" >&2; exit 1; }
FOLDER=$(realpath "$1") DAYS=${2:-14} PATIENCE=${3:-300}
umask 077
# The account of PostgreSQL may not read the folder of the caller, and `find` returns to it.
cd /

value() { psql --dbname=postgres --no-password --no-psqlrc --tuples-only --no-align --command="$1"; }

# The first file of the log that a base backup needs.
first_file() {
  tar --extract --gzip --to-stdout --occurrence=1 --file "$1/base.tar.gz" backup_label |
    sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p'
}

STANDBY=$(value 'SELECT pg_is_in_recovery()')
[ "$STANDBY" = f ] || { echo 'This is a standby: only the primary takes base backups.'; exit; }
rm -rf "$FOLDER"/base/*.part
PART=$FOLDER/base/$(date -u +%Y-%m-%dT%H%M%SZ).part
pg_basebackup --pgdata="$PART" --format=tar --gzip --wal-method=stream --checkpoint=fast --no-password
# Its name is the time of its end: it can be restored to any later time.
BASE=$FOLDER/base/$(date -u +%Y-%m-%dT%H%M%SZ)
mv "$PART" "$BASE"

# PostgreSQL archives a record of each base backup after the first file of its log.
FIRST=$(first_file "$BASE")
until [ -n "$(find "$FOLDER/wal" -name "$FIRST.*.backup.gz")" ]; do
  [ "$PATIENCE" -gt 0 ] || { echo "PostgreSQL has not archived $FIRST: see archive_mode and its log." >&2; exit 1; }
  PATIENCE=$((PATIENCE - 1))
  sleep 1
done

find "$FOLDER/base" -mindepth 1 -maxdepth 1 -mtime "+$DAYS" -exec rm -r {} +
OLDEST=$(find "$FOLDER/base" -mindepth 1 -maxdepth 1 -not -name '*.part' | sort | head -n 1)
pg_archivecleanup -x .gz "$FOLDER/wal" "$(first_file "$OLDEST")"

FAILED=$(value "
  SELECT last_failed_wal FROM pg_stat_archiver WHERE last_failed_time > coalesce(last_archived_time, '-infinity')")
[ -z "$FAILED" ] || { echo "PostgreSQL cannot archive $FAILED: see its log." >&2; exit 1; }
