package dev.weir.contract.programs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.weir.contract.server.ContractPart;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A browser for the tests of the page, and methods that wait until the page shows something. */
interface BrowserPart extends ContractPart {
    @RegisterExtension
    Chromium CHROMIUM = new Chromium();

    HasTextOptions PATIENT = new HasTextOptions().setTimeout(15_000); // the page waits before it reconnects

    static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    static void live(Page page) {
        state(page, "live");
    }

    static void state(Page page, String state) {
        assertThat(page.locator("#state")).hasText(state, PATIENT);
    }

    /** Waits until the page shows exactly the events with these ids, newest first. */
    static void shows(Page page, List<String> ids) {
        assertThat(page.locator("#events .id")).hasText(ids.reversed().toArray(String[]::new), PATIENT);
    }

    /** Types an API key into the page, and clicks the button "Use". */
    static void use(Page page, String key) {
        page.getByLabel("Key").fill(key);
        page.getByRole(AriaRole.BUTTON, named("Use")).click();
    }
}
