import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { SignInSection } from './sign-in-section.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const DOMAIN_ID = '00000000-0000-4000-8000-000000000002';
const DOMAINS = `api/v1/organizations/${ID}/domains`;
const PROVIDER = `api/v1/organizations/${ID}/identity-provider`;

const domain = {
  id: DOMAIN_ID,
  domain: 'firm.example',
  record_name: '_carrel.firm.example',
  record_value: 'carrel-verification=abc',
  verified_at: null as string | null,
  verified_by: null as string | null,
  created_at: '2026-11-24T12:00:00.000Z',
};
const uris = {
  redirect_uri: 'https://carrel.example.com/callback',
  backchannel_logout_uri: 'https://carrel.example.com/logout',
};

beforeEach(() => {
  mockApi.start();
  mockApi.get(DOMAINS, () => ({ body: { domains: [domain] } }));
  mockApi.get(`api/v1/organizations/${ID}/sign-in-policy`, () => ({
    body: { second_factor_from: null, allowed_methods: null, idle_minutes: null },
  }));
  mockApi.get(PROVIDER, () => ({ body: { provider: null, ...uris } }));
});
afterEach(() => mockApi.stop());

const open = (roleName = 'Owner') =>
  renderScreen(
    <SignInSection organization={{ id: ID, name: 'Firm', roles: [] }} roleName={roleName} />,
    { path: '/settings', route: '/settings', shell: fakeShell() },
  );

test('a record that is not found is said in the dialog, which stays open', async () => {
  const message = 'The TXT record of _carrel.firm.example was not found.';
  mockApi.post(`${DOMAINS}/${DOMAIN_ID}/verify`, () => ({ status: 409, body: { message } }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify firm.example' }));
  expect(dialog.getByText('carrel-verification=abc')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Verify' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(message);
});

test('a code that was mailed verifies the domain; a wrong one is said at its field', async () => {
  mockApi.post(`${DOMAINS}/${DOMAIN_ID}/mail`, () => ({ status: 204 }));
  mockApi.post(`${DOMAINS}/${DOMAIN_ID}/verify`, ({ body }) =>
    (body as { code?: string }).code === 'BBBBB-CCCCC'
      ? { body: { ...domain, verified_at: domain.created_at, verified_by: 'mail' } }
      : {
          status: 422,
          body: { message: 'x', issues: [{ path: 'code', message: 'This code is wrong' }] },
        },
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify firm.example' }));
  await userEvent.click(dialog.getByRole('button', { name: /Mail a code to postmaster@/ }));
  const code = await dialog.findByLabelText('Code from the mail');
  await userEvent.type(code, 'BBBBB-BBBBB{Enter}');
  expect(await dialog.findByText('This code is wrong')).toBeTruthy();
  await userEvent.clear(code);
  await userEvent.type(code, 'BBBBB-CCCCC{Enter}');
  expect(await screen.findByText('The domain firm.example is verified')).toBeTruthy();
});

test('a provider is saved with a mapping, and its failure keeps what was typed', async () => {
  let saved = false;
  const message = 'An Owner needs a password or a passkey.';
  mockApi.put(PROVIDER, ({ body }) => {
    if (!saved) return { status: 409, body: { message } };
    const { client_secret: _, ...provider } = body as Record<string, unknown>;
    return { body: { provider: { ...provider, updated_at: domain.created_at }, ...uris } };
  });
  open();
  await userEvent.type(await screen.findByLabelText('Issuer'), 'https://login.example.com');
  await userEvent.type(screen.getByLabelText('Client ID'), 'carrel');
  await userEvent.type(screen.getByLabelText('Client secret'), 'secret');
  await userEvent.type(screen.getByLabelText(/Claim with roles/), 'groups');
  await userEvent.click(screen.getByRole('button', { name: 'Add value' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Value' }), 'writers');
  await userEvent.click(screen.getByRole('button', { name: 'Save single sign-on' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  saved = true;
  await userEvent.click(screen.getByRole('button', { name: 'Save single sign-on' }));
  expect(await screen.findByText('Single sign-on saved')).toBeTruthy();
  expect(mockApi.calls('PUT', PROVIDER).at(-1)?.body).toEqual({
    issuer: 'https://login.example.com',
    client_id: 'carrel',
    client_secret: 'secret',
    default_role: 'Viewer',
    role_claim: 'groups',
    role_mapping: [{ value: 'writers', role: 'Editor' }],
    enabled: true,
    enforced: false,
  });
});

const values = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Value' });

test('values can be removed again', async () => {
  open();
  await userEvent.type(await screen.findByLabelText(/Claim with roles/), 'groups');
  const add = screen.getByRole('button', { name: 'Add value' });
  await userEvent.click(add);
  await userEvent.click(add);
  await userEvent.type(values()[0] as HTMLElement, 'first');
  await userEvent.type(values()[1] as HTMLElement, 'second');
  await userEvent.click(screen.getByRole('button', { name: 'Remove value 1' }));
  expect(values().map(({ value }) => value)).toEqual(['second']);
});

test('an Admin sees the domains, and that single sign-on is for Owners', async () => {
  open('Admin');
  expect(await screen.findByText('firm.example')).toBeTruthy();
  expect(screen.getByText('Only an Owner can see and change it.')).toBeTruthy();
  expect(mockApi.calls('GET', PROVIDER)).toEqual([]);
});
