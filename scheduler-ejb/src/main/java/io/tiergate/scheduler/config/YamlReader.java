package io.tiergate.scheduler.config;

import io.tiergate.scheduler.config.Node.Entry;
import io.tiergate.scheduler.config.Node.Fields;
import io.tiergate.scheduler.config.Node.Items;
import io.tiergate.scheduler.config.Node.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

/**
 * Reads a YAML document into {@link Node}s, from the parser's events: so every piece keeps its line and its spelling, duplicate
 * keys show with both lines, and aliases cannot grow. For one document.
 */
final class YamlReader {
    /** Deepest nesting: our deepest key has 8 levels, the rest is for {@code options} and {@code params}. */
    private static final int DEEPEST = 64;

    /** Most nodes that aliases may add to what the file has: some hundred sources that share their models. */
    private static final int MOST_ALIASED = 100_000;

    /** Longest file, in characters: 8 Mi. */
    static final int LONGEST = 8 << 20;

    private static final String TEXT_TAG = "tag:yaml.org,2002:str";
    private static final CoreScalarResolver CORE_SCHEMA = new CoreScalarResolver(false);
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(LONGEST).build();

    private final String file;
    private final String document;
    private final Problems problems;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private Iterator<Event> events;
    private int aliased;
    private int size;

    private YamlReader(String file, String document, Problems problems) {
        this.file = file;
        this.document = document;
        this.problems = problems;
    }

    /** Returns the document; empty where a problem makes the rest unreadable. Comments alone are a document without keys. */
    static Optional<Fields> read(String file, String document, Problems problems) {
        return new YamlReader(file, document, problems).read();
    }

    private Optional<Fields> read() {
        try {
            events = new Parse(SETTINGS).parseString(document).iterator();
            next(Event.ID.StreamStart);
            Event first = events.next();
            if (first.getEventId() == Event.ID.StreamEnd) {
                return Optional.of(Fields.none(place(first)));
            }
            Node root = node(events.next(), 0);
            next(Event.ID.DocumentEnd);
            Event last = events.next();
            if (last.getEventId() != Event.ID.StreamEnd) {
                throw refused(ProblemCode.NOT_SUPPORTED, last, "a second document", "Put all into one document.");
            }
            return switch (root) {
                case Fields fields -> Optional.of(fields);
                case Scalar scalar when scalar.isNull() -> Optional.of(Fields.none(scalar.place()));
                default -> {
                    problems.add(
                            ProblemCode.WRONG_TYPE,
                            "",
                            root.place(),
                            root.kindForPeople() + " (expected: keys and values)",
                            "Begin with a key, e.g. sources:");
                    yield Optional.empty();
                }
            };
        } catch (RefusedException e) {
            problems.add(e.code, "", e.place, e.what, e.remedy);
        } catch (MarkedYamlEngineException e) {
            syntax(e);
        } catch (ReaderException e) {
            problems.add(
                    ProblemCode.SYNTAX,
                    "",
                    new Place(file, lineOf(e.getPosition()), false),
                    "a character that YAML does not allow",
                    "Take it out, or write it as an escape inside double quotes.");
        } catch (YamlEngineException e) {
            problems.add(
                    ProblemCode.NOT_SUPPORTED,
                    "",
                    new Place(file, 0, false),
                    "not readable as YAML 1.2 (longest file: " + Quantity.show(LONGEST) + ")",
                    "Make the file smaller, or drop its %YAML line.");
        }
        return Optional.empty();
    }

