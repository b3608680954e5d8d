// A scorer for seichi --scorer: regions that border only one colour are its territory. It equals the strategy `flood`.
// Build it with: c++ -std=c++17 -O2 -o flood flood.cpp
#include <iostream>
#include <string>
#include <vector>
using std::string, std::vector;
const string LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";  // as in SGF

// Returns the text after a key in a line of JSON, up to one of the characters that end its value; "" without the key.
string value(const string& line, const string& key, const string& ends = ",}") {
  size_t found = line.find('"' + key + "\":"), start = line.find_first_not_of(' ', found + key.size() + 3);
  return found == string::npos ? "" : line.substr(start, line.find_first_of(ends, start) - start);
}
vector<string> strings(const string& line, const string& key) {
  vector<string> found;
  string list = value(line, key, "]");
  for (size_t a = 0, b = 0; (a = list.find('"', b)) != string::npos; b++)
    b = list.find('"', a + 1), found.push_back(list.substr(a + 1, b - a - 1));
  return found;
}
// Adds the region of a point to `region`, and the colours around it to `borders`. The region's points become spaces.
void fill(vector<string>& rows, int x, int y, vector<string>& region, string& borders) {
  if (y < 0 || x < 0 || y >= (int)rows.size() || x >= (int)rows[y].size() || rows[y][x] == ' ') return;
  if (rows[y][x] != '.') return void(borders.find(rows[y][x]) == string::npos ? borders += rows[y][x] : borders);
  rows[y][x] = ' ';
  region.push_back({LETTERS[x], LETTERS[y]});
  for (auto [dx, dy] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) fill(rows, x + dx, y + dy, region, borders);
}
// Returns the territory as JSON, and adds Black's points of territory minus White's to `points`.
string score(vector<string> rows, const vector<string>& dead, double& points) {
  for (auto& point : dead) rows[LETTERS.find(point[1])][LETTERS.find(point[0])] = '.';
  string lists[2];
  for (int y = 0; y < (int)rows.size(); y++) for (int x = 0; x < (int)rows[y].size(); x++) {
    vector<string> region; string borders;
    if (rows[y][x] == '.') fill(rows, x, y, region, borders);
    if (borders.size() != 1) continue;
    for (auto& point : region) lists[borders == "O"] += '"' + point + "\",", points += borders == "X" ? 1 : -1;
  }
  for (auto& list : lists) if (!list.empty()) list.pop_back();
  return "\"black\": [" + lists[0] + "], \"white\": [" + lists[1] + "]";
}
#ifndef WHOLE  // whole.cpp has its own
int main() {
  for (string line; getline(std::cin, line);) {
    double points = 0;
    string map = score(strings(line, "rows"), strings(line, "dead"), points);
    std::cout << "{\"id\": " << value(line, "id") << ", " << map << "}" << std::endl;
  }
}
#endif
