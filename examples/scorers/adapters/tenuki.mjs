// tenuki (npm, 0.3.1): counts territory or area.
import { name, require, serve, signs, square } from "./question.mjs";

const { Game } = require("tenuki");

serve((question) => {
  const game = new Game({ boardSize: square(question, 19), scoring: question.method });
  // no stone is captured, since every chain on a board has a liberty
  let state = game.currentState();
  signs(question).forEach((row, y) =>
    row.forEach((sign, x) => {
      if (sign) state = state.playAt(y, x, sign > 0 ? "black" : "white");
    }),
  );
  game._initialState = state;
  game.pass();
  game.pass();
  const names = (points) => points.map(({ x, y }) => name(x, y));
  const { black, white } = game.territory();
  return { black: names(black), white: names(white) };
});
