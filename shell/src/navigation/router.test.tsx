import { makeUser } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { open, serve, signIn, startConsole, stopConsole } from '../testing/console.tsx';

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
