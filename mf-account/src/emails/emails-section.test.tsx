import { makeEmail, makeId, mockApi, needsPassword, renderScreen } from '@carrel/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { EmailsSection } from './emails-section.tsx';

const EMAILS = 'api/v1/accounts/emails';
const CONFIRM = 'api/v1/accounts/confirm-email';
const STORAGE = 'emailConfirmationCooldowns';
const CONFIRMED = makeEmail();
const UNCONFIRMED = makeEmail({ id: makeId(301), address: 'new@example.com', confirmed: false });
const UNREACHABLE = () => Promise.reject(new TypeError('Failed to fetch'));
const NOW = Date.parse('2026-11-21T12:00:00Z');

let emails = [CONFIRMED, UNCONFIRMED];

beforeEach(() => {
  emails = [CONFIRMED, UNCONFIRMED];
  mockApi.start();
  mockApi.get(EMAILS, () => ({ body: { emails } }));
});
afterEach(() => {
  vi.useRealTimers();
  mockApi.stop();
});

const row = async (address: string) =>
  within(await screen.findByRole('row', { name: new RegExp(address, 'u') }));
const stored = () => JSON.parse(localStorage.getItem(STORAGE) ?? '{}') as Record<string, number>;
const isNear = (time: number | undefined, expected: number) =>
  Math.abs((time ?? 0) - expected) < 5000;

async function resend() {
  await userEvent.click(
    (await row('new@example.com')).getByRole('button', { name: 'Resend confirmation' }),
  );
}

async function addOnce(address: string) {
  await userEvent.type(screen.getByLabelText('New email address'), `${address}{Enter}`);
}

async function add(address: string) {
  if (address !== '') await userEvent.type(screen.getByLabelText('New email address'), address);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Add email' }));
}

