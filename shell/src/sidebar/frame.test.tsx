import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../testing/console.tsx';

beforeEach(startConsole);
afterEach(stopConsole);

describe('the frame', () => {
  test('stays mounted while the screens change, and the focus moves to the new heading', async () => {
    signIn();
    serve();
    open('/datasets');
    const heading = await screen.findByRole('heading', { name: 'Screen /datasets' });
    expect(document.activeElement).not.toBe(heading);
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' });

    await userEvent.click(within(sidebar).getByRole('link', { name: 'Workspaces' }));

    const next = await screen.findByRole('heading', { name: 'Screen /workspaces' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBe(sidebar);
    expect(within(sidebar).getByRole('link', { current: 'page' }).textContent).toBe('Workspaces');
  });

  test('collapses with Ctrl+B and stores that in a cookie', async () => {
    signIn();
    serve();
    open('/datasets');
    const toggle = await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Control>}b{/Control}');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(document.cookie).toContain('sidebar_state=false');

    cleanup();
    open('/datasets');
    const again = await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(again.getAttribute('aria-expanded')).toBe('false');
  });

  test('shows a tooltip without delay for the icons of a collapsed sidebar', async () => {
    document.cookie = 'sidebar_state=false; Path=/';
    signIn();
    serve();
    open('/datasets');
    const sidebar = await screen.findByRole('complementary', { name: 'Sidebar' });
    const user = userEvent.setup();
    await user.hover(within(sidebar).getByRole('link', { name: 'Workspaces' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Workspaces');
    await user.hover(within(sidebar).getByRole('button', { name: 'Ada Lovelace' }));
    await waitFor(() => expect(screen.getByRole('tooltip').textContent).toBe('Ada Lovelace'));
  });

  test('has a button with the user’s initials at the bottom, which opens the user menu', async () => {
    signIn();
    serve();
    open('/datasets');
    const button = await screen.findByRole('button', { name: /Ada Lovelace/ });
    expect(button.textContent).toBe('ALAda Lovelaceada@example.com');
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('menuitem', { name: /Keyboard shortcuts/ }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });
});
