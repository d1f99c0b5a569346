import type { Passkey } from '@carrel/shared/contract/sign-in';
import { makeId, mockApi, needsPassword, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PasskeysSection } from './passkeys-section.tsx';

const PASSKEYS = 'api/v1/accounts/passkeys';
const OPTIONS = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Carrel' },
  user: { id: 'YQ', name: 'ada@example.com', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  extensions: { credProps: true },
};
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const CREATED = {
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  response: { clientDataJSON: bytes('{}'), attestationObject: bytes('a') },
  getClientExtensionResults: () => ({}),
};

const makePasskey = (overrides: Partial<Passkey> = {}): Passkey => ({
  id: makeId(900),
  name: 'Chrome on Linux',
  created_at: '2026-01-01T12:00:00.000Z',
  last_used_at: null,
  device_type: 'singleDevice',
  backed_up: false,
  transports: ['internal'],
  ...overrides,
});

let passkeys: Passkey[] = [];
const create = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  passkeys = [];
  mockApi.start();
  mockApi.get(PASSKEYS, () => ({ body: { passkeys } }));
  mockApi.post(`${PASSKEYS}/options`, () => ({ body: OPTIONS }));
  mockApi.post(PASSKEYS, () => {
    passkeys = [makePasskey()];
    return { status: 201, body: { id: makeId(900) } };
  });
  create.mockReset().mockResolvedValue(CREATED);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
  );
});
afterEach(() => {
  mockApi.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'credentials');
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialogOf = async (name: string, role = 'dialog') =>
  within(await screen.findByRole(role, { name }));

async function add() {
  renderScreen(<PasskeysSection />);
  await press('Add passkey');
  const dialog = await dialogOf('Add passkey');
  await userEvent.click(dialog.getByRole('button', { name: 'Add passkey' }));
  return dialog;
}

test('passkeys say where they are kept, and when they were used', async () => {
  passkeys = [
    makePasskey(),
    makePasskey({
      id: makeId(901),
      name: 'Phone',
      device_type: 'multiDevice',
      backed_up: true,
      last_used_at: '2026-02-03T12:00:00.000Z',
    }),
  ];
  renderScreen(<PasskeysSection />);
  const here = within(await screen.findByRole('row', { name: /Chrome on Linux/ }));
  expect(here.getByText('This device only')).toBeTruthy();
  expect(here.getByText('Never')).toBeTruthy();
  const phone = within(screen.getByRole('row', { name: /Phone/ }));
  expect(phone.getByText('Synced')).toBeTruthy();
  expect(phone.getByText('Feb 3, 2026')).toBeTruthy();
});

test('a passkey is added under the name of the browser and its system', async () => {
  await add();
  expect(await screen.findByText('Passkey added')).toBeTruthy();
  expect(await screen.findByRole('row', { name: /Chrome on Linux/ })).toBeTruthy();
  expect(mockApi.calls('POST', PASSKEYS).map(({ body }) => body)).toEqual([
    {
      name: 'Chrome on Linux',
      passkey: {
        id: 'aWQ',
        rawId: 'aWQ',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'YQ', transports: [] },
      },
    },
  ]);
});

test('a passkey is added after the user has authenticated again', async () => {
  const { handler, prompt, remove } = needsPassword({ body: OPTIONS });
  mockApi.post(`${PASSKEYS}/options`, handler);
  await add();
  expect(await screen.findByText('Passkey added')).toBeTruthy();
  expect(prompt).toHaveBeenCalledOnce();
  remove();
});

test.each([
  ['NotAllowedError', 'No passkey was added: the request was cancelled.'],
  ['InvalidStateError', 'This device already has a passkey of your account. Nothing was added.'],
  ['SecurityError', /do not work at this address/],
])('after %s nothing is added, and the name is kept', async (name, words) => {
  create.mockRejectedValue(new DOMException('No', name));
  const dialog = await add();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByText(words)).toHaveLength(1);
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Chrome on Linux');
  expect(mockApi.calls('POST', PASSKEYS)).toEqual([]);
  create.mockResolvedValue(CREATED);
  await userEvent.click(dialog.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText('Passkey added')).toBeTruthy();
});

test('what the server refuses is said in its words', async () => {
  const message = 'An account has at most 20 passkeys. Remove one that you do not use.';
  mockApi.post(`${PASSKEYS}/options`, () => ({ status: 409, body: { message } }));
  await add();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(create).not.toHaveBeenCalled();
});

test('a passkey is renamed', async () => {
  passkeys = [makePasskey()];
  mockApi.patch(`${PASSKEYS}/${makeId(900)}`, ({ body }) => {
    passkeys = [makePasskey(body as { name: string })];
    return { status: 204 };
  });
  renderScreen(<PasskeysSection />);
  await press('Rename');
  const dialog = await dialogOf('Rename passkey');
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(await dialog.findByText('Name is required')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Name'), 'Key ring{Enter}');
  expect(await screen.findByRole('row', { name: /Key ring/ })).toBeTruthy();
});

test('a passkey is removed after a question', async () => {
  passkeys = [makePasskey()];
  mockApi.delete(`${PASSKEYS}/${makeId(900)}`, () => {
    passkeys = [];
    return { status: 204 };
  });
  renderScreen(<PasskeysSection />);
  await press('Remove');
  const question = await dialogOf('Remove passkey', 'alertdialog');
  expect(mockApi.calls('DELETE')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Remove passkey' }));
  expect(await screen.findByText('No passkeys')).toBeTruthy();
  expect(await screen.findByText('Passkey removed')).toBeTruthy();
});

test('passkeys that could not be loaded say so, and take a retry', async () => {
  mockApi.get(PASSKEYS, () => ({ status: 503, body: { message: 'Not now.' } }));
  renderScreen(<PasskeysSection />);
  expect(await screen.findByText('Failed to load passkeys')).toBeTruthy();
  mockApi.get(PASSKEYS, () => ({ body: { passkeys } }));
  await press('Retry');
  expect(await screen.findByText('No passkeys')).toBeTruthy();
});

test('a server without passkeys has no such section', async () => {
  mockApi.get(PASSKEYS, () => ({ status: 404, body: { message: 'This page was not found.' } }));
  renderScreen(<PasskeysSection />);
  await waitFor(() => expect(screen.queryByText('Passkeys')).toBeNull());
});
