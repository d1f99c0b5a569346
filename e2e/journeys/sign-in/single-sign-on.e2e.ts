import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { startNameServer } from '@carrel/testing/sso/name-server.ts';
import type { NameServer } from '@carrel/testing/sso/name-server.ts';
import { startRealProvider } from '@carrel/testing/sso/real-provider.ts';
import type { RealProvider } from '@carrel/testing/sso/real-provider.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { createAccount, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const DOMAIN = 'firm.example';
const GRACE = `grace@${DOMAIN}`;
const ottilie = personNamed('Ottilie');
const linus = { ...personNamed('Linus'), email: `linus@${DOMAIN}` };

let dns: NameServer;
let server: ServerProcess;
let provider: RealProvider;
let fixture: DatasetFixture;
let owner: Page;

// A retry repeats them all: each continues where the one before ended.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  dns = await startNameServer();
  server = await ServerProcess.start({
    WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1',
    DNS_SERVERS: dns.address,
  });
  const context = await signUp(browser, server, ottilie);
  fixture = await DatasetFixture.create(context.request, server, 'Firm');
  await createAccount(await browser.newContext().then((other) => other.request), server, linus);
  provider = await startRealProvider(server.url, fixture.organizationId);
  owner = await context.newPage();
});

test.afterAll(async () => {
  await server.stop();
  await provider.close();
  dns.close();
});

const settings = () =>
  `${server.url}${consolePaths.organizationSettings(fixture.organizationId)}?view=sign-in`;
const dialog = (name: string) => owner.getByRole('dialog', { name });

/** Begins on the sign-in page, and signs in at the provider. */
async function signInAtProvider(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newContext().then((context) => context.newPage());
  await page.goto(server.url + consolePaths.login());
  await page.getByLabel('Email').fill(address);
  await page.getByRole('link', { name: 'Use single sign-on' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  return page;
}

test('an Owner verifies a domain by DNS, and sets up a provider', async () => {
  await owner.goto(settings());
  await owner.getByRole('button', { name: 'Add domain' }).click();
  await dialog('Add domain').getByLabel('Domain').fill(DOMAIN);
  await dialog('Add domain').getByRole('button', { name: 'Add domain' }).click();
  const verifying = dialog(`Verify ${DOMAIN}`);
  await verifying.getByRole('button', { name: 'Verify' }).click();
  await expect(verifying.getByText(/was not found/)).toBeVisible();
  const name = await verifying.getByRole('region', { name: 'Name' }).textContent();
  const value = await verifying.getByRole('region', { name: 'Value' }).textContent();
  dns.records.set(name ?? '', value ?? '');
  await verifying.getByRole('button', { name: 'Verify' }).click();
  await expect(owner.getByText(`The domain ${DOMAIN} is verified`)).toBeVisible();
  await expect(owner.getByText('Verified', { exact: true })).toBeVisible();

  const panel = owner.getByRole('region', { name: 'Single sign-on' });
  await panel.getByLabel('Issuer').fill('https://10.0.0.1');
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText(/leads to a private network/)).toBeVisible();
  await panel.getByLabel('Issuer').fill(provider.issuer);
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText('The provider was found')).toBeVisible();
  await panel.getByLabel('Client ID').fill(provider.clientId);
  await panel.getByLabel('Client secret').fill(provider.clientSecret);
  await panel.getByLabel('Role of new members').selectOption('Editor');
  await panel.getByLabel('People of verified domains cannot use a password').check();
  await panel.getByRole('button', { name: 'Save single sign-on' }).click();
  await expect(owner.getByText('Single sign-on saved')).toBeVisible();
});

