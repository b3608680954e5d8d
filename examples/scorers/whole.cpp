// A scorer for seichi --scorer that gives the whole result: the map of flood.cpp, and the margin with everything else.
// Build it with: c++ -std=c++17 -O2 -o whole whole.cpp
#define WHOLE
#include "flood.cpp"

// the points that White gets for a handicap of at least two stones, in addition to one for each stone
const vector<std::pair<string, int>> BONUS = {
    {"chinese", 0}, {"chinese-ogs", 0}, {"chinese-kgs", 0}, {"aga", -1}, {"aga-button", -1}, {"bga", -1}, {"french", -1}};
const vector<string> NO_BONUS = {"japanese", "korean", "new-zealand", "tromp-taylor", "ing"};

// Returns the text of a string value, or an empty text for null.
string text(const string& line, const string& key) {
  string found = value(line, key);
  return found[0] == '"' ? found.substr(1, found.size() - 2) : "";
}

int difference(const string& stones) {
  int black = 0;
  for (char stone : stones) black += (stone == 'X') - (stone == 'O');
  return black;
}

// Returns the answer, except for its id.
string answer(const string& line) {
  string rules = text(line, "rules"), first = text(line, "first_pass"), stones, taken;
  bool has_button = rules == "aga-button", is_known = false;
  double points = 0;
  int handicap = stoi(value(line, "handicap"));
  for (auto& name : NO_BONUS) is_known |= name == rules;
  for (auto& [name, more] : BONUS) if (name == rules) is_known = true, points -= handicap >= 2 ? handicap + more : 0;
  if (!is_known) return "\"unsupported\": \"the rules\"";
  if (value(line, "komi")[0] == 'n') return "\"unsupported\": \"an unknown komi\"";
  if (has_button && first.empty()) return "\"unsupported\": \"a button without a pass\"";
  vector<string> rows = strings(line, "rows"), dead = strings(line, "dead");
  for (auto& row : rows) stones += row;
  for (auto& point : dead) taken += rows[LETTERS.find(point[1])][LETTERS.find(point[0])];
  string map = score(rows, dead, points), prisoners = value(line, "prisoners", "}");
  points -= difference(taken) + stod(value(line, "komi"));
  bool is_area = text(line, "method") == "area";
  points += is_area ? difference(stones) : stoi(value(prisoners, "black")) - stoi(value(prisoners, "white"));
  if (has_button) points += first == "black" ? 0.5 : -0.5;
  return map + ", \"margin\": " + std::to_string(points);
}

int main() {
  for (string line; getline(std::cin, line);)
    std::cout << "{\"id\": " << value(line, "id") << ", " << answer(line) << "}" << std::endl;
}
