#!/bin/sh
# Takes a base backup into FOLDER/base, and deletes those that are older than DAYS with the log that only they need.
# Fails if PostgreSQL does not archive its log. Usage: base-backup.sh FOLDER [DAYS]
set -eu
FOLDER=$1 DAYS=${2:-14}
umask 077
rm -rf "$FOLDER"/base/*.part
PART=$FOLDER/base/$(date -u +%Y-%m-%dT%H%M%SZ).part
pg_basebackup --pgdata="$PART" --format=tar --gzip --wal-method=stream --checkpoint=fast --no-password
# Its name is the time of its end: it can be restored to any later time.
mv "$PART" "$FOLDER/base/$(date -u +%Y-%m-%dT%H%M%SZ)"

find "$FOLDER/base" -mindepth 1 -maxdepth 1 -mtime "+$DAYS" -exec rm -r {} +
OLDEST=$(find "$FOLDER/base" -mindepth 1 -maxdepth 1 -not -name '*.part' | sort | head -n 1)
FIRST=$(tar --extract --gzip --to-stdout --occurrence=1 --file "$OLDEST/base.tar.gz" backup_label |
  sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
pg_archivecleanup -x .gz "$FOLDER/wal" "$FIRST"

FAILED=$(psql --dbname=postgres --no-password --no-psqlrc --tuples-only --no-align --command="
  SELECT last_failed_wal FROM pg_stat_archiver WHERE last_failed_time > coalesce(last_archived_time, '-infinity')")
[ -z "$FAILED" ] || { echo "PostgreSQL cannot archive $FAILED: see its log." >&2; exit 1; }
