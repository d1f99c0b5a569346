import { fakeShell, makeId, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { CreateOrganizationDialog } from './create-organization-dialog.tsx';

const ORGANIZATIONS = 'api/v1/organizations';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New
      </button>
      <CreateOrganizationDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

async function open(shell = fakeShell()) {
  const rendered = renderScreen(<Opener />, { shell });
  await userEvent.click(screen.getByRole('button', { name: 'New' }));
  await screen.findByRole('dialog', { name: 'Create organization' });
  return rendered;
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name');
const description = () => screen.getByLabelText('Description');
const submit = () => screen.getByRole('button', { name: 'Create organization' });

describe('the dialog that creates an organization', () => {
  test.each([
    ['', { name: 'Engines' }],
    [' Of the analytical kind ', { name: 'Engines', description: 'Of the analytical kind' }],
  ])(
    'sends the description "%s" once as %j and selects the new organization',
    async (text, body) => {
      mockApi.post(ORGANIZATIONS, () => ({ status: 201, body: { id: makeId(101) } }));
      const { shell } = await open();
      const person = userEvent.setup();
      await person.type(name(), ' Engines ');
      if (text !== '') await person.type(description(), text);
      await person.dblClick(submit());

      expect(await screen.findByText('Organization created successfully!')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(mockApi.calls('POST', ORGANIZATIONS).map((call) => call.body)).toEqual([body]);
      expect(shell.selectOrganizationWhenListed).toHaveBeenCalledExactlyOnceWith(makeId(101));
      expect(shell.reloadUser).toHaveBeenCalledOnce();
    },
  );

  test.each([
    ['Name', '', 'Organization name is required', 'N'],
    ['Name', 'n'.repeat(101), 'Organization name must be less than 100 characters', '{Backspace}'],
    ['Description', 'd'.repeat(501), 'Description must be less than 500 characters', '{Backspace}'],
  ])('refuses a %s of "%s": %s', async (label, text, message, remedy) => {
    await open();
    const person = userEvent.setup();
    if (label !== 'Name') await person.type(name(), 'Engines');
    await person.click(screen.getByLabelText(label));
    await person.paste(text);
    await person.click(submit());
    expect(await screen.findByText(message)).toBeTruthy();

    await person.type(screen.getByLabelText(label), remedy);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(mockApi.calls()).toEqual([]);
  });

  test.each([
    ['You own too many', () => ({ status: 409, body: { message: 'You own too many' } })],
    ['Failed to create organization. Please try again.', () => Promise.reject(new TypeError('x'))],
  ])('keeps the text and shows "%s" for a failure', async (text, response) => {
    mockApi.post(ORGANIZATIONS, response);
    const { shell } = await open();
    await userEvent.type(name(), 'Engines');
    await userEvent.click(submit());
    expect(await screen.findByText(text)).toBeTruthy();
    expect(name().value).toBe('Engines');
    expect(shell.selectOrganizationWhenListed).not.toHaveBeenCalled();
  });

  test('shows no failure when the profile cannot be loaded afterwards', async () => {
    mockApi.post(ORGANIZATIONS, () => ({ status: 201, body: { id: makeId(101) } }));
    const reloadUser = vi.fn<() => Promise<null>>().mockRejectedValue(new TypeError('x'));
    await open(fakeShell({ reloadUser }));
    await userEvent.type(name(), 'Engines');
    await userEvent.click(submit());
    expect(await screen.findByText('Organization created successfully!')).toBeTruthy();
    await waitFor(() => expect(reloadUser).toHaveBeenCalledOnce());
    expect(screen.queryByText('Failed to create organization. Please try again.')).toBeNull();
  });

  test('is empty when it opens again', async () => {
    await open();
    await userEvent.type(name(), 'Engines');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'New' }));
    await screen.findByRole('dialog');
    expect(name().value).toBe('');
  });
});
