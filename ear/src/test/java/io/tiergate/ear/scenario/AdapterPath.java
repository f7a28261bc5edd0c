package io.tiergate.ear.scenario;

import java.util.Locale;

/** The two ways an answer takes through the gateway. A scenario about streams must hold on both. */
enum AdapterPath {
    /** The upstream speaks the client's dialect: events are forwarded as they came. */
    PASS_THROUGH("openai"),
    /** A Lua script converts the request, the answer and each event. */
    CONVERTED("openai.lua");

    private final String adapter;

    AdapterPath(String adapter) {
        this.adapter = adapter;
    }

    /** Returns the id of the adapter. */
    String adapter() {
        return adapter;
    }

    /** Returns its name as part of a source's name. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