    private Node node(Event event, int depth) {
        if (depth > DEEPEST) {
            throw refused(
                    ProblemCode.NOT_SUPPORTED, event, "nested deeper than " + DEEPEST + " levels", "Make it flatter.");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias);
        }
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(name -> anchors.put(name, Anchored.UNFINISHED));
        int before = size;
        Node node = switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent sequence -> items(sequence, depth);
            case MappingStartEvent mapping -> fields(mapping, depth);
            default -> throw new IllegalStateException("no event of a node: " + event.getEventId());
        };
        size++;
        anchor.ifPresent(name -> anchors.put(name, new Anchored(Optional.of(node), size - before)));
        return node;
    }

    private Node aliased(AliasEvent alias) {
        Anchored target = anchors.get(alias.getAlias());
        if (target == null) {
            throw refused(
                    ProblemCode.ALIASES,
                    alias,
                    "an alias without an anchor before it",
                    "Quote the text if it only begins with *, or set the anchor with & above.");
        }
        if (target.node().isEmpty()) {
            throw refused(ProblemCode.ALIASES, alias, "an alias inside what it stands for", "Write out what is meant.");
        }
        size += target.size();
        aliased += target.size();
        if (aliased > MOST_ALIASED) {
            throw refused(
                    ProblemCode.ALIASES,
                    alias,
                    "aliases that stand for more than " + MOST_ALIASED + " values in all",
                    "Use fewer aliases.");
        }
        return target.node().get();
    }

    private Scalar scalar(ScalarEvent event) {
        Optional<String> tag = event.getTag();
        if (tag.isPresent() && !tag.get().equals(TEXT_TAG) && !tag.get().equals("!")) {
            throw tagged(event);
        }
        boolean plain = tag.isEmpty() && event.isPlain();
        return new Scalar(event.getValue(), plain ? typeOf(event.getValue()) : Scalar.Type.TEXT, place(event));
    }

    private static Scalar.Type typeOf(String plain) {
        Tag tag = CORE_SCHEMA.resolve(plain, true);
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return Scalar.Type.NUMBER;
        }
        if (tag.equals(Tag.BOOL)) {
            return Scalar.Type.BOOLEAN;
        }
        return tag.equals(Tag.NULL) ? Scalar.Type.NULL : Scalar.Type.TEXT;
    }

    private Items items(SequenceStartEvent start, int depth) {
        if (start.getTag().isPresent()) {
            throw tagged(start);
        }
        List<Node> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new Items(items, place(start));
    }

    private Fields fields(MappingStartEvent start, int depth) {
        if (start.getTag().isPresent()) {
            throw tagged(start);
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw refused(
                        ProblemCode.NOT_SUPPORTED,
                        event,
                        "a key that is no text",
                        "Write a plain key. A ${…} inside { } or [ ] needs quotes around it.");
            }
            Entry entry = new Entry(place(event), node(events.next(), depth + 1));
            Entry first = entries.putIfAbsent(key.written(), entry);
            if (first != null) {
                problems.add(
                        ProblemCode.DUPLICATE_KEY,
                        "",
                        entry.place(),
                        "the key " + Problems.quote(key.written()) + " for the second time (first: line "
                                + first.place().line() + ")",
                        "Keep one of the two.");
            }
        }
        return new Fields(entries, place(start));
    }

    private void next(Event.ID expected) {
        Event event = events.next();
        if (event.getEventId() != expected) {
            throw new IllegalStateException("event " + event.getEventId() + " in place of " + expected);
        }
    }

    /** The engine's own message would quote the line, which may hold a key; so only its bare sentence is taken, by its start. */
    private void syntax(MarkedYamlEngineException e) {
        Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
        int line = mark.map(m -> m.getLine() + 1).orElse(0);
        String text = line > 0 ? document.lines().skip(line - 1L).findFirst().orElse("") : "";
        String what;
        String remedy;
        if (e.getMessage().contains("\\t") || text.stripTrailing().matches(" *\t.*")) {
            what = "a tab in the indentation";
            remedy = "Indent with spaces.";
        } else if (text.contains("${")) {
            what = "not YAML";
            remedy = "A ${…} inside { } or [ ] needs quotes around it.";
        } else {
            what = "not YAML"
                    + KNOWN.stream()
                            .filter(known ->
                                    e.getProblem() != null && e.getProblem().startsWith(known))
                            .findFirst()
                            .map(known -> " (" + known + ")")
                            .orElse("");
            remedy = "Look at this line and the one above; quote a text that holds ': ', ' #' or begins with a sign.";
        }
        problems.add(ProblemCode.SYNTAX, "", new Place(file, line, false), what, remedy);
    }

    private static final List<String> KNOWN = List.of(
            "mapping values are not allowed here",
            "mapping keys are not allowed here",
            "sequence entries are not allowed here",
            "could not find expected ':'",
            "expected <block end>",
            "expected ',' or '}'",
            "expected ',' or ']'",
            "found unexpected end of stream",
            "found unexpected document separator");

    private int lineOf(int index) {
        return 1
                + (int) document.codePoints()
                        .limit(index)
                        .filter(c -> c == '\n')
                        .count();
    }

    private Place place(Event event) {
        return new Place(
                file, event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0), false);
    }

    private RefusedException tagged(Event event) {
        return refused(
                ProblemCode.NOT_SUPPORTED,
                event,
                "a YAML tag, which is what begins with ! outside quotes",
                "Put quotes around the text.");
    }

    private RefusedException refused(ProblemCode code, Event event, String what, String remedy) {
        return new RefusedException(code, place(event), what, remedy);
    }

    /**
     * A node that an alias may stand for.
     *
     * @param node empty while it is being read
     * @param size its nodes, those behind aliases too
     */
    private record Anchored(Optional<Node> node, int size) {
        static final Anchored UNFINISHED = new Anchored(Optional.empty(), 0);
    }

    /** Ends the reading of a document; a problem for the list, not a bug. */
    private static final class RefusedException extends RuntimeException {
        private final ProblemCode code;
        private final transient Place place;
        private final String what;
        private final String remedy;

        RefusedException(ProblemCode code, Place place, String what, String remedy) {
            super(what, null, false, false);
            this.code = code;
            this.place = place;
            this.what = what;
            this.remedy = remedy;
        }
    }
}
