package io.tiergate.adapter;

/** A factory that also makes adapters from scripts which an operator drops into the adapter folder. */
public interface ScriptAdapterFactory extends AdapterFactory {
    /** Returns the ending of its scripts' names, without the dot: {@code lua}. */
    String extension();

    /**
     * Compiles a script.
     *
     * @param fileName the name of its file, for messages and as the adapter's id
     * @param script the text of the script
     * @throws AdapterException where the script does not compile or lacks a function that it must define; the message names file
     *     and line
     */
    Adapter load(String fileName, String script);
}
