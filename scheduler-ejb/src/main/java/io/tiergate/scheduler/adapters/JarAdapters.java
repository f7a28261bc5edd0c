package io.tiergate.scheduler.adapters;

import io.tiergate.adapter.AdapterFactory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;

/** Loads drop-in jars, each in a class loader whose parent sees the adapter SPI, Jackson and the JDK only (SPEC 11). */
final class JarAdapters {
    private static final List<String> VISIBLE =
            List.of("io.tiergate.adapter.", "tools.jackson.", "com.fasterxml.jackson.annotation.");

    private JarAdapters() {}

    /**
     * Returns the class loader of a jar.
     *
     * @throws IOException where the file is no jar
     */
    static ClassLoader loaderOf(Path jar) throws IOException {
        try (JarFile check = new JarFile(jar.toFile())) {
            check.getManifest();
        }
        return new URLClassLoader(
                jar.getFileName().toString(),
                new URL[] {jar.toUri().toURL()},
                new SpiOnly(AdapterFactory.class.getClassLoader()));
    }

    private static final class SpiOnly extends ClassLoader {
        private final ClassLoader host;

        SpiOnly(ClassLoader host) {
            super("adapter-spi", ClassLoader.getPlatformClassLoader());
            this.host = host;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (VISIBLE.stream().anyMatch(name::startsWith)) {
                return host.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }

        @Override
        protected Enumeration<URL> findResources(String name) {
            return Collections.emptyEnumeration();
        }
    }
}
