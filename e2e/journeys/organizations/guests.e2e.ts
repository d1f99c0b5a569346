import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { acceptInvitation, personNamed, signUp } from '../../support/people.ts';
import { ChatServer } from '../../support/servers/chat-server.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const olga = personNamed('Olga');
const gus = personNamed('Gus');

let chat: ChatServer;
let server: ServerProcess;
let fixture: DatasetFixture;
let owner: Page;
let guest: Page;
let charts: string;
let plans: string;
let workspace: string;
let building: string;
/** What the guest was refused. */
const refused: string[] = [];

test.beforeAll(async ({ browser }) => {
  chat = await ChatServer.start();
  server = await ServerProcess.start({ CHAT_URL: chat.url, CHAT_MODEL: 'small' });
  const context = await signUp(browser, server, olga);
  fixture = await DatasetFixture.create(context.request, server);
  charts = await fixture.createDataset('Star charts');
  await fixture.fill(charts, [{ name: 'charts.md', content: 'The comet was seen in May.' }]);
  plans = await fixture.createDataset('Observatory plans');
  await fixture.fill(plans, [{ name: 'plans.md', content: 'The comet camera comes next year.' }]);
  workspace = await fixture.createWorkspace('Research');
  await fixture.attach(workspace, charts);
  building = await fixture.createWorkspace('Building');
  owner = await context.newPage();
  const invited = await signUp(browser, server, gus);
  invited.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
  });
  guest = await invited.newPage();
});

test.afterAll(async () => {
  await server.stop();
  chat.stop();
});

const search = () => consolePaths.workspaceSearch(workspace);
const settings = () => server.url + consolePaths.organizationSettings(fixture.organizationId);
const sidebar = () => guest.getByRole('complementary', { name: 'Sidebar' });

/** Opens a path, and waits for the workspace in its place. */
async function isLedToWorkspace(path: string): Promise<void> {
  await guest.goto(server.url + path);
  await expect(guest).toHaveURL(server.url + search());
  await expect(guest.getByRole('heading', { name: 'Research' })).toBeVisible();
}

