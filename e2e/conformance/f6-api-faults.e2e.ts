import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect as baseExpect } from '@playwright/test';
import type { Page, Route } from '@playwright/test';

import { ada } from '../support/journey.ts';
import { signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
import { readingScreens, sendingScreens } from './console-screens.ts';
import type { SendingScreen } from './console-screens.ts';
import { inParallel } from './in-parallel.ts';
import type { Visit } from './in-parallel.ts';
import { test } from '../support/test.ts';

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.';
const NOT_UNDERSTOOD = 'The server sent an answer that this page does not understand.';
const TEN_SECONDS = 10_000;

// So many pages at once slow each other down; after a minute one hangs.
const expect = baseExpect.configure({ timeout: 60_000 });
test.describe.configure({ timeout: 600_000 });

// A trace of so many pages would cost more than the pages.
test.use({ trace: 'off', screenshot: 'off' });

interface ApiFault {
  name: string;
  respond: (route: Route) => Promise<void>;
  /** The reason under the specified message. */
  reason: string;
  /** The message of a form after it was submitted. */
  message: (screen: SendingScreen) => string;
}

const FAULTS: readonly ApiFault[] = [
  {
    name: '200 with HTML',
    respond: (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>Welcome to the network of this hotel</title>',
      }),
    reason: NOT_UNDERSTOOD,
    message: ({ failure }) => failure,
  },
  {
    name: '200 with nothing',
    respond: (route) => route.fulfill({ status: 200, body: '' }),
    reason: NOT_UNDERSTOOD,
    message: ({ success }) => success,
  },
  {
    name: 'no response, for it is offline',
    respond: (route) => route.abort('internetdisconnected'),
    reason: UNREACHABLE,
    message: ({ failure }) => failure,
  },
];

const API = '**/api/v1/**';

let server: ServerProcess;
let signedIn: Visit;
let fixture: ShellFixture;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines', { filled: false });
  signedIn = { browser, visitor: { storageState: await context.storageState() } };
  await context.close();
});

test.afterAll(() => server.stop());

/** Returns whether a request is for the signed-in user or for a refresh of the session. */
function isSessionRequest(route: Route): boolean {
  const request = route.request();
  return (
    request.url().endsWith(apiPaths.currentUser()) ||
    (request.method() === 'PUT' && request.url().endsWith(apiPaths.sessions()))
  );
}

async function send(page: Page, { fields, button }: SendingScreen): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).click();
}

for (const fault of FAULTS) {
  test(`F6: ${fault.name}: every screen shows what it could not read, and Retry reads it`, async () => {
    const screens = readingScreens(fixture);
    await inParallel(signedIn, screens, async (page, { path, heading, failures }) => {
      await page.route(API, (route) =>
        isSessionRequest(route) ? route.continue() : fault.respond(route),
      );
      await page.goto(server.url + path);
      for (const failure of failures) await expect(page.getByText(failure)).toBeVisible();
      const reasons = page.getByRole('main').getByText(fault.reason);
      if (path !== consolePaths.dashboard()) await expect(reasons).toHaveCount(failures.length);

      const retry = page.getByRole('button', { name: /^(?:retry|try again)$/i }).first();
      await expect(retry).toBeVisible();
      await page.unroute(API);
      for (const failure of failures) {
        // A screen that polls may read it again while the button is being clicked.
        await expect(async () => {
          if (await page.getByText(failure).isVisible()) await retry.click({ timeout: 2000 });
          await expect(page.getByText(failure)).toBeHidden({ timeout: 5000 });
        }).toPass({ timeout: 30_000 });
      }
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    });
  });

  test(`F6: ${fault.name}: every form shows that it could not be sent`, async ({ browser }) => {
    await inParallel({ browser }, sendingScreens, async (page, screen) => {
      await page.route(API, fault.respond);
      await page.goto(server.url + screen.path);
      await send(page, screen);
      await expect(page.getByText(fault.message(screen)).first()).toBeVisible();
    });
  });
}

test('F6: a user whose session cannot be read is treated as a guest, and can sign in', async () => {
  const [screen] = readingScreens(fixture);
  await inParallel(signedIn, FAULTS, async (page, fault) => {
    await page.route(API, fault.respond);
    await page.goto(server.url + (screen?.path ?? ''));
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });
});

test('F6: every screen waits for a response that takes 10 s, and none is blank', async () => {
  await inParallel(signedIn, readingScreens(fixture), async (page, screen) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(API, async (route) => {
      if (!isSessionRequest(route)) await released;
      await route.continue();
    });
    await page.clock.install();
    await page.goto(server.url + screen.path);
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible();
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.clock.fastForward(TEN_SECONDS);
    for (const failure of screen.failures) await expect(page.getByText(failure)).toBeHidden();

    release();
    await expect(page.getByRole('heading', { level: 1, name: screen.heading })).toBeVisible();
    for (const failure of screen.failures) await expect(page.getByText(failure)).toBeHidden();
  });
});

test('F6: a session that takes 10 s to load shows "Loading..."', async ({ browser }) => {
  const context = await browser.newContext(signedIn.visitor);
  const page = await context.newPage();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(API, async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(server.url + consolePaths.datasets());
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.fastForward(TEN_SECONDS);
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await context.close();
});
