import { readFile } from 'node:fs/promises';

import { createdSchema, documentListSchema } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { parse } from 'valibot';

import { documentIds } from '../support/document-ids.ts';
import { COLOUR_RULES, newAxe, selectTheme } from '../support/examine-screen.ts';
import { PROCESSING_MS, TEAM_LIBRARY } from '../support/journey.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const WIDTHS = [375, 1280];
const ARCHIVE = { sync: true, delete_orphans: false, purge_on_completion: true };
const annie = personNamed('Annie');

// Each width has a worker, and so a server, of its own.
test.describe.configure({ mode: 'parallel' });

let server: ServerProcess;
let signedIn: string[];
/** Searches of a workspace and a dataset: none yet, with results, compared, and in vain. */
let searches: string[];

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, annie);
  signedIn = await seed(request);
  await request.dispose();
});

test.afterAll(() => server.stop());

const at = (path: string) => `${server.url}/${path}`;

/** Seeds data for every screen, and returns the screens' paths. */
async function seed(request: APIRequestContext): Promise<string[]> {
  const create = async (path: string, data: object, headers = {}) => {
    const response = await request.post(at(path), { data, headers });
    return parse(createdSchema, await response.json()).id;
  };
  await request.post(at(apiPaths.login()), {
    data: { email_address: annie.email, password: annie.password },
  });
  await create(apiPaths.emails(), { email_address: 'annie@observatory.example' });
  const organizationId = await create(apiPaths.organizations(), { name: 'Observatory' });
  const headers = { 'X-Organization-Id': organizationId };
  const workspaceId = await create(apiPaths.workspaces(), { name: 'Spectra' }, headers);
  await create(apiPaths.workspaces(), { name: 'Plates', description: 'Glass ones' }, headers);
  const datasetId = await create(apiPaths.datasets(), { name: 'Team library' }, headers);
  await create(apiPaths.datasets(), { name: 'Empty' }, headers);
  await request.put(at(apiPaths.workspaceDataset(workspaceId, datasetId)), { headers });
  const uploaded = await request.post(at(apiPaths.archiveUpload(datasetId, ARCHIVE)), {
    data: await readFile(TEAM_LIBRARY),
    headers: { ...headers, 'Content-Type': 'application/zip', 'X-Filename': 'library.zip' },
  });
  expect(uploaded.status()).toBe(201);
  await expect
    .poll(
      async () => {
        const response = await request.get(at(apiPaths.documents(datasetId, { limit: 1 })), {
          headers,
        });
        const { status_counts: counts } = parse(documentListSchema, await response.json());
        return counts.total > 0 && counts.ingested + counts.partitioned + counts.chunked === 0;
      },
      { timeout: PROCESSING_MS },
    )
    .toBe(true);
  const idOf = await documentIds(request, server, { datasetId, organizationId });
  const found = consolePaths.workspaceSearch(workspaceId, 'library memo');
  searches = [
    consolePaths.workspaceSearch(workspaceId),
    found,
    `${found}&compare=words&neighbours=1`,
    consolePaths.workspaceSearch(workspaceId, 'zzzzzz'),
    consolePaths.datasetSearch(datasetId, 'library memo'),
    consolePaths.search('library memo'),
  ];
  return [
    consolePaths.dashboard(),
    consolePaths.account(),
    consolePaths.organizationSettings(organizationId),
    consolePaths.joinOrganization('token'),
    consolePaths.workspaceSearches(workspaceId),
    consolePaths.workspaceAsk(workspaceId),
    consolePaths.workspaces(),
    consolePaths.workspaceManage(workspaceId),
    consolePaths.workspaceTests(workspaceId),
    consolePaths.datasets(),
    consolePaths.datasetDocuments(datasetId),
    consolePaths.datasetDocuments(datasetId, 'Legal/Memos'),
    `${consolePaths.datasetDocuments(datasetId)}?q=memo&kind=pdf,word,text&sort=size`,
    consolePaths.datasetArchives(datasetId),
    consolePaths.datasetDuplicates(datasetId),
    consolePaths.datasetSources(datasetId),
    consolePaths.datasetSettings(datasetId),
    consolePaths.document(datasetId, idOf('Wiki/README.md')),
    consolePaths.documentVersions(datasetId, idOf('Wiki/README.md'), { version: 1 }),
    consolePaths.document(datasetId, idOf('Legal/Memos/fake-memo.pdf'), 0),
    consolePaths.document(datasetId, idOf('Finance/2023/stanley-cups.csv'), 0),
  ];
}

