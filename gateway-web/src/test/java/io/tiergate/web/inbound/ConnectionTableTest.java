package io.tiergate.web.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {
    private static final String TABLE = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:2378 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
               1: 0100007F:2378 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1
               2: 0100007F:2378 0100007F:C002 08 00000000:00000000 00:00000000 00000000     0        0 3 1 0 20 4 30 10 -1
               3: 0000000000000000FFFF00000100007F:2378 0000000000000000FFFF00000200007F:C003 01 00000000:00000000
            """;

    @Test
    void onlyEstablishedConnectionsHaveTheirClientThere() throws UnknownHostException {
        Set<String> keys = new HashSet<>();
        ConnectionTable.addEstablished(TABLE, keys);
        assertThat(keys)
                .contains(ConnectionTable.key(InetAddress.getByName("127.0.0.1"), 0xC001))
                .as("a client that closed its side is gone")
                .doesNotContain(ConnectionTable.key(InetAddress.getByName("127.0.0.1"), 0xC002));
    }

    @Test
    void anIpv4ClientIsFoundUnderItsMappedAddress() throws UnknownHostException {
        Set<String> keys = new HashSet<>();
        ConnectionTable.addEstablished(TABLE, keys);
        assertThat(keys).contains(ConnectionTable.key(InetAddress.getByName("127.0.0.2"), 0xC003));
    }

    @Test
    void anIpv6KeyHasEachWordInByteOrder() throws UnknownHostException {
        assertThat(ConnectionTable.key(InetAddress.getByName("::1"), 80))
                .isEqualTo("00000000000000000000000001000000:0050");
    }
}
