import { fakeShell, makeOrganization, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { InviteMemberDialog } from './invite-member-dialog.tsx';

const ORGANIZATION = makeOrganization();
const MEMBERS = `api/v1/organizations/${ORGANIZATION.id}/members`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const bodies = () =>
  mockApi
    .calls('POST', MEMBERS)
    .map(({ body }) => (body as { email_address: string }).email_address);

async function fill(text: string) {
  const onClose = vi.fn<() => void>();
  renderScreen(<InviteMemberDialog organization={ORGANIZATION} onClose={onClose} />, {
    shell: fakeShell(),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite member' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Email address');
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  return { field, onClose };
}

test('everybody of a pasted list is invited', async () => {
  mockApi.post(MEMBERS, () => ({ status: 201, body: {} }));
  const { field, onClose } = await fill('Ada <ada@x.org>\r\ngrace@x.org\n');
  expect(await screen.findByText('2 member invitations sent')).toBeDefined();
  expect(field.value).toBe('ada@x.org, grace@x.org');
  expect(bodies()).toEqual(['ada@x.org', 'grace@x.org']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('those of a list who cannot be invited stay in the form, with the reason', async () => {
  mockApi.post(MEMBERS, ({ body }) =>
    (body as { email_address: string }).email_address === 'ada@x.org'
      ? { status: 201, body: {} }
      : { status: 409, body: { message: 'This person is a member already.' } },
  );
  const { field, onClose } = await fill('ada@x.org, grace@x.org, emil@x.org');
  expect(await screen.findByText('grace@x.org: This person is a member already.')).toBeDefined();
  expect(screen.getByText('1 invitation sent')).toBeDefined();
  expect(field.value).toBe('grace@x.org, emil@x.org');
  expect(onClose).not.toHaveBeenCalled();
});
