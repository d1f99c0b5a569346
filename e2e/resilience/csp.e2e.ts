import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { documentIds } from '../support/document-ids.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed, waitForDocuments } from '../support/shell-fixture.ts';
import type { ShellFixture } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

let server: ServerProcess;
let fixture: ShellFixture;
let idOf: (path: string) => string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ada);
  fixture = await seed(context.request, server, 'Engines');
  await waitForDocuments(context.request, server, fixture);
  idOf = await documentIds(context.request, server, fixture);
  await context.close();
});

test.afterAll(() => server.stop());

/** Returns a list of all violations on a page from its first script on, with the console's messages. */
async function violationsOn(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeBinding('recordViolation', (_, text: string) => violations.push(text));
  await page.addInitScript(() => {
    const { recordViolation } = globalThis as unknown as {
      recordViolation: (text: string) => void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      recordViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}

/** Opens a path, waits until the network is idle, and checks the policy of the response. */
async function visit(page: Page, path: string): Promise<void> {
  const response = await page.goto(server.url + path);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/(?:^|; )script-src 'self' 'sha256-[\w+/=]+'(?:;|$)/);
  expect(policy).not.toContain('unsafe-eval');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await networkIdle(page);
}

test('F3: no screen of a guest violates the policy', async ({ page }) => {
  const violations = await violationsOn(page);
  for (const path of [
    consolePaths.login(),
    consolePaths.register(),
    consolePaths.passwordReset(),
    consolePaths.passwordReset('a-token'),
    consolePaths.resetPassword('a-token'),
    consolePaths.completeRecovery('a-token'),
    consolePaths.stopRecovery('a-token'),
    consolePaths.confirmEmail('a-token'),
    consolePaths.acceptInvitation('a-token'),
    consolePaths.joinOrganization('a-token'),
  ]) {
    await visit(page, path);
  }
  expect(violations).toEqual([]);
});

test('F3: no screen of a signed-in user violates the policy', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const violations = await violationsOn(page);
  for (const path of [
    consolePaths.dashboard(),
    consolePaths.account(),
    consolePaths.organizationSettings(fixture.organizationId),
    consolePaths.workspaceSearches(fixture.workspaceId),
    consolePaths.workspaceAsk(fixture.workspaceId),
    consolePaths.workspaces(),
    consolePaths.workspaceManage(fixture.workspaceId),
    consolePaths.workspaceSearch(fixture.workspaceId, 'library'),
    consolePaths.datasets(),
    consolePaths.datasetDocuments(fixture.datasetId),
    consolePaths.datasetArchives(fixture.datasetId),
    consolePaths.datasetDuplicates(fixture.datasetId),
    consolePaths.datasetSources(fixture.datasetId),
    consolePaths.datasetSettings(fixture.datasetId),
    consolePaths.document(fixture.datasetId, idOf('Wiki/README.md')),
    consolePaths.documentVersions(fixture.datasetId, idOf('Wiki/README.md'), { version: 1 }),
    consolePaths.document(fixture.datasetId, idOf('Legal/Memos/fake-memo.pdf')),
    consolePaths.document(fixture.datasetId, idOf('Finance/Filings/example-10k-1p.html')),
    consolePaths.joinOrganization('a-token'),
  ]) {
    await visit(page, path);
  }
  expect(violations).toEqual([]);
  await context.close();
});

test('F3: no dialog over a screen violates the policy', async ({ browser }) => {
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
  await page.getByRole('combobox', { name: 'Search commands' }).fill('theme');
  await networkIdle(page);
  expect(violations).toEqual([]);

  // Checks that the test detects violations: of the policy for scripts, and of Trusted Types.
  const refused = await page.evaluate(() => {
    const sinks = {
      html: () => (document.createElement('div').innerHTML = '<b>text</b>'),
      script: () => (document.createElement('script').text = 'void 0'),
      handler: () => document.body.setAttribute('onclick', 'void 0'),
      data: () => (document.createElement('script').src = 'data:,void 0'),
      api: () => (document.createElement('script').src = '/api/v1/accounts/current'),
      policy: () => {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: { createPolicy: (name: string, rules: object) => void };
        };
        trustedTypes.createPolicy('other', {});
      },
    };
    return Object.entries(sinks).map(([name, assign]) => {
      try {
        assign();
        return `${name} is allowed`;
      } catch {
        return name;
      }
    });
  });
  expect(refused).toEqual(['html', 'script', 'handler', 'data', 'api', 'policy']);
  await expect.poll(() => violations.some((text) => text.includes('trusted-types'))).toBe(true);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/script.js';
    document.head.append(script);
  });
  await expect.poll(() => violations.some((text) => text.includes('elsewhere'))).toBe(true);
  await context.close();
});
