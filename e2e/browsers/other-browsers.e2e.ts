import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { REMOTES } from '@carrel/scripts/publish/built-state.ts';
import { ada, PROCESSING_MS, TEAM_LIBRARY } from '../support/journey.ts';
import { createAccount, personNamed } from '../support/people.ts';
import { freePort } from '../support/servers/free-port.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { DrivenPage } from './driven-page.ts';
import { startFirefox } from './firefox.ts';
import { RecordingProxy } from './recording-proxy.ts';
import { startWebKit } from './webkit.ts';
import { test } from '../support/test.ts';

/** The kinds of events that tell how the console does, not that something failed. */
const MEASUREMENTS = new Set<unknown>(['remote-loaded', 'vital']);
/** Those whose code is fetched ahead for a signed-in user. */
const SIGNED_IN_REMOTES = REMOTES.filter((name) => name !== 'mf-auth');
const grace = personNamed('Grace');

/** What Firefox prints for a script of which it got nothing or a part, also because the page was left. */
const CUT_OFF = /^Error: None of the “sha384” hashes in the integrity attribute match/;

let server: ServerProcess;
let proxy: RecordingProxy;

test.beforeAll(async ({ request }) => {
  proxy = await RecordingProxy.start(await freePort());
  server = await ServerProcess.start({ PUBLIC_URL: proxy.url });
  proxy.passTo(server.url);
  await createAccount(request, server, grace);
  await request.post(`${server.url}/api/v1/accounts/login`, {
    data: { email_address: grace.email, password: grace.password },
  });
  await seed(request, server, 'Compilers', { filled: false });
});

test.afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

/** Waits for the first reports: the code that sends them is fetched when the browser is idle. */
const reportsAreSent = () =>
  expect
    .poll(() => proxy.events.map(({ kind }) => kind), { timeout: 30_000 })
    .toContain('remote-loaded');

/** How many files of a remote were requested. */
const fetched = (remote: string) =>
  proxy.paths.filter((path) => path.startsWith(`/remotes/${remote}/`)).length;

