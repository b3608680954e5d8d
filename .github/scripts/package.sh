#!/usr/bin/env bash
# Packs the programs that were built in the folder PROGRAMS for a release, and writes the SHA-256 of the archive to a file next
# to it: package.sh PROGRAMS TARGET FOLDER
set -euo pipefail
programs=$1 target=$2 folder=$3
exe=
case $target in *windows*) exe=.exe ;; esac
program=$programs/seichi$exe
root=$(cd "$(dirname "$0")/../.." && pwd)
version=$("$program" --version | cut -d' ' -f2 | tr -d '\r')
name=seichi-$version-$target

rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name/completions"
cp "$program" "$programs/seichi-corpus$exe" "$root/README.md" "$root/LICENSE" "$root/CHANGELOG.md" "$folder/$name"
"$program" man > "$folder/$name/seichi.1"
for shell in bash elvish fish powershell zsh; do
  "$program" completions "$shell" > "$folder/$name/completions/seichi.$shell"
done

cd "$folder"
# without this variable, tar on macOS adds a file with the attributes of each file
COPYFILE_DISABLE=1 tar -czf "$name.tar.gz" "$name"
rm -r "$name"
if command -v sha256sum >/dev/null; then
  sha256sum "$name.tar.gz"
else
  shasum -a 256 "$name.tar.gz"
fi > "$name.tar.gz.sha256"
echo "$folder/$name.tar.gz"
