package io.tiergate.ear.arquillian;

import static org.assertj.core.api.Assertions.assertThat;

import io.tiergate.adapter.Adapter;
import io.tiergate.adapter.AdapterFactory;
import io.tiergate.scheduler.Scheduler;
import jakarta.ejb.EJB;
import jakarta.enterprise.inject.spi.CDI;
import java.io.File;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.assertj.core.api.Assertions;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.Testable;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Runs in the server, in a web module that is added to the EAR. */
@InLiberty
class InsideTheServerIT {
    @EJB
    private Scheduler scheduler;

    @Deployment
    static EnterpriseArchive earWithThisClass() throws URISyntaxException {
        LibertyServer.configure("""
                sources:
                  - {name: a, adapter: openai, base_url: "http://127.0.0.1:9/v1", models: [m1]}
                routing: {max_attempts: 5, deadline: 2m}
                """, """
                {"version": 1, "settings": {"routing": {"max_attempts": 7}}}
                """);
        WebArchive inside = ShrinkWrap.create(WebArchive.class, "inside.war")
                .addClasses(InsideTheServerIT.class, InLiberty.class, LibertyServer.class)
                .addAsLibrary(jarOf(Assertions.class))
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
        // The context root is the deployment's name: there Arquillian calls, where an EAR has more than one web module.
        EnterpriseArchive ear = LibertyServer.ear();
        ear.setApplicationXML(new StringAsset("""
                <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
                  <module><web><web-uri>gateway-web.war</web-uri><context-root>/</context-root></web></module>
                  <module><web><web-uri>inside.war</web-uri><context-root>/tiergate</context-root></web></module>
                  <module><ejb>scheduler-ejb.jar</ejb></module>
                  <library-directory>lib</library-directory>
                </application>
                """));
        return ear.addAsModule(Testable.archiveToTest(inside));
    }

    @Test
    void schedulerIsOneEjbOfTheApplication() {
        assertThat(scheduler.ready()).isTrue();
        assertThat(scheduler.models()).contains("m1");
    }

    @Test
    void adaptersAreFoundByServiceLoaderInTheLibrariesOfTheEar() {
        assertThat(ServiceLoader.load(AdapterFactory.class, AdapterFactory.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .flatMap(factory -> factory.adapters().stream())
                        .map(Adapter::descriptor)
                        .map(descriptor -> descriptor.id()))
                .contains("openai");
    }

    @Test
    void configurationFilesAreConfigSourcesBelowEnvironmentAndSystemProperties() {
        Map<String, Integer> ordinals = StreamSupport.stream(
                        ConfigProvider.getConfig().getConfigSources().spliterator(), false)
                .filter(source -> source.getClass().getName().startsWith("io.tiergate."))
                .collect(Collectors.toMap(source -> source.getClass().getSimpleName(), ConfigSource::getOrdinal));
        assertThat(ordinals).isEqualTo(Map.of("YamlConfigSource", 150, "RuntimeConfigSource", 250));
    }

    @Test
    void runtimeFileWinsOverConfigYamlInMicroProfileConfig() {
        Config config = ConfigProvider.getConfig();
        assertThat(config.getValue("tiergate.routing.max_attempts", String.class))
                .isEqualTo("7");
        assertThat(config.getValue("tiergate.routing.deadline", String.class)).isEqualTo("2m");
        assertThat(config.getValue("tiergate.sources.a.base_url", String.class)).isEqualTo("http://127.0.0.1:9/v1");
    }

    @Test
    void containerHasContextsAndDependencyInjection() {
        assertThat(CDI.current().getBeanManager()).isNotNull();
    }

    private static File jarOf(Class<?> type) throws URISyntaxException {
        return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
