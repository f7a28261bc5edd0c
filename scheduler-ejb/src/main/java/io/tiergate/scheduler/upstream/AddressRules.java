package io.tiergate.scheduler.upstream;

import io.tiergate.scheduler.config.AddressKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.util.function.BooleanSupplier;

/**
 * The rules of SPEC 14 on the address that is connected to: link-local and metadata addresses never, private ones by policy. A
 * name that resolved to a public address when it was saved may resolve to another one now.
 */
public final class AddressRules implements ConnectPolicy {
    private final BooleanSupplier privateAllowed;

    /** Makes the rules. {@code privateAllowed} is asked at each connection. */
    public AddressRules(BooleanSupplier privateAllowed) {
        this.privateAllowed = privateAllowed;
    }

    @Override
    public InetAddress resolve(String host) throws IOException {
        InetAddress address = InetAddress.getByName(host);
        boolean allowed = switch (AddressKind.of(address)) {
            case PUBLIC -> true;
            case PRIVATE -> privateAllowed.getAsBoolean();
            case REFUSED -> false;
        };
        if (!allowed) {
            throw new ConnectException("the address may not be connected to");
        }
        return address;
    }
}