async function remove() {
  await userEvent.click((await row('new@example.com')).getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove email address' }));
  expect(dialog.getByText('new@example.com')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove email address' }));
}

describe('the e-mail addresses', () => {
  test('are marked, and only an unconfirmed one can be confirmed again', async () => {
    renderScreen(<EmailsSection />);
    const confirmed = await row('ada@example.com');
    expect(confirmed.getByText('Confirmed')).toBeTruthy();
    expect(confirmed.queryByRole('button', { name: 'Resend confirmation' })).toBeNull();
    expect((await row('new@example.com')).getByText('Unconfirmed')).toBeTruthy();
  });

  test('can be loaded again after a failure', async () => {
    mockApi.get(EMAILS, UNREACHABLE);
    renderScreen(<EmailsSection />);
    expect(await screen.findByText('Failed to load emails')).toBeTruthy();
    mockApi.get(EMAILS, () => ({ body: { emails } }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('ada@example.com')).toBeTruthy();
  });
});

describe('adding an address', () => {
  test('sends it once, lists it, empties the field and starts its cooldown', async () => {
    const added = makeEmail({ id: makeId(302), address: 'more@example.com', confirmed: false });
    mockApi.post(EMAILS, () => {
      emails = [...emails, added];
      return { status: 201, body: { id: added.id } };
    });
    renderScreen(<EmailsSection />);
    await add(' more@example.com ');

    expect(await screen.findByText('Email address added successfully')).toBeTruthy();
    const resendButton = (await row('more@example.com')).getByRole<HTMLButtonElement>('button', {
      name: /Resend in \d+s/u,
    });
    expect(resendButton.disabled).toBe(true);
    expect(mockApi.calls('POST', EMAILS).map(({ body }) => body)).toEqual([
      { email_address: 'more@example.com' },
    ]);
    expect(isNear(stored()[added.id], Date.now() + 60_000)).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('New email address').value).toBe('');
  });

  test('wants a valid one, on submit and then on change', async () => {
    renderScreen(<EmailsSection />);
    await add('more@');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New email address'), 'example.com');
    await waitFor(() =>
      expect(screen.queryByText('Please enter a valid email address')).toBeNull(),
    );
    expect(mockApi.calls('POST')).toEqual([]);
  });
});

describe('an address that could not be added', () => {
  test.each([
    ['refused', () => ({ status: 409, body: { message: 'You have this address' } })],
    ['unreachable', UNREACHABLE],
  ])('stays in its field, and can be sent again (%s)', async (_, response) => {
    mockApi.post(EMAILS, response);
    renderScreen(<EmailsSection />);
    const field = screen.getByLabelText<HTMLInputElement>('New email address');
    expect([field.autocomplete, field.form?.method]).toEqual(['email', 'post']);
    await userEvent.type(field, 'more@example.com{Enter}');
    await waitFor(() => expect(mockApi.calls('POST', EMAILS)).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Add email' }));
    await waitFor(() => expect(mockApi.calls('POST', EMAILS)).toHaveLength(2));
    expect(field.value).toBe('more@example.com');
  });
});

describe('sending a confirmation again', () => {
  test('waits for the cooldown that another tab has started', async () => {
    const email = makeEmail({ id: makeId(303), address: 'tab@example.com', confirmed: false });
    emails = [email];
    renderScreen(<EmailsSection />);
    const found = await row('tab@example.com');
    expect(found.queryByRole('button', { name: /Resend in/u })).toBeNull();
    localStorage.setItem(STORAGE, JSON.stringify({ [email.id]: Date.now() + 60_000 }));
    fireEvent(window, new StorageEvent('storage', { key: STORAGE }));
    expect(found.getByRole('button', { name: /Resend in \d+s/u })).toBeTruthy();
  });

  test.each([
    ['Confirmation email sent! Please check your inbox.', 204, ''],
    [
      'Too many requests. Please wait before requesting another confirmation email.',
      429,
      'Too many requests',
    ],
    [
      'Too many requests. Please wait before requesting another confirmation email.',
      400,
      'Rate limit reached',
    ],
    [
      'Too many requests. Please wait before requesting another confirmation email.',
      400,
      'Status 429',
    ],
  ])('says "%s" to a %i "%s" and starts the cooldown', async (text, status, message) => {
    mockApi.post(CONFIRM, () => (status === 204 ? { status } : { status, body: { message } }));
    renderScreen(<EmailsSection />);
    await resend();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(mockApi.calls('POST', CONFIRM).map(({ body }) => body)).toEqual([
      { email_address: 'new@example.com' },
    ]);
    expect(await screen.findByRole('button', { name: /Resend in \d+s/u })).toBeTruthy();
    expect(isNear(stored()[UNCONFIRMED.id], Date.now() + 60_000)).toBe(true);
  });

  test('can be tried at once after any other failure', async () => {
    mockApi.post(CONFIRM, UNREACHABLE);
    renderScreen(<EmailsSection />);
    await resend();
    expect(await screen.findByText('Failed to send confirmation email')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Resend confirmation' })).toBeTruthy();
    expect(stored()).toEqual({});
  });

  test('keeps what another tab has stored meanwhile', async () => {
    mockApi.post(CONFIRM, () => ({ status: 204 }));
    renderScreen(<EmailsSection />);
    await row('new@example.com');
    const elsewhere = Date.now() + 30_000;
    localStorage.setItem(STORAGE, JSON.stringify({ [makeId(310)]: elsewhere }));
    await resend();
    await screen.findByRole('button', { name: /Resend in \d+s/u });
    expect(stored()[makeId(310)]).toBe(elsewhere);
    expect(Object.keys(stored())).toHaveLength(2);
  });

  test('counts a stored cooldown down each second, and deletes expired ones', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
    localStorage.setItem(
      STORAGE,
      JSON.stringify({ [UNCONFIRMED.id]: NOW + 30_000, [makeId(399)]: NOW - 1 }),
    );
    renderScreen(<EmailsSection />);
    expect(await screen.findByRole('button', { name: 'Resend in 30s' })).toBeTruthy();
    expect(stored()).toEqual({ [UNCONFIRMED.id]: NOW + 30_000 });

    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(screen.getByRole('button', { name: 'Resend in 29s' })).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(29_000);
    });
    expect(screen.getByRole('button', { name: 'Resend confirmation' })).toBeTruthy();
    expect(localStorage.getItem(STORAGE)).toBeNull();
  });

  test.each([
    ['that makes no sense', '{"a":"b"'],
    ['of another clock', JSON.stringify({ [UNCONFIRMED.id]: Date.parse('2126-11-21T12:00:00Z') })],
  ])('is not held up by storage %s', async (_, text) => {
    localStorage.setItem(STORAGE, text);
    renderScreen(<EmailsSection />);
    expect(await screen.findByRole('button', { name: 'Resend confirmation' })).toBeTruthy();
  });
});

describe('removing an address', () => {
  test('asks first, and deletes its cooldown', async () => {
    localStorage.setItem(STORAGE, JSON.stringify({ [UNCONFIRMED.id]: Date.now() + 30_000 }));
    mockApi.delete(`${EMAILS}/${UNCONFIRMED.id}`, () => {
      emails = [CONFIRMED];
      return { status: 204 };
    });
    const { shell } = renderScreen(<EmailsSection />);
    await remove();
    expect(await screen.findByText('Email address removed successfully')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: /new@/u })).toBeNull());
    expect(stored()).toEqual({});
    expect(shell.reloadUser).toHaveBeenCalledOnce();
  });
});

describe('adding an address a while after the sign-in', () => {
  test('asks for the password, and then adds it', async () => {
    const {
      handler,
      prompt,
      remove: removePrompt,
    } = needsPassword({
      status: 201,
      body: { id: makeId(302) },
    });
    mockApi.post(EMAILS, handler);
    renderScreen(<EmailsSection />);
    await addOnce('more@example.com');
    expect(await screen.findByText('Email address added successfully')).toBeTruthy();
    expect(prompt).toHaveBeenCalledOnce();
    expect(mockApi.calls('POST', EMAILS)).toHaveLength(2);
    removePrompt();
  });

  test('keeps the text when the user cancels', async () => {
    const { handler, remove: removePrompt } = needsPassword({ status: 201 }, false);
    mockApi.post(EMAILS, handler);
    renderScreen(<EmailsSection />);
    await addOnce('more@example.com');
    expect(await screen.findByText('Please confirm your password to continue.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New email address').value).toBe(
      'more@example.com',
    );
    removePrompt();
  });
});
