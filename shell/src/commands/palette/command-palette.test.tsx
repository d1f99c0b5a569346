import { makeDataset, makeUser, makeWorkspace, mockApi } from '@carrel/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import {
  open,
  serve,
  signIn,
  startConsole,
  stopConsole,
  twoOrganizations,
} from '../../testing/console.tsx';

beforeEach(() => {
  startConsole();
  // The palette's code is then loaded when it opens, not in a quiet moment before.
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
  stopConsole();
});

async function openConsole(path = '/workspaces'): Promise<void> {
  signIn();
  serve(twoOrganizations);
  mockApi.get('api/v1/workspaces', () => ({ body: { workspaces: [makeWorkspace()] } }));
  mockApi.get('api/v1/datasets', () => ({ body: { datasets: [makeDataset()] } }));
  open(path);
  await screen.findByRole('heading', { level: 1 });
}

async function openPalette(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox');
}

const active = () => document.querySelector('[aria-selected=true]')?.textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

describe('the command palette', () => {
  test('takes the focus, opens what Enter selects, and lists it as recent', async () => {
    await openConsole();
    const field = await openPalette();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('handb');
    await waitFor(() =>
      expect(options()).toEqual(['HandbookDatasets', 'Search everything for “handb”']),
    );
    expect(screen.getByText('2 results')).toBeDefined();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^At \/datasets\/.*\/documents$/)).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();

    await openPalette();
    const recent = await screen.findByRole('group', { name: 'Recent' });
    expect(within(recent).getAllByRole('option')).toHaveLength(1);
    expect(within(recent).getByRole('option', { name: /Handbook/ })).toBeDefined();
  });

  test('gets what is typed before its field has the focus', async () => {
    await openConsole();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['h', 'a', 'x', 'Backspace', 'n', 'd', 'b'])
      fireEvent.keyDown(document.body, { key });
    expect(screen.queryByRole('combobox')).toBeNull();
    const field = await screen.findByRole('combobox');
    await waitFor(() => expect(field).toHaveProperty('value', 'handb'));
    await userEvent.keyboard('o');
    expect(field).toHaveProperty('value', 'handbo');
  });

  test('runs what was typed when Enter comes before its list', async () => {
    await openConsole();
    const field = await openPalette();
    await waitFor(() => expect(active()).toBe('Dashboard'));
    // One `act`: nothing is rendered between the two.
    act(() => {
      fireEvent.change(field, { target: { value: 'handb' } });
      fireEvent.keyDown(field, { key: 'Enter' });
    });
    expect(await screen.findByText(/^At \/datasets\/.*\/documents$/)).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('runs what was typed when Enter comes before its field has the focus', async () => {
    await openConsole();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['h', 'a', 'n', 'd', 'b']) fireEvent.keyDown(document.body, { key });
    expect(fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(false);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(await screen.findByText(/^At \/datasets\/.*\/documents$/)).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('opens while a closed dialog is hidden, but not over an open one', async () => {
    await openConsole();
    const closed = document.createElement('div');
    closed.innerHTML = '<div role="dialog"></div>';
    document.body.append(closed);
    onTestFinished(() => closed.remove());
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
    // As React hides it. What is in it, the role too, renders later.
    closed.style.setProperty('display', 'none', 'important');
    expect(await openPalette()).toBeDefined();
  });

  test('is operated with the arrow keys, which wrap around', async () => {
    await openConsole();
    const field = await openPalette();
    await waitFor(() => expect(active()).toBe('Dashboard'));
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBe('Workspaces');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toBe(options().at(-1));
    const id = field.getAttribute('aria-activedescendant') ?? '';
    expect(document.querySelector(`#${CSS.escape(id)}`)?.textContent).toBe(active());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  test('switches the organization and the theme', async () => {
    await openConsole();
    await openPalette();
    await userEvent.keyboard('looms{Enter}');
    await waitFor(() =>
      expect(localStorage.getItem('last-selected-organization-id')).toMatch(/101$/),
    );
    await openPalette();
    await userEvent.keyboard('dark theme');
    await waitFor(() => expect(options()[0]).toContain('Use the dark theme'));
    await userEvent.keyboard('{Enter}');
    expect(document.documentElement.classList.contains('dark')).toBe(true);
  });

  test('searches the workspace of the screen for what is typed', async () => {
    const { id, name } = makeWorkspace();
    await openConsole(`/workspaces/${id}/search`);
    await openPalette();
    expect(await screen.findByRole('option', { name: `Search ${name}` })).toBeDefined();
    await userEvent.keyboard('qqqq zzzz');
    await waitFor(() =>
      expect(options()).toEqual([
        `Search ${name} for “qqqq zzzz”`,
        'Search everything for “qqqq zzzz”',
      ]),
    );
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(`At /workspaces/${id}/search?q=qqqq+zzzz`)).toBeDefined();
  });

  test('shows a message when nothing is found', async () => {
    signIn();
    serve(makeUser({ memberships: {} }));
    open('/account');
    await screen.findByRole('heading', { level: 1 });
    await openPalette();
    await userEvent.keyboard('qqqq{Enter}');
    expect(await screen.findByText('Nothing found for “qqqq”.')).toBeDefined();
    expect(screen.getByText('0 results')).toBeDefined();
  });
});

describe('the list of shortcuts', () => {
  test('opens with ? and lists the registry’s shortcuts, but not while the user types', async () => {
    await openConsole();
    await userEvent.click(screen.getByRole('textbox', { name: 'Notes' }));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toContain('Toggle sidebarCtrlB');
    expect(lines).toContain('Switch to LoomsCtrl2orAlt2');
    expect(lines).toContain('Go to the notificationsAltT');
  });
});
