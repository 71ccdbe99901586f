#!/bin/sh
# Puts the newest base backup before TIME into the empty folder DATA. PostgreSQL, once started on it, goes on to TIME by the
# archived log of TIMELINE (a number, by default the newest), or to the end of it. Usage: restore.sh FOLDER DATA [TIME [TIMELINE]]
set -eu
[ $# -ge 2 ] || { sed -n 's/^#.*Usage: /Usage: /p' "$0" >&2; exit 1; }
FOLDER=$(realpath "$1") DATA=$(realpath --canonicalize-missing "$2") TIME=${3:-} TIMELINE=${4:-latest}
[ -r "$FOLDER/base" ] || { echo "There is no folder $FOLDER/base that the account $(id -un) can read." >&2; exit 1; }
SCRIPTS=$(realpath "$(dirname "$0")")
# The command that PostgreSQL runs has both paths between quotes of the shell.
case "$SCRIPTS$FOLDER" in
  *[\'\"\\\$\`%]* | *'
'*) echo "A path must have no quote, backslash, dollar sign, percent sign or line break: $SCRIPTS, $FOLDER" >&2; exit 1 ;;
esac
umask 077
# As in base-backup.sh.
cd /

base_backups() { find "$FOLDER/base" -mindepth 1 -maxdepth 1 -name '*Z' -printf '%f\n' | sort --reverse; }

# The timeline on which a base backup ended, and its position in the log then.
end_of() {
  sed -n 's|.*"Timeline": \([0-9]*\),.*"End-LSN": "\([0-9A-F/]*\)".*|\1 \2|p' "$FOLDER/base/$1/backup_manifest" | tail -n 1
}

# The numbers of all timelines. Each but the first has a history in the archive, or was there before the archive.
timelines() {
  find "$FOLDER/wal" -name '*.history.gz' -printf '0x%f\n' | sed 's/\..*//' | xargs --no-run-if-empty printf '%d\n'
  for NAME in $(base_backups); do end_of "$NAME"; done | cut -d ' ' -f 1
}

position() { echo $((0x${1%/*} << 32 | 0x${1#*/})); }

# The position at which a timeline ends; nothing for one that is not on the way to the target.
fork_of() {
  [ "$1" = "$TARGET" ] && echo 7FFFFFFF/FFFFFFFF || echo "$HISTORY" | awk -v timeline="$1" '$1 == timeline { print $2 }'
}

# Whether the log leads from a base backup to the target: the backup ended on its timeline, or on an earlier one before the fork.
leads_to_target() {
  set -- $(end_of "$1")
  FORK=$(fork_of "$1")
  [ -n "$FORK" ] && [ "$(position "$2")" -le "$(position "$FORK")" ]
}

# The number of the file in which a timeline ends. From there on, the files of the next timeline count: PostgreSQL copies the
# start of that file. It is 0 for a timeline that is not on the way to the target.
end_file() {
  FORK=$(fork_of "$1")
  echo $(($(position "${FORK:-0/0}") / SIZE))
}

# The first file of the archive on the way from the base backup to the target before which one is missing. PostgreSQL takes a
# missing file for the end of the log.
after_gap() {
  SIZE=$(LC_ALL=C pg_controldata "$DATA" | sed -n 's/^Bytes per WAL segment: *//p')
  set -- $(end_of "$BASE")
  LAST=$((($(position "$2") - 1) / SIZE)) END=$(end_file "$1") OF=
  [ "$LAST" -lt "$END" ] || LAST=$((END - 1))
  ls "$FOLDER/wal" | grep -E '^[0-9A-F]{24}\.gz$' | while read -r NAME; do
    PLACE=${NAME#????????}
    ON=$((0x${NAME%"$PLACE"})) PLACE=${PLACE%.gz}
    [ "$ON" = "$OF" ] || { OF=$ON END=$(end_file "$ON"); }
    NUMBER=$((0x${PLACE%????????} * (1 << 32) / SIZE + 0x${PLACE#????????}))
    [ "$NUMBER" -gt "$LAST" ] && [ "$NUMBER" -lt "$END" ] || continue
    [ "$NUMBER" -eq $((LAST + 1)) ] || { echo "${NAME%.gz}"; break; }
    LAST=$NUMBER
  done
}

[ "$TIMELINE" = latest ] && TARGET=$(timelines | sort -n | tail -n 1) || TARGET=$(printf %d "$TIMELINE")
FILE=$FOLDER/wal/$(printf %08X "$TARGET").history.gz
[ -e "$FILE" ] && HISTORY=$(gzip --decompress --stdout "$FILE") || HISTORY=
# The names of base backups are times in this form.
BEFORE=$(date -u ${TIME:+--date="$TIME"} +%Y-%m-%dT%H%M%SZ)
BASE=$(base_backups | awk -v before="$BEFORE" '$0 <= before' |
  while read -r NAME; do if leads_to_target "$NAME"; then echo "$NAME"; break; fi; done)
[ -n "$BASE" ] || { echo "No base backup of timeline ${TARGET:-$TIMELINE} ended before $BEFORE." >&2; exit 1; }
mkdir -p "$DATA"
[ -z "$(ls -A "$DATA")" ] || { echo "$DATA is not empty: stop PostgreSQL, and move this folder away." >&2; exit 1; }
chmod 700 "$DATA"
tar --extract --gzip --file "$FOLDER/base/$BASE/base.tar.gz" --directory "$DATA"
tar --extract --gzip --file "$FOLDER/base/$BASE/pg_wal.tar.gz" --directory "$DATA/pg_wal"
PATH=$PATH:/usr/lib/postgresql/$(cat "$DATA/PG_VERSION")/bin
pg_verifybackup --quiet --manifest-path="$FOLDER/base/$BASE/backup_manifest" "$DATA"

# Nothing reads a state before TIME, because hot_standby is off. PostgreSQL removes these lines once it has recovered.
MARK='until the end of recovery'
sed "s/$/ # $MARK/" >> "$DATA/postgresql.auto.conf" <<SETTINGS
restore_command = '"$SCRIPTS/restore-wal.sh" "$FOLDER" %f %p'
recovery_end_command = 'sed -i "/# $MARK/d" postgresql.auto.conf'
recovery_target_timeline = '$TIMELINE'
recovery_target_action = promote
hot_standby = off
${TIME:+recovery_target_time = '$(date -u --date="$TIME" '+%Y-%m-%d %H:%M:%S.%6N+00')'}
SETTINGS
touch "$DATA/recovery.signal"
echo "Restored the base backup $BASE. Start PostgreSQL on $DATA."
GAP=$(after_gap)
[ -z "$GAP" ] || {
  echo "The archive lacks the file of the log before $GAP, and a restore ends there: put it back, or take a base backup." >&2
  exit 3
}
