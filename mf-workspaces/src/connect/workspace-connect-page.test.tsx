import {
  fakeShell,
  makeId,
  makeUser,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { WorkspaceConnectPage } from './workspace-connect-page.tsx';

const WORKSPACE = makeWorkspace();

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [WORKSPACE] } }));
  mockApi.get('api/v1/ask', () => ({ body: { available: false } }));
});
afterEach(() => mockApi.stop());

const open = (query = '', shell = fakeShell()) =>
  renderScreen(<WorkspaceConnectPage />, {
    path: `/workspaces/${WORKSPACE.id}/connect${query}`,
    route: '/workspaces/:workspaceId?/connect',
    shell,
  });

test('a text for curl names the workspace and no key', async () => {
  open();
  const text = (await screen.findByRole('region', { name: 'Search with curl' })).textContent;
  expect(text).toContain(`http://localhost:3000/api/v1/workspaces/${WORKSPACE.id}/search`);
  expect(text).toContain('$CARREL_API_KEY');
});

test.each([
  ['TypeScript', 'Search with TypeScript', '/search'],
  ['Python', 'Search with Python', '/search'],
  ['MCP', 'Claude Code', `/mcp/${WORKSPACE.id}`],
  ['OpenAI', 'OpenAI package for Python', '/v1"'],
  ['dify', 'External knowledge id', WORKSPACE.id],
])('the tab %s has its texts', async (tab, label, part) => {
  open();
  await userEvent.click(await screen.findByRole('tab', { name: tab }));
  expect(screen.getByRole('region', { name: label }).textContent).toContain(part);
});

test('texts for MCP clients are JSON', async () => {
  open('?client=mcp');
  for (const label of [/^Cursor/, /^VS Code/]) {
    const text = (await screen.findByRole('region', { name: label })).textContent;
    expect(JSON.stringify(JSON.parse(text ?? ''))).toContain(`/mcp/${WORKSPACE.id}`);
  }
});

test('a text is copied by its button', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Copy Search with curl' }));
  expect(await navigator.clipboard.readText()).toMatch(/^curl http/);
  expect(screen.getByRole('button', { name: 'Copy Search with curl' }).textContent).toBe('Copied');
});

test('who may create keys is led to them', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'API keys' })).toBeTruthy();
});

test('a Viewer is told whom to ask for a key', async () => {
  const memberships = { [makeId(100)]: { organization_name: 'Engines', role_name: 'Viewer' } };
  open('', fakeShell({ user: makeUser({ memberships }) }));
  expect(await screen.findByText(/^Ask an Owner or Admin/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull();
});
