package dev.weir.catalog;

import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses an HTTP-date by the grammar of RFC 9110, 5.6.7, as a model to compare {@link HttpDate} with. Computes the
 * calendar without a library.
 */
final class NaiveDate {
    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final int[] LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private static final String TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
    private static final List<Pattern> FORMS = List.of(
            Pattern.compile("(?<name>[A-Z][a-z]{2}), (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) " + TIME
                    + " GMT"),
            Pattern.compile("(?<name>[A-Z][a-z]{5,8}), (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) "
                    + TIME + " GMT"),
            Pattern.compile("(?<name>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[0-9]{2}| [0-9]) " + TIME
                    + " (?<year>[0-9]{4})"));

    private NaiveDate() {}

    /**
     * Returns null if the text is no date, or if its day or second does not exist. Leap seconds count as not existing,
     * because Java has none.
     */
    static @Nullable Instant parse(String text) {
        for (Pattern form : FORMS) {
            Matcher date = form.matcher(text);
            if (date.matches()) {
                return instant(date);
            }
        }
        return null;
    }

    private static @Nullable Instant instant(Matcher date) {
        int year = Integer.parseInt(date.group("year"));
        if (date.group("year").length() == 2) {
            year += year < 80 ? 2000 : 1900;
        }
        int month = MONTHS.indexOf(date.group("month"));
        int day = Integer.parseInt(date.group("day").strip());
        if (month < 0 || day < 1 || day > LENGTHS[month] + (month == 1 && isLeap(year) ? 1 : 0)) {
            return null;
        }
        long days = 0; // since 1 January of the year 1, a Monday
        days += 365L * (year - 1)
                + Math.floorDiv(year - 1, 4)
                - Math.floorDiv(year - 1, 100)
                + Math.floorDiv(year - 1, 400);
        for (int before = 0; before < month; before++) {
            days += LENGTHS[before] + (before == 1 && isLeap(year) ? 1 : 0);
        }
        days += day - 1;
        String name = DAYS.get((int) Math.floorMod(days, 7L));
        int hour = Integer.parseInt(date.group("hour"));
        int minute = Integer.parseInt(date.group("minute"));
        int second = Integer.parseInt(date.group("second"));
        boolean named = date.group("name").equals(date.group("year").length() == 2 ? name : name.substring(0, 3));
        return named && hour < 24 && minute < 60 && second < 60
                ? Instant.ofEpochSecond((days - 719_162) * 86_400 + hour * 3600L + minute * 60L + second)
                : null;
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }
}