test('somebody new signs in at the provider, and is signed out there', async ({ browser }) => {
  const page = await signInAtProvider(browser, GRACE);
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { name: 'Welcome back, Grace' })).toBeVisible();
  await owner.goto(`${server.url}${consolePaths.organizationSettings(fixture.organizationId)}`);
  await expect(owner.getByRole('row', { name: /Grace Hopper/ }).getByText('Editor')).toBeVisible();

  // The provider has just authenticated her, which is not enough for changes of the account.
  await page.goto(server.url + consolePaths.account());
  await page.getByLabel('New email address').fill('grace@home.example');
  await page.getByLabel('New email address').press('Enter');
  const asked = page.getByRole('dialog', { name: 'Set a password first' });
  await asked.getByRole('button', { name: 'Send reset email' }).click();
  await expect(page.getByText('Password reset email sent!')).toBeVisible();
  await expect(page.getByLabel('New email address')).toHaveValue('grace@home.example');

  const other = await page.context().newPage();
  await other.goto(provider.logoutUrl);
  await other.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(other.getByText('Sign-out Success')).toBeVisible();
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('an account that exists is linked once its owner has signed in', async ({ browser }) => {
  const page = await signInAtProvider(browser, linus.email);
  await expect(page).toHaveURL(server.url + consolePaths.linkAccount());
  await expect(page.getByText(linus.email)).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(linus.email);
  await page.getByLabel('Password', { exact: true }).fill(linus.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Link account' }).click();
  await expect(page.getByText('Your account is linked')).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());

  const guest = await browser.newContext().then((context) => context.newPage());
  await guest.goto(server.url + consolePaths.login());
  await guest.getByLabel('Email').fill(linus.email);
  await guest.getByLabel('Password', { exact: true }).fill(linus.password);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest.getByText('Your organization signs in with single sign-on.')).toBeVisible();
});

test('the screens are accessible in both themes, wide and narrow', async ({ browser }) => {
  const guest = await browser.newContext().then((context) => context.newPage());
  await guest.goto(server.url + consolePaths.singleSignOn());
  await guest.getByLabel('Email').fill('ada@elsewhere.example');
  await guest.getByRole('button', { name: 'Continue' }).click();
  await expect(guest.getByText(/Single sign-on is not set up for this address/)).toBeVisible();
  await owner.goto(settings());
  await owner.getByRole('button', { name: 'Add domain' }).click();
  await dialog('Add domain').getByLabel('Domain').fill('second.example');
  await dialog('Add domain').getByRole('button', { name: 'Add domain' }).click();
  await expect(dialog('Verify second.example')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of SIZES) {
      const name = (screen: string) => `${screen}-${colorScheme}-${size.width}`;
      for (const page of [guest, owner]) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(size);
      }
      await guest.goto(server.url + consolePaths.login());
      await expect(guest.getByRole('link', { name: 'Use single sign-on' })).toBeVisible();
      await examineScreen(guest, name('login'));
      await guest.goto(`${server.url}${consolePaths.singleSignOn()}?failed=denied`);
      await expect(guest.getByRole('alert')).toBeVisible();
      await examineScreen(guest, name('sso'));
      await owner.goto(settings());
      const panel = owner.getByRole('region', { name: 'Single sign-on' });
      await expect(panel.getByLabel('Issuer')).toHaveValue(provider.issuer);
      await examineScreen(owner, name('settings'));
      await panel.getByLabel('Claim with roles').fill('groups');
      await panel.getByRole('button', { name: 'Add value' }).click();
      await panel.getByRole('textbox', { name: 'Value', exact: true }).fill('writers');
      await panel.getByRole('textbox', { name: 'Value', exact: true }).scrollIntoViewIfNeeded();
      await examineScreen(owner, name('provider'));
      await owner.goto(settings());
      if (size.width < 768)
        await owner
          .getByRole('button', { name: /Actions/ })
          .last()
          .click();
      await owner.getByRole(size.width < 768 ? 'menuitem' : 'button', { name: 'Verify' }).click();
      await expect(dialog('Verify second.example')).toBeVisible();
      await examineScreen(owner, name('verify'));
    }
  }
});
