package io.tiergate.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SPEC 14 and scenario S55, as far as an address stands in the URL itself. */
class BaseUrlTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/",
                "http://169.254.169.254./",
                "http://169.254.1.1:8080/v1",
                "http://2852039166/",
                "http://１６９.254.169.254/",
                "http://0xA9FEA9FE/",
                "http://0251.0376.0251.0376/",
                "http://0xa9.0xfe.43518/",
                "http://169.16689662/",
                "http://[::ffff:169.254.169.254]/",
                "http://[::ffff:a9fe:a9fe]/",
                "http://[::169.254.169.254]/",
                "http://[64:ff9b::a9fe:a9fe]/",
                "http://[2002:a9fe:a9fe::]/",
                "http://[fd00:ec2::254]/",
                "http://[fe80::1]/",
                "http://[ff02::1]/",
                "http://100.100.100.200/",
                "http://192.0.0.192/",
                "http://224.0.0.1/",
                "http://255.255.255.255/",
                "http://metadata.google.internal/computeMetadata/v1",
                "HTTP://METADATA.GOOGLE.INTERNAL./"
            })
    void linkLocalAndMetadataAddressesAreRefusedInAllSpellings(String url) {
        assertThat(Load.errors(withUrl(url, "allow")))
                .singleElement()
                .asString()
                .startsWith("GW1022 sources[0].base_url: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///abs/secret.txt",
                "gopher://127.0.0.1:25/",
                "ftp://a.test/",
                "a.test/v1",
                "//a.test/v1",
                "http://user:pw@169.254.169.254/",
                "https://sk-1@a.test/v1",
                "https://a.test/v1?key=sk-1",
                "https://a.test/v1#x",
                "https://",
                "https:///v1",
                "https://a.test:99999/",
                "https://a.test:x/",
                "https://a b/",
                "https://%31%36%39.254.169.254/",
                "https://例子.test/",
                "https://a_b.test/",
                "http://127.1/",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://010.0.0.1/",
                "http://999.1.1.1/",
                "http://[fe80::1%25eth0]/",
                "http://[::1/"
            })
    void otherFormsOfUrlAreRefusedAndShowNoCredential(String url) {
        assertThat(Load.errors(withUrl(url, "allow")))
                .singleElement()
                .asString()
                .startsWith("GW1021 sources[0].base_url: ")
                .doesNotContain("sk-1", "pw");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:11434",
                "http://10.0.0.1",
                "http://172.31.255.255",
                "http://192.168.1.1",
                "http://100.64.0.1",
                "http://0.0.0.0",
                "http://[::1]:8080",
                "http://[::]",
                "http://[fc00::1]",
                "http://[::ffff:10.0.0.1]",
                "http://localhost",
                "http://LOCALHOST.",
                "http://x.localhost"
            })
    void privateAddressesGoByThePolicy(String url) {
        assertThat(withUrl(url, "allow").problems()).isEmpty();
        assertThat(Load.errors(withUrl(url, "deny")))
                .singleElement()
                .asString()
                .startsWith("GW1022 sources[0].base_url: " + url
                        + " (expected: a public address, since network.private_addresses is deny)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.openai.com/v1",
                "http://8.8.8.8",
                "http://172.32.0.1",
                "http://172.15.0.1",
                "http://100.63.0.1",
                "http://100.128.0.1",
                "http://169.253.0.1",
                "http://[2001:db8::1]/v1",
                "https://xn--fsqu00a.test:8443/a/b"
            })
    void publicAddressesAreFine(String url) {
        assertThat(withUrl(url, "deny").problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.test/v1/, https://a.test/v1",
        "https://a.test//, https://a.test",
        "https://a.test, https://a.test"
    })
    void slashesAtTheEndAreLeftOut(String written, String expected) {
        assertThat(withUrl(written, "allow")
                        .config()
                        .orElseThrow()
                        .sources()
                        .getFirst()
                        .baseUrl())
                .hasToString(expected);
    }

    @Test
    void theWordingSaysWhatToDo() {
        assertThat(Load.errors(withUrl("http://169.254.169.254/", "allow")))
                .containsExactly(
                        "GW1022 sources[0].base_url: http://169.254.169.254/ (expected: no link-local, multicast or"
                                + " metadata address), at config.yaml line 3. Such an address is never called; name the model server"
                                + " itself.");
        assertThat(Load.errors(withUrl("file:///x", "allow")))
                .containsExactly(
                        "GW1021 sources[0].base_url: file as scheme (expected: http or https), at config.yaml line 3."
                                + " Write e.g. https://api.openai.com/v1.");
    }

    @Test
    void theSameRulesHoldForAnAddressThatANameLeadsTo() throws UnknownHostException {
        assertThat(AddressKind.of(InetAddress.getByAddress(new byte[] {(byte) 169, (byte) 254, 0, 1})))
                .isEqualTo(AddressKind.REFUSED);
        assertThat(AddressKind.of(InetAddress.getByAddress(new byte[] {127, 0, 0, 1})))
                .isEqualTo(AddressKind.PRIVATE);
        assertThat(AddressKind.of(InetAddress.getByAddress(new byte[] {8, 8, 8, 8})))
                .isEqualTo(AddressKind.PUBLIC);
    }

    private LoadResult withUrl(String url, String policy) {
        return Load.yaml(home, """
                network: {private_addresses: %s}
                sources:
                  - {name: a, base_url: "%s"}
                """.formatted(policy, url));
    }
}