const PUBLIC = [
  consolePaths.login(),
  consolePaths.register(),
  consolePaths.passwordReset(),
  consolePaths.passwordReset('token'),
  consolePaths.resetPassword('token'),
  consolePaths.resetPassword(''),
  consolePaths.completeRecovery('token'),
  consolePaths.stopRecovery('token'),
  consolePaths.stopRecovery(''),
  consolePaths.confirmEmail('token'),
  consolePaths.confirmEmail(''),
  consolePaths.acceptInvitation('token'),
  consolePaths.acceptInvitation(''),
  consolePaths.joinOrganization('token'),
];

/** Opens a page that records layout shifts, those after input included. */
async function pageWithShifts(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: { node: Element | null }[];
        };
        const what = sources.map(({ node }) => node?.outerHTML.slice(0, 200) ?? 'gone');
        moved.push(`${value}: ${what.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await networkIdle(page);
  await page.evaluate(() => document.fonts.ready);
  // A hidden spinner keeps the processor busy for as long as its page is open.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
}

/** Returns axe's violations on the page in both themes, with their elements. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await selectTheme(page, colorScheme);
    const axe = newAxe(page);
    if (colorScheme === 'dark') axe.withRules(COLOUR_RULES);
    const results = await axe.analyze();
    for (const { id, nodes } of results.violations) {
      found.push(
        `${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      );
    }
  }
  return found;
}

/** Dialogs: the screen, and the button that opens the dialog. */
const OPENED: [string, string][] = [
  [consolePaths.account(), 'Delete account'],
  [consolePaths.workspaces(), 'Create Workspace'],
  [consolePaths.datasets(), 'Create Dataset'],
];

async function inspectOpened(page: Page, path: string, button: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(server.url + path);
  await settle(page);
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  expect.soft(await violations(page), `${path}: ${button}`).toEqual([]);
}

async function inspect(page: Page, path: string): Promise<void> {
  // What moves by an animation is a shift too.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  await page.goto(server.url + path);
  await settle(page);
  const facts = await page.evaluate(() => ({
    moved: (globalThis as unknown as { moved: string[] }).moved,
    headings: document.querySelectorAll('h1').length,
    tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect.soft(facts, path).toEqual({ moved: [], headings: 1, tooWide: 0 });
  await expect.soft(page, path).toHaveTitle(/^Carrel \| \S/);
  expect.soft(await violations(page), path).toEqual([]);
  expect.soft(new URL(page.url()).pathname, path).toBe(path.split('?')[0]);
}

for (const width of WIDTHS) {
  const viewport = { width, height: width === 375 ? 812 : 800 };

  test(`at ${width} px every screen is accessible, fits, and has no layout shift`, async ({
    browser,
  }) => {
    const guest = await browser.newContext({ viewport });
    const guestPage = await pageWithShifts(guest);
    for (const path of PUBLIC) await inspect(guestPage, path);
    await guest.close();

    const member = await browserOf(browser, server, annie, { viewport });
    const page = await pageWithShifts(member);
    for (const path of signedIn) await inspect(page, path);
    for (const [path, button] of OPENED) await inspectOpened(page, path, button);
    await member.close();
  });

  test(`at ${width} px the search is accessible, fits, and has no layout shift`, async ({
    browser,
  }) => {
    const member = await browserOf(browser, server, annie, { viewport });
    const page = await pageWithShifts(member);
    for (const path of searches) await inspect(page, path);
    await member.close();
  });
}
