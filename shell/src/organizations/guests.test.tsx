import { GUEST_ORGANIZATIONS } from '@carrel/shared/contract';
import { makeDataset, makeId, makeUser, makeWorkspace, mockApi } from '@carrel/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../testing/console.tsx';

beforeEach(startConsole);
afterEach(() => {
  stopConsole();
  localStorage.clear();
});

const RESEARCH = makeWorkspace();
const START = `At /workspaces/${RESEARCH.id}/search`;
const HOST = { organization_name: 'Observatory', role_name: 'Guest' };
const OWN = { organization_name: 'Looms', role_name: 'Owner' };

/** What the server was asked for that is closed to guests. */
const closed = () =>
  ['api/v1/summary', 'api/v1/overview', 'api/v1/background-work', 'api/v1/uploads'].flatMap(
    (path) => mockApi.calls('GET', path),
  );

function start(path: string, memberships: Record<string, typeof HOST> = { [makeId(100)]: HOST }) {
  signIn();
  serve(makeUser({ memberships }));
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [RESEARCH] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  open(path);
}

const sidebarLinks = () =>
  within(screen.getByRole('complementary', { name: 'Sidebar' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the console of a guest', () => {
  test.each(['/', '/dashboard', '/datasets', '/search?q=comet', '/datasets/7/documents'])(
    'leads from %s to the workspace',
    async (path) => {
      start(path);
      expect(await screen.findByText(START)).toBeDefined();
      expect(sidebarLinks()).toEqual(['Workspaces']);
      expect(screen.queryByRole('button', { name: 'Background work' })).toBeNull();
      expect(closed()).toEqual([]);
    },
  );

  test('opens the list of workspaces, the account and the settings of the organization', async () => {
    for (const path of ['/workspaces', '/account', `/organizations/${makeId(100)}/settings`]) {
      start(path);
      expect(await screen.findByText(`At ${path}`)).toBeDefined();
      stopConsole();
      startConsole();
    }
  });

  test('leads to the empty list where the workspace is gone', async () => {
    signIn();
    serve(makeUser({ memberships: { [makeId(100)]: HOST } }));
    open('/dashboard');
    expect(await screen.findByText('At /workspaces')).toBeDefined();
  });

  test('says why the workspace could not be loaded, and tries again', async () => {
    start('/account');
    await screen.findByText('At /account');
    stopConsole();
    startConsole();
    signIn();
    serve(makeUser({ memberships: { [makeId(100)]: HOST } }));
    mockApi.get('api/v1/workspaces', () => ({ status: 503, body: { message: 'In a minute' } }));
    open('/dashboard');
    expect(await screen.findByText('In a minute')).toBeDefined();
    mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [RESEARCH] } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(START)).toBeDefined();
  });

  test('has only what a guest may do in the palette', async () => {
    start('/workspaces');
    await screen.findByText('At /workspaces');
    await userEvent.keyboard('{Control>}k{/Control}');
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'a' } });
    await screen.findByRole('option', { name: /Research/ });
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    for (const word of ['Dashboard', 'Datasets', 'Handbook', 'everything']) {
      expect(options.filter((option) => option.includes(word))).toEqual([]);
    }
    await userEvent.click(screen.getByRole('option', { name: /Research/ }));
    expect(await screen.findByText(START)).toBeDefined();
  });
});

const switchTo = async (name: string) => {
  const [button] = within(screen.getByRole('complementary', { name: 'Sidebar' })).getAllByRole(
    'button',
  );
  await userEvent.click(button as HTMLElement);
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
};

describe('who is a member here and a guest there', () => {
  const both = { [makeId(100)]: OWN, [makeId(101)]: HOST };
  test('sees the console of each at once', async () => {
    start('/datasets', both);
    await screen.findByText('At /datasets');
    expect(sidebarLinks()).toEqual(['Dashboard', 'Workspaces', 'Datasets', 'Search']);
    await switchTo('Observatory');
    expect(await screen.findByText(START)).toBeDefined();
    expect(sidebarLinks()).toEqual(['Workspaces']);
    await switchTo('Looms');
    expect(await screen.findByText('At /workspaces')).toBeDefined();
    expect(sidebarLinks()).toEqual(['Dashboard', 'Workspaces', 'Datasets', 'Search']);
  });

  test('has the page read nothing ahead where they are a guest', async () => {
    start('/account', both);
    await screen.findByText('At /account');
    await waitFor(() => expect(localStorage.getItem(GUEST_ORGANIZATIONS)).toBe(makeId(101)));
    stopConsole();
    startConsole();
    start('/account', { [makeId(100)]: OWN });
    await screen.findByText('At /account');
    await waitFor(() => expect(localStorage.getItem(GUEST_ORGANIZATIONS)).toBeNull());
  });
});
