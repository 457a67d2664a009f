package dev.weir.listing;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which requests for a list of files are answered with HTML (D13; RFC 9110, 12.5.1). */
class ListingPlanTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-|false",
                "''|false",
                "*/*|false",
                "application/json|false",
                "text/html|true",
                "TEXT/HTML|true",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|true",
                "text/html, application/json|false",
                "text/html;q=0.5, application/json;q=0.4|true",
                "text/html;q=0.4, application/json;q=0.5|false",
                "text/*|true",
                "text/*, application/json;q=0.9|true",
                "text/*;q=0.1, */*;q=0.2|false",
                "*/*;q=0.9, application/json;q=0.1|true",
                "*/*, text/html;q=0.5|false",
                "text/*;q=0.9, text/html;q=0, */*;q=0.1|false",
                "text/html;q=0|false",
                "text/plain|false",
                "text/html;q=2|false",
                "text/html;q=|false",
                "nonsense|false",
                ",,|false"
            })
    void d13_thePreferredTypeIsTaken(@Nullable String accept, boolean html) {
        assertThat(ListingPlan.of("GET", "/files/sub/", accept).html()).isEqualTo(html);
    }

    @Test
    void d13_headIsTheSameListWithoutContent() {
        assertThat(ListingPlan.of("HEAD", "/files/sub/", "text/html"))
                .isEqualTo(new ListingPlan("/files/sub/", false, true, true));
    }

    @Test
    void d13_theListOfAllFilesIsJson() {
        ListingPlan plan = ListingPlan.of("GET", "/files", "text/html");
        assertThat(plan).isEqualTo(new ListingPlan("/files/", true, false, false));
        assertThat(plan.fields())
                .containsOnlyKeys("Content-Type", "Cache-Control")
                .containsEntry("Content-Type", "application/json");
    }

    @Test
    void x06_aPageHasAPolicyOfItsOwn() {
        assertThat(ListingPlan.of("GET", "/files/", "text/html").fields())
                .containsEntry("Content-Type", "text/html;charset=UTF-8")
                .containsEntry("Vary", "Accept")
                .containsEntry("X-Content-Type-Options", "nosniff")
                .hasEntrySatisfying(
                        "Content-Security-Policy",
                        policy -> assertThat(policy)
                                .contains("default-src 'none'", "frame-ancestors 'none'")
                                .doesNotContain("script-src", "unsafe"));
        assertThat(ListingPlan.of("GET", "/files/", null).fields())
                .containsOnlyKeys("Content-Type", "Cache-Control", "Vary");
    }
}
