// goban (npm, 8.3.64), the board of online-go.com: counts territory or area.
import { goban } from "./goban-package.mjs";
import { name, point, serve } from "./question.mjs";

serve(({ size: [width, height], rows, dead, method }) => {
  const board = rows.map((row) => [...row].map((stone) => ({ X: 1, O: 2 })[stone] ?? 0));
  const removal = board.map((row) => row.map(() => false));
  for (const [x, y] of dead.map(point)) removal[y][x] = true;
  const state = new goban.BoardState({ width, height, board, removal });
  const scores = state.computeScoringLocations(method === "area");
  const isTerritory = ({ x, y }) => !board[y][x] || removal[y][x];
  const names = ({ locations }) => locations.filter(isTerritory).map(({ x, y }) => name(x, y));
  return { black: names(scores.black), white: names(scores.white) };
});
