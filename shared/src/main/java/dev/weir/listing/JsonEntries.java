package dev.weir.listing;

import dev.weir.catalog.CatalogFile;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a list of files as a JSON array. The name of a folder ends with a slash. A folder has no length and no entity
 * tag.
 */
final class JsonEntries implements Entries {
    private static final JsonFactory JSON = new JsonFactory();

    private final ByteArrayOutputStream block = new ByteArrayOutputStream(Listing.BLOCK_BYTES + 1024);
    private final JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), block);

    JsonEntries() {
        json.writeStartArray();
    }

    @Override
    public void folder(String name, Instant modified) {
        json.writeStartObject();
        json.writeStringProperty("name", name + "/");
        json.writeStringProperty("modified", modified.toString());
        json.writeEndObject();
        json.flush();
    }

    @Override
    public void file(CatalogFile file) {
        json.writeStartObject();
        json.writeStringProperty("name", file.name());
        json.writeNumberProperty("length", file.length());
        json.writeStringProperty("modified", file.modified().toString());
        json.writeStringProperty("etag", file.etag());
        json.writeEndObject();
        json.flush();
    }

    @Override
    public void end() {
        json.writeEndArray();
    }

    @Override
    public int size() {
        return block.size();
    }

    @Override
    public byte[] take() {
        json.flush();
        byte[] bytes = block.toByteArray();
        block.reset();
        return bytes;
    }

    @Override
    public void close() {
        json.close();
    }
}
