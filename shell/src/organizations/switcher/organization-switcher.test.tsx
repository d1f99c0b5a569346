import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId } from '@carrel/shared/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  open,
  serve,
  signIn,
  startConsole,
  stopConsole,
  twoOrganizations,
} from '../../testing/console.tsx';

beforeEach(startConsole);
afterEach(stopConsole);

describe('the selected organization', () => {
  test('is the saved one where it is still one of the user’s, else the first', async () => {
    signIn();
    serve(twoOrganizations);
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(101));
    open('/datasets');
    expect(await screen.findByText(`Organization ${makeId(101)}`)).toBeDefined();

    cleanup();
    localStorage.setItem(STORAGE_KEYS.selectedOrganization, makeId(999));
    open('/datasets');
    expect(await screen.findByText(`Organization ${makeId(100)}`)).toBeDefined();
    expect(localStorage.getItem(STORAGE_KEYS.selectedOrganization)).toBe(makeId(100));
  });

  test('is chosen in the switcher, which names the role under each', async () => {
    signIn();
    serve(twoOrganizations);
    open('/datasets/1/documents');
    await userEvent.click(await screen.findByRole('button', { name: /Engines/ }));
    expect(await screen.findByRole('menuitem', { name: /Looms.*Viewer/ })).toBeDefined();
    expect(screen.getByRole('menuitem', { name: 'Settings of Looms' })).toBeDefined();
    await userEvent.keyboard('looms{Enter}');

    expect(await screen.findByText(`Organization ${makeId(101)}`)).toBeDefined();
    expect(await screen.findByText('At /datasets')).toBeDefined();
    expect(localStorage.getItem(STORAGE_KEYS.selectedOrganization)).toBe(makeId(101));
  });

  test('is selected by the gear that opens its settings', async () => {
    signIn();
    serve(twoOrganizations);
    open('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: /Engines/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings of Looms' }));
    expect(await screen.findByText(`At /organizations/${makeId(101)}/settings`)).toBeDefined();
    expect(await screen.findByText(`Organization ${makeId(101)}`)).toBeDefined();
  });

  test.each(['Control', 'Alt'])('leaves settings for those of the new one with %s', async (key) => {
    signIn();
    serve(twoOrganizations);
    open(`/organizations/${makeId(100)}/settings`);
    await screen.findByText(`Organization ${makeId(100)}`);
    await userEvent.keyboard(`{${key}>}2{/${key}}`);
    expect(await screen.findByText(`At /organizations/${makeId(101)}/settings`)).toBeDefined();
    expect(await screen.findByText(`Organization ${makeId(101)}`)).toBeDefined();
  });

  test('has its keys in the help, with both alternatives', async () => {
    signIn();
    serve(twoOrganizations);
    open('/datasets');
    await screen.findByText(`Organization ${makeId(100)}`);
    await userEvent.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(await within(help).findByText('Switch to Looms')).toBeDefined();
    expect(help.textContent).toContain('Switch to LoomsCtrl2orAlt2');
  });

  test('is chosen with Ctrl and a digit, but not while the user types', async () => {
    signIn();
    serve(twoOrganizations);
    open('/datasets');
    await screen.findByText(`Organization ${makeId(100)}`);
    await userEvent.click(screen.getByRole('textbox', { name: 'Notes' }));
    await userEvent.keyboard('{Control>}2{/Control}');
    expect(screen.getByText(`Organization ${makeId(100)}`)).toBeDefined();
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await userEvent.keyboard('{Control>}2{/Control}');
    expect(await screen.findByText(`Organization ${makeId(101)}`)).toBeDefined();
  });
});
