package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.server.ContractPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public interface PublicationFormContract extends ContractPart {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "-",
            value = {
                "{\"data\":\"text\"}|-|text",
                "{\"data\":\"two\\nlines \\u20ac\"}|-|`two\nlines \u20ac`",
                "{\"type\":\"t\",\"data\":\"\",\"topic\":\"u\"}|t|``",
                "{\"type\":null,\"topic\":null,\"data\":1}|-|1",
                "{\"data\":null}|-|null",
                "{\"data\":[true, 2.5, \"a\", {}]}|-|[true,2.5,\"a\",{}]",
                " { \"data\" : { \"a\" : [ 1 , null ] , \"b c\" : \" d \" } } |-|{\"a\":[1,null],\"b c\":\" d \"}"
            })
    default void p01_jsonIsPublished(String body, String type, String data) {
        for (String contentType : new String[] {"application/json", "Application/JSON; charset=UTF-8"}) {
            try (EventStream stream = EventStream.open(server(), "/events");
                    PublishingClient publisher = new PublishingClient(server())) {
                Answer answer = publisher.post("/events", contentType, body);
                answer.assertStatus(201);
                assertThat(answer.field("Content-Type")).isEqualTo("application/json");
                Event event = stream.next();
                assertThat(answer.text()).isEqualTo("{\"id\":\"" + event.id() + "\"}");
                assertThat(event).isEqualTo(new Event(event.id(), type, data));
            }
        }
    }

    @Test
    default void p01_aTopicMayBeGivenEitherWay() {
        try (EventStream stream = EventStream.open(server(), "/events?topic=%C3%A9t%C3%A9");
                PublishingClient publisher = new PublishingClient(server())) {
            publisher
                    .post("/events", "application/json", "{\"topic\":\"\u00e9t\u00e9\",\"data\":1}")
                    .assertStatus(201);
            publisher.post("/events?topic=%C3%A9t%C3%A9", "text/plain", "2").assertStatus(201);
            publisher
                    .post("/events?topic=%C3%A9t%C3%A9", "text/plain; charset=us-ascii", "3")
                    .assertStatus(201);
            assertThat(stream.data(3)).containsExactly("1", "2", "3");
        }
    }
}
