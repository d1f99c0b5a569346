import { readFile } from 'node:fs/promises';
import path from 'node:path';

import {
  createdSchema,
  currentUserSchema,
  documentListSchema,
  FILENAME_HEADER,
  STORAGE_KEYS,
} from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import { array, parse, string } from 'valibot';

import { buildZip } from '../support/build-zip.ts';
import { networkIdle } from '../support/network-idle.ts';
import { PROCESSING_MS } from '../support/journey.ts';
import type { Person } from '../support/journey.ts';
import { browserOf, createAccount } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const PAYLOADS = parse(
  array(string()),
  JSON.parse(
    await readFile(path.join(import.meta.dirname, '../fixtures/script-payloads.json'), 'utf8'),
  ),
);
const SYNCED = { sync: true, delete_orphans: false, purge_on_completion: true };
const STORED = { ...SYNCED, sync: false, purge_on_completion: false };

const AT_ONCE = 6;

/** Paths in a zip must not contain control characters or backslashes. */
const IN_PATHS = PAYLOADS.filter((payload) => !/[\\\t]/.test(payload));

const mallory: Person = {
  firstName: PAYLOADS[0] ?? '',
  lastName: PAYLOADS[12] ?? '',
  email: 'mallory@example.com',
  password: 'the words of mallory',
};

let server: ServerProcess;
let organizationId: string;
let workspaceId: string;
let datasetId: string;

const at = (path_: string) => `${server.url}/${path_}`;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, mallory);
  await seed(request);
  await request.dispose();
});

test.afterAll(() => server.stop());

/** Calls `make` with each payload, a few at a time, and returns the results in order. */
async function all<Made>(make: (payload: string, index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let from = 0; from < PAYLOADS.length; from += AT_ONCE) {
    const few = PAYLOADS.slice(from, from + AT_ONCE);
    made.push(...(await Promise.all(few.map((payload, index) => make(payload, from + index)))));
  }
  return made;
}

/** Seeds one of everything that has a name for each payload. */
async function seed(request: APIRequestContext): Promise<void> {
  const signIn = (agent: string) =>
    request.post(at(apiPaths.login()), {
      data: { email_address: mallory.email, password: mallory.password },
      headers: { 'User-Agent': agent.replaceAll('\t', ' ') },
    });
  await signIn('Chromium');
  const create = async (to: string, payload: string, headers = {}) => {
    const data = { name: payload, description: payload };
    const response = await request.post(at(to), { data, headers });
    expect(response.status()).toBe(201);
    return parse(createdSchema, await response.json()).id;
  };
  const organizations = await all((payload) => create(apiPaths.organizations(), payload));
  organizationId = organizations[0] ?? '';
  const headers = { 'X-Organization-Id': organizationId };
  const workspaces = await all((payload) => create(apiPaths.workspaces(), payload, headers));
  const datasets = await all((payload) => create(apiPaths.datasets(), payload, headers));
  await all(signIn);
  workspaceId = workspaces[0] ?? '';
  datasetId = datasets[0] ?? '';
  await all((_, at_) =>
    request.put(at(apiPaths.workspaceDataset(workspaceId, datasets[at_] ?? '')), { headers }),
  );
  await fill(request, headers);
}

async function fill(request: APIRequestContext, headers: Record<string, string>): Promise<void> {
  const upload = (name: string, options: typeof SYNCED, zip: Buffer) =>
    request.post(at(apiPaths.archiveUpload(datasetId, options)), {
      data: zip,
      headers: {
        ...headers,
        'Content-Type': 'application/zip',
        [FILENAME_HEADER]: encodeURIComponent(name),
      },
    });
  const uploaded = await all((payload) =>
    upload(payload, STORED, buildZip([{ name: 'a.txt', content: payload }])),
  );
  expect(new Set(uploaded.map((response) => response.status()))).toEqual(new Set([201]));
  const entries = IN_PATHS.flatMap((payload, index) => [
    { name: payload, content: index % 2 === 0 ? payload : '' },
    { name: `${payload.replaceAll('/', '∕')} folder/${index}.txt`, content: payload },
  ]);
  expect((await upload('all.zip', SYNCED, buildZip(entries))).status()).toBe(201);
  await expect
    .poll(
      async () => {
        const response = await request.get(at(apiPaths.documents(datasetId, { limit: 1 })), {
          headers,
        });
        const { status_counts: counts } = parse(documentListSchema, await response.json());
        const open = counts.ingested + counts.partitioned + counts.chunked;
        return counts.total >= entries.length - 5 && open === 0;
      },
      { timeout: PROCESSING_MS },
    )
    .toBe(true);
}

/** Returns a list of the scripts that a page ran, or that its policy blocked. */
async function problemsOn(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeBinding('fired', ({ frame }) => problems.push(`ran on ${frame.url()}`));
  await page.exposeBinding('recordViolation', (_, text: string) => problems.push(text));
  await page.addInitScript(() => {
    const { recordViolation } = globalThis as unknown as {
      recordViolation: (text: string) => void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      recordViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => {
    problems.push(`asked ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`failed with ${error.message}`));
  return problems;
}

/** Opens a screen, and scrolls through it, so that virtualized rows are rendered. */
async function readThrough(page: Page, screen: string, shown: string): Promise<void> {
  await page.goto(server.url + screen);
  await expect(page.getByText(shown, { exact: false }).first()).toBeVisible();
  await networkIdle(page);
  await page.mouse.move(640, 400);
  for (let step = 0; step < 8; step += 1) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }
}

test('T4: no screen runs any of sixty payloads, wherever they are rendered', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, mallory);
  const current = await context.request.get(at(apiPaths.currentUser()));
  expect(parse(currentUserSchema, await current.json()).first_name).toBe(mallory.firstName);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  await page.addInitScript(
    ([key, id]) => {
      localStorage.setItem(key, id);
    },
    [STORAGE_KEYS.selectedOrganization, organizationId] as const,
  );

  const [first = ''] = PAYLOADS;
  await readThrough(page, consolePaths.dashboard(), first);
  await readThrough(page, consolePaths.account(), first);
  await readThrough(page, consolePaths.organizationSettings(organizationId), first);
  await readThrough(page, consolePaths.workspaces(), first);
  await readThrough(page, consolePaths.workspaceManage(workspaceId), first);
  await readThrough(page, consolePaths.workspaceSearch(workspaceId, 'fired'), first);
  await readThrough(page, consolePaths.datasetSearch(datasetId, 'fired'), first);
  await readThrough(page, consolePaths.datasets(), first);
  await readThrough(page, consolePaths.datasetArchives(datasetId), first);
  await readThrough(page, consolePaths.datasetDocuments(datasetId), 'folder');
  await page.getByRole('link', { name: /^Failed/ }).click();
  await expect(page.getByText('The file is empty.').first()).toBeVisible();
  const inside = `${(IN_PATHS[0] ?? '').replaceAll('/', '∕')} folder`;
  await readThrough(page, consolePaths.datasetDocuments(datasetId, inside), '0.txt');

  const names = page.getByRole('link', { name: '0.txt' });
  await names.click();
  await expect(page.getByRole('region', { name: 'Document' })).toContainText(first);
  await networkIdle(page);

  // The command palette shows names too.
  await page.goto(server.url + consolePaths.datasets());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('fired');
  await expect(page.getByRole('dialog')).toBeVisible();
  await networkIdle(page);
  expect(problems).toEqual([]);

  // Checks that the test detects problems: an injected payload is blocked by the policy, and recorded.
  await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="fired()">');
    } catch {
      // Trusted Types refuse text as HTML.
    }
  });
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  await context.close();
});
