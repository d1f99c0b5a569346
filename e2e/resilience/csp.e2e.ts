import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { networkQuiet } from '../support/network-quiet.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';
import type { ShellWorld } from '../support/shell-fixture.ts';

const ada = personNamed('Ada');

let server: ServerProcess;
let world: ShellWorld;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, ada);
  await request.post(`${server.url}/api/v1/accounts/login`, {
    data: { email_address: ada.email, password: ada.password },
  });
  world = await seed(request, server, 'Engines');
  await request.dispose();
});

test.afterAll(() => server.stop());

/** Notes every violation on a page from its first script on, and what the console says of one. */
async function violationsOn(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeBinding('noteViolation', (_, text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { noteViolation } = globalThis as unknown as { noteViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', (event) => {
      noteViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

/** Opens a path, waits until nothing comes any more, and looks at the policy that came with it. */
async function visit(page: Page, path: string): Promise<void> {
  const answer = await page.goto(server.url + path);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/(?:^|; )script-src 'self' 'sha256-[\w+/=]+'(?:;|$)/);
  expect(policy).not.toContain('unsafe-eval');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await networkQuiet(page);
}

test('F3: no screen of a guest breaks the policy', async ({ page }) => {
  const violations = await violationsOn(page);
  for (const path of [
    consolePaths.login(),
    consolePaths.register(),
    consolePaths.passwordReset(),
    consolePaths.passwordReset('a-token'),
    consolePaths.resetPassword('a-token'),
    consolePaths.confirmEmail('a-token'),
    consolePaths.acceptInvitation('a-token'),
    consolePaths.joinOrganization('a-token'),
  ]) {
    await visit(page, path);
  }
  expect(violations).toEqual([]);
});

test('F3: no screen of a signed-in person breaks the policy', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const violations = await violationsOn(page);
  for (const path of [
    consolePaths.dashboard(),
    consolePaths.account(),
    consolePaths.organizationSettings(world.organizationId),
    consolePaths.workspaces(),
    consolePaths.workspaceManage(world.workspaceId),
    consolePaths.datasets(),
    consolePaths.datasetDocuments(world.datasetId),
    consolePaths.datasetArchives(world.datasetId),
    consolePaths.joinOrganization('a-token'),
  ]) {
    await visit(page, path);
  }
  expect(violations).toEqual([]);
  await context.close();
});

test('F3: nothing that opens over a screen breaks the policy', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const violations = await violationsOn(page);
  await visit(page, consolePaths.datasets());
  await page.getByRole('button', { name: 'Create Dataset' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Diagrams');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /create/i })
    .click();
  await expect(page.getByText('Dataset created successfully!')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('theme');
  await networkQuiet(page);
  expect(violations).toEqual([]);

  // What the test looks for would be seen.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'void 0';
    document.head.append(script);
  });
  await expect.poll(() => violations.some((text) => text.includes('inline'))).toBe(true);
  await context.close();
});
