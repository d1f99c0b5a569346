import { consolePaths } from '@carrel/shared/paths';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { LoopbackProgram } from '../../support/servers/loopback-program.ts';
import { browserOf, createAccount, personNamed } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const ida = personNamed('Ida');

let server: ServerProcess;
let program: LoopbackProgram;
let page: Page;
let url: URL;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  program = await LoopbackProgram.start('Reading assistant');
  const seeding = await browser.newContext();
  await createAccount(seeding.request, server, ida);
  await seeding.close();
  const signedIn = await browserOf(browser, server, ida);
  const fixture = await DatasetFixture.create(signedIn.request, server);
  const dataset = await fixture.createDataset('Handbook');
  await fixture.fill(dataset, [
    { name: 'engine.md', content: '# Oil\n\nChange the oil each year.' },
  ]);
  const workspace = await fixture.createWorkspace('Reading room');
  await fixture.attach(workspace, dataset);
  await signedIn.close();
  url = new URL(`${server.url}/mcp/${workspace}`);
  page = await (await browser.newContext()).newPage();
});

test.afterAll(async () => {
  program.stop();
  await server.stop();
});

const newTransport = () => new StreamableHTTPClientTransport(url, { authProvider: program });
const newClient = () =>
  new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });

test('a person connects a program after signing in, and it reads the workspace', async () => {
  const transport = newTransport();
  await expect(newClient().connect(transport)).rejects.toThrow(UnauthorizedError);
  await page.goto(program.authorizationUrl);
  await page.getByLabel('Email').fill(ida.email);
  await page.getByLabel('Password', { exact: true }).fill(ida.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page.getByText('Reading assistant')).toBeVisible();
  await expect(page.getByText('127.0.0.1, this computer')).toBeVisible();
  await expect(page.getByText('Reading room')).toBeVisible();
  await examineScreen(page, 'connect');
  await page.emulateMedia({ colorScheme: 'dark' });
  await examineScreen(page, 'connect-dark');
  await page.setViewportSize({ width: 375, height: 800 });
  await examineScreen(page, 'connect-dark-375');
  await page.emulateMedia({ colorScheme: 'light' });
  await examineScreen(page, 'connect-375');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('You can close this page.')).toBeVisible();

  await transport.finishAuth(await program.returned);
  const client = newClient();
  await client.connect(newTransport());
  const found = await client.callTool({ name: 'search', arguments: { query: 'change oil' } });
  const { results } = found.structuredContent as { results: { id: string; url: string }[] };
  const read = await client.callTool({ name: 'fetch', arguments: { id: results[0]?.id } });
  expect(read.structuredContent).toMatchObject({ title: 'engine.md' });
  // The address of a result is the passage's page in the console.
  await page.goto(results[0]?.url ?? '');
  await expect(page.getByText('Change the oil each year.').first()).toBeVisible();
});

test('the program is listed in the account, and reads nothing once it is disconnected', async () => {
  await page.goto(server.url + consolePaths.account());
  const row = page.getByRole('row', { name: /Reading assistant/ });
  await expect(row).toContainText('Reading room');
  await row.scrollIntoViewIfNeeded();
  await examineScreen(page, 'connected-programs');
  await page.setViewportSize({ width: 375, height: 800 });
  // On a narrow screen, rows are cards, which replace them.
  await expect(row).toHaveCount(0);
  await page.getByText('Reading assistant').scrollIntoViewIfNeeded();
  await examineScreen(page, 'connected-programs-375');
  await page.setViewportSize({ width: 1280, height: 800 });
  await row.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect program' });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
  await expect(newClient().connect(newTransport())).rejects.toThrow(UnauthorizedError);
});

test('a link that sends codes elsewhere leads nowhere', async () => {
  const forged = new URL(program.authorizationUrl);
  forged.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(forged.href);
  await expect(page.getByText(/at an address that it did not register/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
});
