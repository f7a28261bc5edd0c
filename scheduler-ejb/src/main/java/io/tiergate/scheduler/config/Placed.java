package io.tiergate.scheduler.config;

/** A piece of the configuration with its path, which in a merged configuration its file alone does not give. */
record Placed(KeyPath path, Node node) {
    Place place() {
        return node.place();
    }
}
