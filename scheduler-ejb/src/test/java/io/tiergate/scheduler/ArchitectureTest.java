package io.tiergate.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;

/** The boundaries of STYLE section 3: pure inside, container outside, one clock. */
@AnalyzeClasses(packages = "io.tiergate.scheduler", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** {@code Scheduler} itself bears {@code @Local}: it is the door. */
    @ArchTest
    static final ArchRule onlyTheEjbPackageKnowsTheContainer = noClasses()
            .that()
            .resideOutsideOfPackage("io.tiergate.scheduler.ejb")
            .and()
            .doNotHaveFullyQualifiedName("io.tiergate.scheduler.Scheduler")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta..");

    @ArchTest
    static final ArchRule microProfileStaysInConfigAndEjb = noClasses()
            .that()
            .resideOutsideOfPackages("io.tiergate.scheduler.ejb", "io.tiergate.scheduler.config")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.microprofile..");

    @ArchTest
    static final ArchRule onlyTheTimePackageReadsTheClock = noClasses()
            .that()
            .resideOutsideOfPackage("io.tiergate.scheduler.time")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", java.time.Duration.class);

    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().matching(
                    "io.tiergate.scheduler.(config|time|health|source|quota|resolve|upstream|stream|tokens|log|adapters|dispatch|state|ejb)..")
            .should()
            .beFreeOfCycles();
}