test('a guest sees one workspace and nothing else, and becomes a member', async () => {
  await test.step('an Owner invites a guest', async () => {
    await owner.goto(settings());
    await owner.getByRole('button', { name: 'Invite Member' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Invite member' });
    await dialog.getByLabel('Email address').fill(gus.email);
    await dialog.getByLabel('Role').selectOption('Guest of a workspace');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText('Workspace is required')).toBeVisible();
    await dialog.getByLabel('Workspace').selectOption('Research');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(owner.getByText('Member invitation sent successfully')).toBeVisible();
    await expect(owner.getByRole('row', { name: gus.email })).toContainText('Guest of Research');
  });

  await test.step('who accepts is led to the workspace', async () => {
    await acceptInvitation(server, guest.request, gus);
    await isLedToWorkspace(consolePaths.home());
    await expect(sidebar().getByRole('link')).toHaveText(['Workspaces']);
    await expect(guest.getByRole('button', { name: 'Background work' })).toHaveCount(0);
    const tabs = guest.getByRole('navigation', { name: 'Workspace' }).getByRole('link');
    await expect(tabs).toHaveText(['Search', 'Ask', 'Datasets']);
  });

  await test.step('searches it', async () => {
    await guest.getByRole('searchbox').first().fill('comet');
    await expect(guest.getByRole('link', { name: /charts\.md/ }).first()).toBeVisible();
    await expect(guest.getByText('camera')).toHaveCount(0);
    // What is behind the link is not read ahead.
    await guest
      .getByRole('link', { name: /charts\.md/ })
      .first()
      .hover();
    await guest.getByRole('button', { name: 'Show what comes before and after' }).click();
  });

  await test.step('asks it', async () => {
    chat.answer(['In May [1].']);
    await guest.getByRole('link', { name: 'Ask', exact: true }).click();
    await guest.getByLabel('Question', { exact: true }).fill('When was the comet seen?');
    await guest.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(guest.getByText('In May [1]')).toBeVisible();
  });

  await test.step('sees what is attached, and the list of one workspace', async () => {
    await guest.getByRole('link', { name: 'Datasets', exact: true }).click();
    await expect(guest.getByRole('checkbox', { name: 'Star charts' })).toBeDisabled();
    await expect(guest.getByText('Observatory plans')).toHaveCount(0);
    await sidebar().getByRole('link', { name: 'Workspaces' }).click();
    await expect(guest.getByRole('row', { name: /Research/ })).toBeVisible();
    await expect(guest.getByRole('row', { name: /Building/ })).toHaveCount(0);
    await expect(guest.getByRole('button', { name: 'Create Workspace' })).toHaveCount(0);
  });

  await test.step('opens nothing else', async () => {
    for (const path of [
      consolePaths.dashboard(),
      consolePaths.datasets(),
      consolePaths.search('comet'),
      consolePaths.datasetDocuments(plans),
      consolePaths.datasetSettings(plans),
      consolePaths.workspaceTests(workspace),
      consolePaths.workspaceConnect(workspace),
    ]) {
      await isLedToWorkspace(path);
    }
    await guest.goto(server.url + consolePaths.workspaceSearch(building));
    await expect(guest).toHaveURL(server.url + consolePaths.workspaces());
    await guest.goto(settings());
    await expect(guest.getByRole('button', { name: 'Leave Organization' })).toBeVisible();
    await expect(guest.getByText('Your Role')).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'Members' })).toHaveCount(0);
    await guest.keyboard.press('Control+k');
    await guest.getByRole('combobox').fill('comet');
    await expect(guest.getByRole('group', { name: 'Passages' })).toBeVisible();
    await expect(guest.getByRole('option', { name: /Search everything/ })).toHaveCount(0);
    expect(refused).toEqual([]);
  });

  await test.step('reads why a document is not shown', async () => {
    await guest.goto(server.url + consolePaths.document(plans, plans));
    await expect(guest.getByText('Dataset not found')).toBeVisible();
    await guest.goto(`${server.url}${search()}?q=comet`);
    await guest
      .getByRole('link', { name: /charts\.md/ })
      .first()
      .click();
    await expect(
      guest.getByText('You can search this dataset, and not open its documents.').first(),
    ).toBeVisible();
  });

  await test.step('opens it once named as a Reader', async () => {
    const current = await guest.request.get(`${server.url}/${apiPaths.currentUser()}`);
    const { id } = (await current.json()) as { id: string };
    const named = await owner.request.put(`${server.url}/${apiPaths.datasetAccess(charts)}`, {
      data: { access: 'named', entries: [{ account_id: id, role: 'Reader' }] },
      headers: { 'X-Organization-Id': fixture.organizationId },
    });
    expect(named.ok()).toBe(true);
    refused.length = 0;
    await guest.reload();
    await expect(guest.getByText('The comet was seen in May.').first()).toBeVisible();
    await guest.getByRole('tab', { name: 'Metadata' }).click();
    await guest.getByRole('tab', { name: 'History' }).click();
    await guest.getByRole('tab', { name: /Chunks/ }).click();
    expect(refused).toEqual([]);
  });

  await test.step('the Owner sees the guest apart from members, and makes one of them', async () => {
    await owner.goto(settings());
    const guests = owner.getByRole('table', { name: 'Guests' });
    await expect(guests.getByRole('row', { name: /Gus Tester/ })).toContainText('Research');
    const members = owner.getByRole('table', { name: 'Members' });
    await expect(members.getByRole('row', { name: /Gus Tester/ })).toHaveCount(0);
    await guests.getByRole('button', { name: 'Edit role' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Edit role of Gus Tester' });
    await expect(dialog.getByLabel('Role')).toHaveValue(/./);
    await expect(dialog.getByLabel('Role').getByRole('option', { selected: true })).toHaveText(
      'Viewer',
    );
    await dialog.getByRole('button', { name: 'Update role' }).click();
    await expect(members.getByRole('row', { name: /Gus Tester/ })).toContainText('Viewer');
    await expect(guests).toHaveCount(0);
    await guest.goto(server.url + consolePaths.dashboard());
    await expect(guest.getByRole('heading', { name: /Welcome back, Gus/ })).toBeVisible();
    await expect(sidebar().getByRole('link', { name: 'Datasets' })).toBeVisible();
  });
});
