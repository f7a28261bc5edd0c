package io.tiergate.scheduler.stream;

import java.util.Arrays;

/** Bytes that grow at their end and are read in place. */
final class ByteBuilder {
    /** What is kept when it is emptied; a larger array, left by one long event, is given back. */
    private static final int KEEP = 64 << 10;

    private byte[] array = new byte[512];
    private int length;

    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    boolean isEmpty() {
        return length == 0;
    }

    ByteBuilder append(byte[] bytes, int offset, int count) {
        if (array.length - length < count) {
            array = Arrays.copyOf(array, Math.max(length + count, (int)
                    Math.min(2L * array.length, Integer.MAX_VALUE - 8)));
        }
        System.arraycopy(bytes, offset, array, length, count);
        length += count;
        return this;
    }

    ByteBuilder append(byte[] bytes) {
        return append(bytes, 0, bytes.length);
    }

    ByteBuilder append(char ascii) {
        if (array.length == length) {
            array = Arrays.copyOf(array, 2 * length);
        }
        array[length++] = (byte) ascii;
        return this;
    }

    void clear() {
        length = 0;
        if (array.length > KEEP) {
            array = new byte[512];
        }
    }

    byte[] toArray() {
        return Arrays.copyOf(array, length);
    }
}
