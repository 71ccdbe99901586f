#!/bin/sh
# restore_command of PostgreSQL: fetches a file of the write-ahead log from FOLDER/wal.
# Usage: restore-wal.sh FOLDER NAME PATH
set -eu
# PostgreSQL asks for files that do not exist, and takes a failure for the end of the archive.
[ -e "$1/wal/$2.gz" ]
gzip --decompress --stdout "$1/wal/$2.gz" > "$3"
