// A scorer for seichi --scorer: regions that border only one colour are its territory. It equals the strategy `flood`.
// Build it with: javac -d classes Flood.java; then the command is: java -cp classes Flood
import java.util.*;
import java.util.regex.*;
class Flood {
  static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"; // as in SGF
  /** Returns the text after a key in a line of JSON, up to one of the characters that end its value. */
  static String value(String line, String key, String ends) {
    var found = Pattern.compile("\"" + key + "\": *([^" + ends + "]*)").matcher(line);
    return found.find() ? found.group(1) : "";
  }

  static List<String> strings(String line, String key) {
    return Pattern.compile("[.XOa-zA-Z]+").matcher(value(line, key, "\\]")).results().map(MatchResult::group).toList();
  }

  /** Adds the region of an empty point to `region`, and the colours around it to `borders`. Its points become spaces. */
  static void fill(char[][] rows, int x, int y, List<String> region, Set<Character> borders) {
    if (y < 0 || x < 0 || y >= rows.length || x >= rows[y].length || rows[y][x] == ' ') return;
    char stone = rows[y][x];
    if (stone != '.') borders.add(stone);
    if (stone != '.') return;
    rows[y][x] = ' ';
    region.add("\"" + LETTERS.charAt(x) + LETTERS.charAt(y) + "\"");
    for (int[] step : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) fill(rows, x + step[0], y + step[1], region, borders);
  }

  /** Returns the territory of Black and of White, as JSON strings. */
  static List<List<String>> score(List<String> lines, List<String> dead) {
    char[][] rows = lines.stream().map(String::toCharArray).toArray(char[][]::new);
    for (String point : dead) rows[LETTERS.indexOf(point.charAt(1))][LETTERS.indexOf(point.charAt(0))] = '.';
    List<List<String>> territory = List.of(new ArrayList<>(), new ArrayList<>());
    for (int y = 0; y < rows.length; y++) for (int x = 0; x < rows[y].length; x++) {
      List<String> region = new ArrayList<>();
      Set<Character> borders = new HashSet<>();
      if (rows[y][x] == '.') fill(rows, x, y, region, borders);
      if (borders.size() == 1) territory.get("XO".indexOf(borders.iterator().next())).addAll(region);
    }
    return territory;
  }

  public static void main(String[] arguments) {
    for (var input = new Scanner(System.in, "UTF-8"); input.hasNextLine();) {
      String line = input.nextLine();
      var territory = score(strings(line, "rows"), strings(line, "dead"));
      System.out.println("{\"id\": " + value(line, "id", ",") + ", \"black\": " + territory.get(0) + ", \"white\": " + territory.get(1) + "}");
    }
  }
}
