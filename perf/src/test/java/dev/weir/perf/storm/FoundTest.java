package dev.weir.perf.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.site.Figure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FoundTest {
    private static final Figure MET = Figure.exactly("never", 0, 0, "");
    private static final Figure MISSED = Figure.exactly("never", 1, 0, "");

    @Test
    void everyFigureMustBeMetAndNobodyMeetAnError() {
        assertThat(found(List.of(MET, MET), Map.of()).met()).isTrue();
        assertThat(found(List.of(MET, MISSED), Map.of()).met()).isFalse();
        assertThat(found(List.of(MET), Map.of("status 503", 1L)).met()).isFalse();
    }

    @Test
    void errorsAreTold() {
        assertThat(found(List.of(MET), Map.of("status 503", 1L)).markdown()).contains("Errors: **{status 503=1}**.");
        assertThat(found(List.of(MET), Map.of()).markdown()).contains("### `async`", "Errors: none.");
    }

    @Test
    void aPartHasItsName() {
        for (Storms.Part part : Storms.Part.values()) {
            assertThat(Storms.Part.of(part.toString())).isEqualTo(part);
        }
        assertThatThrownBy(() -> Storms.Part.of("hurricane"))
                .hasMessageContaining("hurricane")
                .hasMessageContaining("cancel");
    }

    private static Figure.Found found(List<Figure> figures, Map<String, Long> errors) {
        return new Figure.Found("cancel", "async", List.of(), figures, errors, Map.of());
    }
}