for (const [browser, start] of [
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const) {
  test.describe(browser, () => {
    let page: DrivenPage;
    const errors: string[] = [];

    test.beforeEach(async () => {
      errors.length = 0;
      proxy.clear();
      page = new DrivenPage(await start(errors), proxy.url);
    });

    test.afterEach(async () => {
      proxy.heal();
      await page.close();
    });

    const signIn = async ({ email, password }: typeof ada) => {
      await page.open(consolePaths.login());
      await page.fill('Email', email);
      await page.fill('Password', password);
      await page.click(['button', 'Sign in']);
      await page.isAt(consolePaths.dashboard());
      await page.sees(['heading', /Welcome/]);
    };

    /** Leaves the console, and expects that these are all faults that it reported. */
    const expectFaults = async (faults: readonly object[]) => {
      await reportsAreSent();
      await page.leave();
      // By the time that the next page is there, the last reports of this one are.
      await page.open(consolePaths.login());
      await page.sees(['heading', /Sign in|Welcome/]);
      expect(proxy.events.filter(({ kind }) => !MEASUREMENTS.has(kind))).toEqual(faults);
      expect(errors.filter((error) => !CUT_OFF.test(error))).toEqual([]);
    };

    /** Expects that a toast keeps the focus, and is swiped away. */
    const swipeToast = async (text: string) => {
      await page.press('Alt', 't');
      await expect
        .poll(() => page.run(`return document.activeElement.hasAttribute('data-sonner-toaster');`))
        .toBe(true);
      await page.swipeToast(text);
      await page.seesNoText(text);
    };

    test('a user registers, fills a dataset, attaches it, swipes a toast away, and signs out', async () => {
      const email = `ada@${browser.toLowerCase()}.example.com`;
      await page.open(consolePaths.register());
      await page.fill('First name', ada.firstName);
      await page.fill('Last name', ada.lastName);
      await page.fill('Email', email);
      await page.fill('Password', ada.password);
      await page.click(['button', /register|create account/i]);
      await page.isAt(consolePaths.login());
      await expect.poll(() => server.mailedPath(email)).toBeDefined();
      await page.open((await server.mailedPath(email)) ?? '');
      await page.seesText('Email Confirmed!');
      await signIn({ ...ada, email });

      await page.click(['button', 'Create an organization']);
      await page.fill('Name', 'Analytical Engines');
      await page.click(['button', 'Create organization']);
      await page.seesText('Organization created successfully!');
      await page.click(['link', 'Datasets']);
      await page.click(['button', 'Create Dataset']);
      await page.fill('Name', 'Team library');
      await page.click(['button', /^Create/]);
      await page.seesText('Dataset created successfully!');

      await page.click(['link', 'Team library']);
      await page.seesText('This folder is empty.');
      await page.click(['link', 'Datasets']);
      await page.click(['link', 'Bulk Upload']);
      await page.chooseFile(TEAM_LIBRARY);
      await page.seesText('Added');
      await page.click(['button', 'Upload Archive']);
      await page.seesText('Archive uploaded successfully!');
      await page.click(['link', 'Team library']);
      await page.click(['link', 'Wiki']);
      await page.seesText('README.md', PROCESSING_MS);
      await page.seesText('Ready', PROCESSING_MS);
      await page.click(['link', 'README.md']);
      await page.sees(['heading', 'README.md']);

      await page.click(['link', 'Workspaces']);
      await page.click(['button', 'Create Workspace']);
      await page.fill('Name', 'Research');
      await page.click(['button', /^Create/]);
      await page.seesText('Workspace created successfully!');
      await swipeToast('Workspace created successfully!');
      await page.click(['link', 'Research']);
      await page.click(['checkbox', /Team library/]);
      await page.seesText('Dataset "Team library" attached to workspace');

      await page.click(['button', new RegExp(email)]);
      await page.click(['menuitem', 'Log out']);
      await page.isAt(consolePaths.login());
      await expectFaults([]);
    });

    test('the code of other screens is fetched ahead, once', async () => {
      await signIn(grace);
      for (const remote of SIGNED_IN_REMOTES) await expect.poll(() => fetched(remote)).toBe(2);
      await page.click(['link', 'Datasets']);
      await page.seesText('Manuals');
      await page.click(['link', 'Workspaces']);
      await page.seesText('Research');
      // Automation of WebKit is a private session, which has no cache on disk.
      const once = browser === 'WebKit' ? [] : SIGNED_IN_REMOTES;
      for (const remote of once) expect(fetched(remote)).toBe(2);
      await expectFaults([]);
    });

    test('a user gets to a screen and signs out with the keyboard alone', async () => {
      await page.open(consolePaths.login());
      await page.tabToField('Email');
      await page.typeText(grace.email);
      await page.tabToField('Password');
      await page.typeText(grace.password);
      await page.press('Enter');
      await page.isAt(consolePaths.dashboard());
      await page.sees(['heading', /Welcome/]);
      await page.open(consolePaths.dashboard());
      await page.tabTo(['link', 'Skip to content']);
      await page.press('Control', 'k');
      await page.isFocused(['combobox', /^Search commands/]);
      await page.typeText('manual');
      await page.seesFirstMatch('Manuals');
      await page.press('Enter');
      await page.isFocused(['heading', 'Documents']);
      await page.press('?');
      await page.isFocused(['dialog', 'Keyboard shortcuts']);
      await page.press('Escape');
      await page.seesNo(['dialog', 'Keyboard shortcuts']);
      await page.press('Control', 'k');
      await page.isFocused(['combobox', /^Search commands/]);
      await page.typeText('log out');
      await page.seesFirstMatch('Log out');
      await page.press('Enter');
      await page.isAt(consolePaths.login());
      await expectFaults([]);
    });

    test('a remote that fails is one part of the page, and Retry loads it', async () => {
      proxy.fail(/^\/remotes\/mf-workspaces\//);
      await signIn(grace);
      await page.click(['link', 'Workspaces']);
      await page.seesText('This part of Carrel could not be loaded');
      await page.click(['link', 'Datasets']);
      await page.seesText('Manuals');
      await page.click(['link', 'Workspaces']);
      proxy.heal();
      await page.click(['button', 'Retry']);
      await page.seesText('Research');
      const fault = { kind: 'remote-failed', remote: 'mf-workspaces' };
      await expectFaults([expect.objectContaining(fault)]);
    });

    test('code that is cut off when the page is left is no fault', async () => {
      proxy.hold(/^\/remotes\/mf-workspaces\//);
      await signIn(grace);
      await expect.poll(() => fetched('mf-workspaces')).toBeGreaterThan(0);
      await reportsAreSent();
      await page.click(['link', 'Workspaces']);
      await page.isAt(consolePaths.workspaces());
      await expectFaults([]);
    });
  });
}
