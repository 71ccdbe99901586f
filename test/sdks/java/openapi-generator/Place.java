import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a link of a page leads to. */
final class Place {
  final int limit;
  final int offset;

  private Place(int limit, int offset) {
    this.limit = limit;
    this.offset = offset;
  }

  static Place of(URI link) {
    return new Place(number(link, "limit"), number(link, "offset"));
  }

  private static int number(URI link, String parameter) {
    Matcher matcher = Pattern.compile("(?:^|&)" + parameter + "=(\\d+)").matcher(link.getQuery());
    if (!matcher.find()) {
      throw new AssertionError("no " + parameter + " in " + link);
    }
    return Integer.parseInt(matcher.group(1));
  }
}
