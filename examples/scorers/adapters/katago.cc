// KataGo's rules and scoring without a network: territory or area, and the whole result. Needs KataGo's folders `core`,
// `game` and `external`; league_scorers.py has the command that builds this program.
#include <iostream>

#include "external/nlohmann_json/json.hpp"
#include "game/boardhistory.h"

using nlohmann::json;

static const std::string LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static json score(const json& question) {
  int width = question["size"][0], height = question["size"][1];
  if (std::max(width, height) > Board::MAX_LEN) return {{"unsupported", "it was built for smaller boards"}};
  Rules rules;
  if (!question["rules"].is_string() || !Rules::tryParseRules(question["rules"], rules)) return {{"unsupported", "unknown rules"}};
  rules.komi = question["komi"].is_null() ? 0 : question["komi"].get<float>();
  Board board(width, height);
  const std::vector<std::string> dead = question["dead"];
  auto name = [](int x, int y) { return std::string{LETTERS[x], LETTERS[y]}; };
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      char stone = question["rows"][y].get<std::string>()[x];
      if (stone == '.' || std::find(dead.begin(), dead.end(), name(x, y)) != dead.end()) continue;
      if (!board.setStone(Location::getLoc(x, y, width), stone == 'X' ? P_BLACK : P_WHITE)) return {{"error", "it captures a stone"}};
    }
  }
  // the player who took the button is made the player who would take it now
  const json taken = question.value("first_pass", json());
  rules.hasButton = rules.hasButton && !taken.is_null();
  Player first = taken == "white" ? P_WHITE : P_BLACK;
  BoardHistory game(board, first, rules, 0, false);
  int handicap = question["handicap"];
  game.setOverrideNumHandicapStones(handicap > 1 ? handicap : 0);
  Color owners[Board::MAX_ARR_SIZE];
  game.endAndScoreGameNow(board, owners);
  json black = json::array(), white = json::array(), alsoDead = json::array();
  float margin = -game.finalWhiteMinusBlackScore;
  const json& prisoners = question["prisoners"];
  bool isTerritory = rules.scoringRule == Rules::SCORING_TERRITORY;
  // under territory rules, KataGo does not know the prisoners of earlier moves
  if (isTerritory) margin += prisoners["black"].get<int>() - prisoners["white"].get<int>();
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      Loc point = Location::getLoc(x, y, width);
      char stone = question["rows"][y].get<std::string>()[x];
      Color placed = board.colors[point];
      // a stone counts as dead if its point belongs to the opponent
      bool isDead = placed != C_EMPTY && owners[point] == getOpp(placed);
      if (isDead) alsoDead.push_back(name(x, y));
      else if (placed != C_EMPTY) continue;
      if (isTerritory && stone != '.') margin += stone == 'O' ? 1 : -1;
      if (owners[point] == C_BLACK) black.push_back(name(x, y));
      if (owners[point] == C_WHITE) white.push_back(name(x, y));
    }
  }
  return {{"black", black}, {"white", white}, {"dead", alsoDead}, {"margin", margin}};
}

int main() {
  Board::initHash();
  for (std::string line; std::getline(std::cin, line);) {
    json question = json::parse(line), answer = score(question);
    answer["id"] = question["id"];
    std::cout << answer.dump() << std::endl;
  }
}
