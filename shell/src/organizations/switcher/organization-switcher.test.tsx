import { STORAGE_KEYS } from '@carrel/shared/contract';
import { makeId } from '@carrel/shared/testing';
import { cleanup, screen } from '@testing-library/react';
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
