import {
  fakeShell,
  makeOrganization,
  makeWorkspace,
  mockApi,
  renderScreen,
} from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
const sent = () => mockApi.calls('POST', MEMBERS).map(({ body }) => body);

describe('a guest', () => {
  const WORKSPACES = 'api/v1/workspaces';
  const RESEARCH = makeWorkspace();
  const VIEWER = ORGANIZATION.roles.find(({ name }) => name === 'Viewer')?.id;
  const SENTENCE =
    'A guest searches and asks this workspace, and sees nothing else of the organization.';

  async function chooseGuest() {
    renderScreen(<InviteMemberDialog organization={ORGANIZATION} onClose={() => undefined} />, {
      shell: fakeShell(),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite member' }));
    await userEvent.type(dialog.getByLabelText('Email address'), 'ada@x.org');
    expect(dialog.queryByLabelText('Workspace')).toBeNull();
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Guest of a workspace');
    return dialog;
  }

  test('is invited to a workspace, as a Viewer', async () => {
    mockApi.get(WORKSPACES, () => ({ body: { workspaces: [RESEARCH] } }));
    mockApi.post(MEMBERS, () => ({ status: 201, body: {} }));
    const dialog = await chooseGuest();
    const workspace = await dialog.findByLabelText('Workspace');
    expect(dialog.getByText(SENTENCE)).toBeDefined();
    await send();
    expect(await dialog.findByText('Workspace is required')).toBeDefined();
    expect(sent()).toEqual([]);
    await userEvent.selectOptions(workspace, 'Research');
    await send();
    expect(await screen.findByText('Member invitation sent successfully')).toBeDefined();
    expect(sent()).toEqual([
      { email_address: 'ada@x.org', role_id: VIEWER, workspace_id: RESEARCH.id },
    ]);
  });

  test('stays in the form after a failure, and a role that is chosen instead sends no workspace', async () => {
    mockApi.get(WORKSPACES, () => ({ body: { workspaces: [RESEARCH] } }));
    mockApi.post(MEMBERS, () => ({ status: 409, body: { message: 'There is no room.' } }));
    const dialog = await chooseGuest();
    await userEvent.selectOptions(await dialog.findByLabelText('Workspace'), 'Research');
    await send();
    expect(await screen.findByText('There is no room.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@x.org');
    expect(dialog.getByLabelText<HTMLSelectElement>('Workspace').value).toBe(RESEARCH.id);
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Viewer');
    await send();
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ email_address: 'ada@x.org', role_id: VIEWER });
  });

  test('waits for the list of workspaces, which can be loaded again', async () => {
    mockApi.get(WORKSPACES, () => ({ status: 503, body: { message: 'In a minute' } }));
    const dialog = await chooseGuest();
    expect(await dialog.findByText('In a minute')).toBeDefined();
    mockApi.get(WORKSPACES, () => ({ body: { workspaces: [] } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByText('There is no workspace yet')).toBeDefined();
  });
});
