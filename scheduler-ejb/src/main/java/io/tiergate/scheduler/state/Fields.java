package io.tiergate.scheduler.state;

import tools.jackson.databind.JsonNode;

/** The members of one record of the file. Numbers that are absent or null are 0; members nobody asks for are passed over. */
record Fields(JsonNode node, String where) {
    static Fields of(JsonNode node, String where) throws ForeignStateException {
        if (!node.isObject()) {
            throw new ForeignStateException(where + " is no object");
        }
        return new Fields(node, where);
    }

    boolean has(String name) {
        return node.hasNonNull(name);
    }

    /** Returns a text; of what is none its JSON, as an upstream's error may have been kept whole; null where absent. */
    String text(String name) {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** Returns a text that must be there, its quotes perhaps left out by a hand. */
    String scalar(String name) throws ForeignStateException {
        JsonNode value = node.path(name);
        if (!value.isString() && !value.isNumber()) {
            throw new ForeignStateException(where + "." + name + " is no text");
        }
        return text(name);
    }

    /** Returns a text that must be there. */
    String name(String name) throws ForeignStateException {
        JsonNode value = node.path(name);
        if (!value.isString()) {
            throw new ForeignStateException(where + "." + name + " is no text");
        }
        return value.stringValue();
    }

    /** Returns a whole number. */
    long number(String name) throws ForeignStateException {
        if (!has(name)) {
            return 0;
        }
        try {
            if (node.get(name).isNumber()) {
                return node.get(name).decimalValue().longValueExact();
            }
        } catch (ArithmeticException e) {
            // too large or broken: said below, as what is no number
        }
        throw new ForeignStateException(where + "." + name + " is no whole number of 64 bits");
    }

    /** Returns a step of the ladder: a whole number, cut to 0 and the largest int. */
    int step(String name) throws ForeignStateException {
        return Math.clamp(number(name), 0, Integer.MAX_VALUE);
    }
}
