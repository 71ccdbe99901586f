#!/bin/sh
# Dumps the database of DATABASE_URL into STATE_DIRECTORY, and deletes dumps that are older than 14 days.
set -eu
: "${DATABASE_URL:?is not set}" "${STATE_DIRECTORY:?is not set}"
# Every account can read command lines, so the password is in the environment, decoded.
PGPASSWORD=$(node --print 'decodeURIComponent(/(?<=:\/\/[^:@\/]*:)[^@]*(?=@)|(?<=[?&]password=)[^&]*/.exec(process.env.DATABASE_URL) ?? "")')
URL=$(echo "$DATABASE_URL" | sed -E 's#^([^:]*://[^:@/]*):[^@]*@#\1@#; s#([?&])password=[^&]*&?#\1#')
FILE=$STATE_DIRECTORY/$(date -u +%Y-%m-%dT%H%M%SZ).dump
export PGPASSWORD
# What a failed dump leaves would fill the disk, so that the next ones fail, too. After SIGKILL, the next one removes it.
rm -f "$STATE_DIRECTORY"/*.part
trap 'rm -f "$FILE.part"' EXIT
pg_dump --format=custom --file="$FILE.part" "$URL"
# Only a complete dump has the name of one.
pg_restore --list "$FILE.part" > /dev/null
mv "$FILE.part" "$FILE"
find "$STATE_DIRECTORY" -name '*.dump' -mtime +14 -delete
