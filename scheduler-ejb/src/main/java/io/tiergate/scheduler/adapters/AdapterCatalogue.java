package io.tiergate.scheduler.adapters;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterException;
import io.tiergate.adapter.AdapterFactory;
import io.tiergate.adapter.AdapterSpi;
import io.tiergate.adapter.ScriptAdapterFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All adapters by id. A script has its file's name as its id, {@code openai.lua}, and answers to the name without the ending too:
 * before a built-in of that name where it lies in the adapter folder, behind it where it is built in itself.
 */
public final class AdapterCatalogue {
    private final Map<String, Adapter> byId;
    private final List<AdapterProblem> problems;

    private AdapterCatalogue(Map<String, Adapter> byId, List<AdapterProblem> problems) {
        this.byId = Map.copyOf(byId);
        this.problems = List.copyOf(problems);
    }

    /**
     * Finds the adapters.
     *
     * @param folder the adapter folder; need not be there
     * @param builtIn the class loader that sees the built-in adapters
     */
    public static AdapterCatalogue load(Path folder, ClassLoader builtIn) {
        Loading loading = new Loading();
        loading.services(builtIn, "built in");
        loading.folder(folder);
        return new AdapterCatalogue(loading.byId, loading.problems);
    }

    /** Returns the adapter with this id. */
    public Optional<Adapter> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns all ids. */
    public Set<String> ids() {
        return byId.keySet();
    }

    /**
     * Returns what is wrong with the adapters that sources name, a sentence each; empty where all are here.
     *
     * @param adapterBySource the id of each source's adapter, by the source's name
     */
    public List<String> missing(Map<String, String> adapterBySource) {
        String here = ids().stream().sorted().collect(Collectors.joining(", "));
        return adapterBySource.entrySet().stream()
                .filter(e -> find(e.getValue()).isEmpty())
                .map(e -> "GW2006 source " + e.getKey() + ": adapter '" + e.getValue()
                        + "' is not here (expected: one of " + here
                        + "). Name one of these, or put its file into the adapter folder.")
                .sorted()
                .toList();
    }

    /** Returns the files that could not be used. */
    public List<AdapterProblem> problems() {
        return problems;
    }

    private static final class Loading {
        private final Map<String, Adapter> byId = new LinkedHashMap<>();
        private final List<AdapterProblem> problems = new ArrayList<>();
        private final Map<String, ScriptAdapterFactory> byExtension = new LinkedHashMap<>();

        void services(ClassLoader loader, String origin) {
            for (ServiceLoader.Provider<AdapterFactory> provider :
                    ServiceLoader.load(AdapterFactory.class, loader).stream().toList()) {
                try {
                    add(provider.get(), origin);
                } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
                    problems.add(new AdapterProblem(
                            origin, "GW2002 " + provider.type().getName() + ": " + e));
                }
            }
        }

        private void add(AdapterFactory factory, String origin) {
            if (factory.spiMajor() > AdapterSpi.MAJOR) {
                problems.add(new AdapterProblem(
                        origin,
                        "GW2003 " + factory.getClass().getName() + " was built against adapter SPI "
                                + factory.spiMajor() + ", this gateway has " + AdapterSpi.MAJOR
                                + ". Use an adapter built for it, or a newer gateway."));
                return;
            }
            for (Adapter adapter : factory.adapters()) {
                String id = adapter.descriptor().id();
                byId.put(id, adapter);
                if (factory instanceof ScriptAdapterFactory scripts) {
                    byId.putIfAbsent(stem(id, scripts.extension()), adapter);
                }
            }
            if (factory instanceof ScriptAdapterFactory scripts) {
                byExtension.put(scripts.extension(), scripts);
            }
            // a Java adapter found after a script of its name still comes first
            if (!(factory instanceof ScriptAdapterFactory)) {
                factory.adapters().forEach(a -> byId.put(a.descriptor().id(), a));
            }
        }

        void folder(Path folder) {
            if (!Files.isDirectory(folder)) {
                return;
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    file(file);
                }
            } catch (IOException e) {
                problems.add(new AdapterProblem(folder.toString(), "GW2004 the adapter folder cannot be read: " + e));
            }
        }

        private void file(Path file) {
            String name = file.getFileName().toString();
            if (name.endsWith(".jar") && Files.isRegularFile(file)) {
                try {
                    services(JarAdapters.loaderOf(file), name);
                } catch (IOException e) {
                    problems.add(new AdapterProblem(name, "GW2005 the jar cannot be read: " + e.getMessage()));
                }
                return;
            }
            ScriptAdapterFactory factory = byExtension.get(name.substring(name.lastIndexOf('.') + 1));
            if (factory == null || !Files.isRegularFile(file)) {
                return;
            }
            try {
                Adapter adapter = factory.load(name, Files.readString(file));
                byId.put(adapter.descriptor().id(), adapter);
                byId.put(stem(adapter.descriptor().id(), factory.extension()), adapter);
            } catch (AdapterException | IllegalArgumentException | IOException e) {
                problems.add(new AdapterProblem(name, "GW2001 " + e.getMessage()));
            }
        }

        private static String stem(String id, String extension) {
            return id.endsWith("." + extension) ? id.substring(0, id.length() - extension.length() - 1) : id;
        }
    }
}
