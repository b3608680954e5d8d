// A scorer for seichi --scorer that gives the whole result: the map of Flood.java, and the margin with everything else.
// Build it with: javac -d classes Flood.java Whole.java; then the command is: java -cp classes Whole
import java.util.*;

class Whole {
  /** The points that White gets for a handicap of at least two stones, in addition to one for each stone. */
  static final Map<String, Integer> BONUS = Map.of(
      "chinese", 0, "chinese-ogs", 0, "chinese-kgs", 0, "aga", -1, "aga-button", -1, "bga", -1, "french", -1);

  static final Set<String> NO_BONUS = Set.of("japanese", "korean", "new-zealand", "tromp-taylor", "ing");

  static long difference(String stones) {
    return stones.chars().filter(stone -> stone == 'X').count() - stones.chars().filter(stone -> stone == 'O').count();
  }

  /** Returns the answer, except for its id. */
  static String answer(String line) {
    String rules = Flood.value(line, "rules", ",").replace("\"", ""), komi = Flood.value(line, "komi", ",");
    String first = Flood.value(line, "first_pass", ",}");
    if (!BONUS.containsKey(rules) && !NO_BONUS.contains(rules)) return "\"unsupported\": \"the rules\"";
    if (komi.equals("null")) return "\"unsupported\": \"an unknown komi\"";
    if (rules.equals("aga-button") && !first.startsWith("\"")) return "\"unsupported\": \"a button without a pass\"";
    var rows = Flood.strings(line, "rows");
    var dead = Flood.strings(line, "dead");
    String taken = "", prisoners = Flood.value(line, "prisoners", "}") + "}";
    for (String point : dead)
      taken += rows.get(Flood.LETTERS.indexOf(point.charAt(1))).charAt(Flood.LETTERS.indexOf(point.charAt(0)));
    var territory = Flood.score(rows, dead);
    double points = territory.get(0).size() - territory.get(1).size() - difference(taken) - Double.parseDouble(komi);
    if (line.contains("\"area\"")) points += difference(String.join("", rows));
    else points += Integer.parseInt(Flood.value(prisoners, "black", ",}")) - Integer.parseInt(Flood.value(prisoners, "white", ",}"));
    int handicap = Integer.parseInt(Flood.value(line, "handicap", ","));
    if (handicap >= 2 && BONUS.containsKey(rules)) points -= handicap + BONUS.get(rules);
    if (rules.equals("aga-button")) points += first.equals("\"black\"") ? 0.5 : -0.5;
    return "\"black\": " + territory.get(0) + ", \"white\": " + territory.get(1) + ", \"margin\": " + points;
  }

  public static void main(String[] arguments) {
    for (var input = new Scanner(System.in, "UTF-8"); input.hasNextLine();) {
      String line = input.nextLine();
      System.out.println("{\"id\": " + Flood.value(line, "id", ",") + ", " + answer(line) + "}");
    }
  }
}
