#!/bin/sh
# Puts the newest base backup before TIME into the empty folder DATA. PostgreSQL, once started on it, goes on to TIME by the
# archived log, or to the end of the log. Usage: restore.sh FOLDER DATA [TIME [TIMELINE]]
set -eu
FOLDER=$(realpath "$1") DATA=$2 TIME=${3:-} TIMELINE=${4:-latest}
umask 077
# The names of base backups are times in this form.
BEFORE=$(date -u ${TIME:+--date="$TIME"} +%Y-%m-%dT%H%M%SZ)
BASE=$(find "$FOLDER/base" -mindepth 1 -maxdepth 1 -name '*Z' -printf '%f\n' | sort |
  awk -v before="$BEFORE" '$0 <= before' | tail -n 1)
[ -n "$BASE" ] || { echo "No base backup ended before $BEFORE." >&2; exit 1; }
mkdir -p "$DATA"
[ -z "$(ls -A "$DATA")" ] || { echo "$DATA is not empty." >&2; exit 1; }
chmod 700 "$DATA"
tar --extract --gzip --file "$FOLDER/base/$BASE/base.tar.gz" --directory "$DATA"
tar --extract --gzip --file "$FOLDER/base/$BASE/pg_wal.tar.gz" --directory "$DATA/pg_wal"
PATH=$PATH:/usr/lib/postgresql/$(cat "$DATA/PG_VERSION")/bin
pg_verifybackup --quiet --manifest-path="$FOLDER/base/$BASE/backup_manifest" "$DATA"

# Nothing reads a state before TIME, because hot_standby is off. PostgreSQL removes these lines once it has recovered.
MARK='until the end of recovery'
sed "s/$/ # $MARK/" >> "$DATA/postgresql.auto.conf" <<SETTINGS
restore_command = '$(realpath "$(dirname "$0")")/restore-wal.sh "$FOLDER" %f %p'
recovery_end_command = 'sed -i "/# $MARK/d" postgresql.auto.conf'
recovery_target_timeline = '$TIMELINE'
recovery_target_action = promote
hot_standby = off
${TIME:+recovery_target_time = '$(date -u --date="$TIME" '+%Y-%m-%d %H:%M:%S.%6N+00')'}
SETTINGS
touch "$DATA/recovery.signal"
echo "Restored the base backup $BASE. Start PostgreSQL on $DATA."
