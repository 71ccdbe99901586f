#!/bin/sh
# Imports the newest reference rates of the European Central Bank.
set -eu
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
curl -fsS --output "$FOLDER/rates.zip" https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip
funzip "$FOLDER/rates.zip" > "$FOLDER/rates.csv"
node dist/scripts/import.js rates "$FOLDER/rates.csv"
