package io.tiergate.ear.arquillian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The plain EAR in a server that is not its own. */
@InLiberty
class BesideOtherApplicationsIT {
    @ArquillianResource
    private Deployer deployer;

    @Deployment(name = "other", testable = false)
    static WebArchive other() {
        return ShrinkWrap.create(WebArchive.class, "other.war")
                .addAsWebResource(new StringAsset("still here"), "index.txt");
    }

    @Deployment(name = "tiergate", managed = false, testable = false)
    static EnterpriseArchive tiergate() {
        return LibertyServer.ear();
    }

    @Test
    void badConfigurationFailsTheEarWithTheReportAndLeavesServerAndOthersAlone()
            throws IOException, InterruptedException {
        LibertyServer.configure(
                "sources: [{name: a, adapter: openai, base_url: \"http://127.0.0.1:9/v1\", modells: [m]}]\n", "{}\n");
        assertThatThrownBy(() -> deployer.deploy("tiergate")).isNotNull();
        assertThat(LibertyServer.messages()).contains("sources[0].modells").contains("models");
        assertThat(get("/other/index.txt")).isEqualTo("still here");
    }

    private static String get(String path) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + System.getProperty("arquillian.liberty.port") + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
