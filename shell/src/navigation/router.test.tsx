import { makeUser } from '@carrel/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { setRegistry } from '../remotes/remote-store.ts';
import { open, serve, signIn, startConsole, stopConsole } from '../testing/console.tsx';
import { ownRegistry, registryWithReports } from '../testing/registries.ts';

beforeEach(startConsole);
afterEach(stopConsole);

describe('a guard', () => {
  test('redirects a guest to the sign-in page, and back to the remembered URL afterwards', async () => {
    open('/datasets/1/documents?path=a%2Fb');
    expect(await screen.findByText('At /login')).toBeDefined();
    expect(screen.getByText('State {"from":"/datasets/1/documents?path=a%2Fb"}')).toBeDefined();

    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

    expect(await screen.findByText('At /datasets/1/documents?path=a%2Fb')).toBeDefined();
  });

  test('redirects a signed-in user from a guest screen to the dashboard', async () => {
    signIn();
    serve();
    open('/register');
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeDefined();
    expect(window.location.pathname).toBe('/dashboard');
  });

  test('redirects a user without an organization from its screens to the dashboard', async () => {
    signIn();
    serve(makeUser({ memberships: {} }));
    open('/workspaces');
    expect(await screen.findByRole('button', { name: 'Create an organization' })).toBeDefined();
    const sidebar = screen.getByRole('complementary', { name: 'Sidebar' });
    expect(
      within(sidebar)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard']);
  });

  test.each(['/', '/nowhere/at/all'])('redirects %s to the dashboard', async (path) => {
    signIn();
    serve();
    open(path);
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeDefined();
    expect(window.location.pathname).toBe('/dashboard');
  });
});

describe('an address with an empty id', () => {
  test.each([
    ['/organizations//settings?view=models', '/organizations/settings?view=models'],
    ['/datasets//documents', '/datasets/documents'],
    ['/datasets///documents', '/datasets/documents'],
    ['/organizations/join//', '/organizations/join/'],
  ])('%s shows the screen that says which is missing', async (address, shown) => {
    signIn();
    serve();
    open(address);
    expect(await screen.findByText(`At ${shown}`)).toBeDefined();
  });

  test('of no screen leads to the dashboard', async () => {
    signIn();
    serve();
    open('/nowhere//at-all');
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeDefined();
    expect(window.location.pathname).toBe('/dashboard');
  });
});

describe('a remote that the shell was built without', () => {
  test('has its screens, its link, and its command, as soon as the registry has it', async () => {
    signIn();
    serve();
    const { changeRegistry } = open('/workspaces');
    const sidebar = await screen.findByRole('complementary', { name: 'Sidebar' });
    const notes = await screen.findByRole('textbox', { name: 'Notes' });
    await userEvent.type(notes, 'half a form');
    expect(within(sidebar).queryByRole('link', { name: 'Reports' })).toBeNull();

    changeRegistry(registryWithReports());

    expect(notes).toHaveProperty('value', 'half a form');
    expect(notes.isConnected).toBe(true);
    const link = within(sidebar).getByRole('link', { name: 'Reports' });
    expect(screen.getByRole('navigation', { name: 'Insight' }).contains(link)).toBe(true);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'create rep');
    await userEvent.click(await screen.findByRole('option', { name: /^Create report/ }));
    expect(await screen.findByText('At /reports')).toBeDefined();
    expect(screen.getByText('State {"intent":"create"}')).toBeDefined();
    await waitFor(() =>
      expect(within(sidebar).getByRole('link', { current: 'page' }).textContent).toBe('Reports'),
    );

    // One that goes: its path is unknown, and leads where unknown paths lead. The frame stays.
    changeRegistry(ownRegistry);
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeDefined();
    expect(window.location.pathname).toBe('/dashboard');
    expect(within(sidebar).queryByRole('link', { name: 'Reports' })).toBeNull();
    expect(screen.getByRole('complementary', { name: 'Sidebar' })).toBe(sidebar);
  });

  test('is guarded as it declares', async () => {
    const { changeRegistry } = open('/login');
    await screen.findByText('At /login');
    changeRegistry(registryWithReports());
    window.history.pushState(null, '', '/reports/7');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    const remembered = screen.findByText('State {"from":"/reports/7"}', {}, { timeout: 5000 });
    expect(await remembered).toBeDefined();
  });
});

test('a path that may be of a remote that cannot be read in the registry says so', async () => {
  signIn();
  serve();
  setRegistry(ownRegistry, ['mf-reports']);
  onTestFinished(() => setRegistry({ remotes: {} }));
  open('/reports');
  expect(await screen.findByText('This part of Carrel could not be loaded')).toBeDefined();
  expect(window.location.pathname).toBe('/reports');
});
