import { makeId, makeUser } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../../testing/console.tsx';

const memberOf = (count: number) =>
  makeUser({
    memberships: Object.fromEntries(
      Array.from({ length: count }, (_, place) => [
        makeId(1000 + place),
        {
          organization_name: `Organization ${place + 1}`,
          role_name: place === 0 ? 'Owner' : 'Viewer',
        },
      ]),
    ),
  });

beforeEach(() => {
  startConsole();
  signIn();
});
afterEach(stopConsole);

async function openSwitcher(count: number) {
  serve(memberOf(count));
  open('/datasets');
  await userEvent.click(await screen.findByRole('button', { name: /^Organization 1\s*Owner/ }));
}

const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Switch organization' }));
const search = async () =>
  (await dialog()).getByRole('searchbox', { name: 'Search organizations' });
const rows = async () => (await dialog()).getAllByRole('listitem');

describe('the switcher', () => {
  test('is a menu up to 19 organizations', async () => {
    await openSwitcher(19);
    expect(await screen.findByRole('menuitem', { name: /^Organization 19/ })).toBeDefined();
    expect(screen.queryByRole('searchbox', { name: 'Search organizations' })).toBeNull();
  });

  test('has a search field from 20 on, which holds the focus', async () => {
    await openSwitcher(20);
    const field = await search();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect((await dialog()).getByText('20 of 20 organizations')).toBeDefined();
    expect((await dialog()).getByRole('button', { name: 'Create organization' })).toBeDefined();
  });

  test('renders only the visible ones of 200 organizations, and finds the others', async () => {
    await openSwitcher(200);
    expect((await rows()).length).toBeLessThan(30);
    expect((await rows())[0]?.getAttribute('aria-setsize')).toBe('200');
    await userEvent.type(await search(), 'zation 199');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(`Organization ${makeId(1198)}`)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('shows a message when no organization has the name', async () => {
    await openSwitcher(20);
    await userEvent.type(await search(), 'nowhere');
    expect(await screen.findByText('No organization has this name.')).toBeDefined();
  });

  test('names role, digit and the current one in each line', async () => {
    await openSwitcher(20);
    const [first, second] = await rows();
    if (first === undefined || second === undefined) throw new Error('There are two.');
    const current = within(first).getByRole('button', { name: /^Organization 1/ });
    expect(current.getAttribute('aria-current')).toBe('true');
    expect(current.textContent).toContain('Owner');
    expect(within(second).getByText('Viewer')).toBeDefined();
    expect(within(second).getByText('Ctrl 2')).toBeDefined();
    await userEvent.click(
      within(second).getByRole('button', { name: 'Settings of Organization 2' }),
    );
    await waitFor(() => expect(window.location.pathname).not.toBe('/datasets'));
  });

  test('lets the arrow keys move through all of them, beyond those rendered', async () => {
    await openSwitcher(200);
    await userEvent.click(await search());
    await userEvent.keyboard('{ArrowDown>40/}');
    expect(document.activeElement?.textContent).toContain('Organization 40');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(await screen.findByText(`Organization ${makeId(1038)}`)).toBeDefined();
  });
});
