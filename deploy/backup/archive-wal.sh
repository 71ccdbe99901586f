#!/bin/sh
# archive_command of PostgreSQL: compresses a file of the write-ahead log into FOLDER/wal.
# Usage: archive-wal.sh FOLDER PATH NAME
set -eu
FILE=$1/wal/$3.gz
if [ -e "$FILE" ]; then
  # After a crash, PostgreSQL archives a file again. Another file of the same name belongs to another server.
  gzip --decompress --stdout "$FILE" | cmp - "$2"
  # The crash may have been between `mv` and `sync`.
  sync "$1/wal"
  exit
fi
gzip --fast --stdout "$2" > "$FILE.part"
sync "$FILE.part"
mv "$FILE.part" "$FILE"
sync "$1/wal"
