#!/bin/sh
# A scorer for seichi --scorer: regions that border only one colour are its territory. It equals the strategy `flood`.
# The line of JSON is split at its quotes, since no value contains quotes.
# Each line gets its own awk, since a single awk may wait for more input before it answers.
while IFS= read -r line; do printf '%s\n' "$line" | awk -F'"' '
function look(x, y,   here) {
  here = board[x, y]
  if (here == "X" || here == "O") { if (index(borders, here) == 0) borders = borders here }
  else if (here == "." && !((x, y) in seen)) { seen[x, y] = 1; todo[++tasks] = x " " y }
}
function flood(x, y,   at, region) {
  borders = ""; region = ""; tasks = 0
  look(x, y)
  while (tasks > 0) {
    split(todo[tasks--], at, " "); x = at[1]; y = at[2]
    region = region ",\"" substr(letters, x, 1) substr(letters, y, 1) "\""
    look(x + 1, y); look(x - 1, y); look(x, y + 1); look(x, y - 1)
  }
  if (borders == "X") black = black region
  if (borders == "O") white = white region
}
BEGIN { letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" }
{
  height = 0; black = ""; white = ""
  split("", board); split("", seen); split("", dead)
  for (field = 2; field <= NF; field += 2) {
    text = $field
    if ($(field + 1) ~ /^ *:/) { key = text; if (key == "id") { id = $(field + 1); gsub(/[^0-9]/, "", id) }; continue }
    if (key == "id") id = "\"" text "\""
    if (key == "rows") { height++; width = length(text); for (x = 1; x <= width; x++) board[x, height] = substr(text, x, 1) }
    if (key == "dead") dead[text]
  }
  for (point in dead) board[index(letters, substr(point, 1, 1)), index(letters, substr(point, 2, 1))] = "."
  for (y = 1; y <= height; y++) for (x = 1; x <= width; x++) if (board[x, y] == "." && !((x, y) in seen)) flood(x, y)
  print "{\"id\":" id ",\"black\":[" substr(black, 2) "],\"white\":[" substr(white, 2) "]}"
}'
done
