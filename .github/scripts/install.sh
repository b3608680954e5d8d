#!/usr/bin/env bash
# Installs the program of this action: install.sh FOLDER
#
# A released version is downloaded and checked. Anything else (a branch, a commit, a platform without a release) is
# compiled, so the program always comes from the action's own source. Environment:
#   RELEASES  the URL of the folder with the releases; it ends in releases/download
#   REF       the branch, tag or commit of the action
set -euo pipefail
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -n 1)

compile() {
  echo "seichi: $1, so the program is compiled"
  # in this folder, cargo ignores the toolchain that the games' repository asks for, which is for its own code
  cd "$root"
  cargo install --locked --quiet --path . --root "$folder"
  exit
}

case "$(uname -s) $(uname -m)" in
  "Linux x86_64") target=x86_64-unknown-linux-musl ;;
  "Linux aarch64") target=aarch64-unknown-linux-musl ;;
  "Darwin x86_64") target=x86_64-apple-darwin ;;
  "Darwin arm64") target=aarch64-apple-darwin ;;
  MINGW*" x86_64" | MSYS*" x86_64") target=x86_64-pc-windows-msvc ;;
  *) compile "there is no release for $(uname -s) on $(uname -m)" ;;
esac
[ "$REF" = "v$version" ] || compile "${REF:-this copy} is not a release"

name=seichi-$version-$target
mkdir -p "$folder/bin"
cd "$folder"
for file in "$name.tar.gz" "$name.tar.gz.sha256"; do
  curl --fail --silent --show-error --location --retry 3 --output "$file" "$RELEASES/v$version/$file" ||
    compile "$file could not be downloaded"
done
if command -v sha256sum >/dev/null; then
  sha256sum --check --status "$name.tar.gz.sha256"
else
  shasum -a 256 --check --status "$name.tar.gz.sha256"
fi || {
  echo "seichi: $name.tar.gz is damaged: its SHA-256 differs from the one in $name.tar.gz.sha256" >&2
  exit 1
}
tar -xzf "$name.tar.gz"
case $target in *windows*) mv "$name/seichi.exe" bin/ ;; *) mv "$name/seichi" bin/ ;; esac
rm -r "$name" "$name.tar.gz" "$name.tar.gz.sha256"
echo "seichi $version"
