// weiqi (npm, 1.0.0): counts area; the answer is a number.
import { only, require, serve, signs, square } from "./question.mjs";

const weiqi = require("weiqi").default;

serve((question) => {
  only("area", question);
  let game = weiqi.createGame(square(question));
  // stones of one colour after the other; the other side passes in between
  const board = signs(question);
  const points = (sign) => board.flatMap((row, i) => row.flatMap((stone, j) => (stone === sign ? [[i, j]] : [])));
  const [black, white] = [points(1), points(-1)];
  while (black.length + white.length > 0) {
    for (const [player, stones] of [["black", black], ["white", white]]) {
      game = stones.length > 0 ? weiqi.play(game, player, stones.pop()) : weiqi.pass(game, player);
    }
  }
  return { score: weiqi.areaScore(game, 0) };
});
