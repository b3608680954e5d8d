#!/usr/bin/env bash
# Packs a built program for a release, with a file of its SHA-256 beside it: package.sh PROGRAM TARGET FOLDER
set -euo pipefail
program=$1 target=$2 folder=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
version=$("$program" --version | cut -d' ' -f2 | tr -d '\r')
name=seichi-$version-$target

rm -rf "${folder:?}/$name"
mkdir -p "$folder/$name/completions"
cp "$program" "$root/README.md" "$root/LICENSE" "$root/CHANGELOG.md" "$folder/$name"
"$program" man > "$folder/$name/seichi.1"
for shell in bash elvish fish powershell zsh; do
  "$program" completions "$shell" > "$folder/$name/completions/seichi.$shell"
done

cd "$folder"
tar -czf "$name.tar.gz" "$name"
rm -r "$name"
if command -v sha256sum >/dev/null; then
  sha256sum "$name.tar.gz"
else
  shasum -a 256 "$name.tar.gz"
fi > "$name.tar.gz.sha256"
echo "$folder/$name.tar.gz"
