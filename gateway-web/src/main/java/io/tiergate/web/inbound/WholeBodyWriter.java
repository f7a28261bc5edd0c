package io.tiergate.web.inbound;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;

/** Writes a {@link WholeBody} in one piece, with its length. */
@Provider
public class WholeBodyWriter implements MessageBodyWriter<WholeBody> {
    @Override
    public boolean isWriteable(Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
        return type == WholeBody.class;
    }

    @Override
    public void writeTo(
            WholeBody body,
            Class<?> type,
            Type genericType,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out)
            throws IOException {
        headers.putSingle("Content-Length", body.bytes().length);
        out.write(body.bytes());
    }
}
