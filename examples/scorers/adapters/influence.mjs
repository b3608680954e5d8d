// @sabaki/influence (npm, 1.2.2): makes the area map with which Sabaki counts territory and area.
import { require, serve, signs, territory } from "./question.mjs";

const { areaMap } = require("@sabaki/influence");

serve((question) => {
  const board = signs(question);
  return territory(areaMap(board), board);
});
