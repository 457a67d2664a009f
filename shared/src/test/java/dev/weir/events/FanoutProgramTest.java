package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.Seeds;
import org.junit.jupiter.api.Test;

class FanoutProgramTest {
    @Test
    void e03_eachEventComesOnceAndInOrder() {
        Seeds.forEach(200, random -> {
            try (Uncaught uncaught = new Uncaught()) {
                FanoutProgram program = new FanoutProgram(random, 10_000, uncaught);
                program.run(400);
                program.end();
                assertThat(program.isWithoutLoss()).isTrue();
            }
        });
    }

    @Test
    void e04_droppedEventsAreToldAndTheRestComesOnceAndInOrder() {
        Seeds.forEach(200, random -> {
            try (Uncaught uncaught = new Uncaught()) {
                FanoutProgram program = new FanoutProgram(random, 1 + random.nextInt(12), uncaught);
                program.run(400);
                program.end();
            }
        });
    }
}
