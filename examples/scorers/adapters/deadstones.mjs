// @sabaki/deadstones (npm, 2.1.2), with the area map of @sabaki/influence (1.2.2): finds dead stones, as Sabaki does.
import { name, require, serve, signs, territory } from "./question.mjs";

Date.now = () => 1; // the seed of its random games
const deadstones = require("@sabaki/deadstones");
const { areaMap } = require("@sabaki/influence");

serve(async (question) => {
  const board = signs(question);
  const dead = await deadstones.guess(board, { finished: true });
  for (const [x, y] of dead) board[y][x] = 0;
  const found = { ...territory(areaMap(board), board), dead: dead.map(([x, y]) => name(x, y)) };
  const own = { X: found.black, O: found.white };
  if (!dead.some(([x, y]) => own[question.rows[y][x]].includes(name(x, y)))) return found;
  // Sabaki may count a dead stone's point as territory of its own colour, which an answer's map does not allow
  const living = question.method === "area" ? board.flat().reduce((sum, sign) => sum + sign, 0) : 0;
  return { score: found.black.length - found.white.length + living, dead: found.dead };
});
