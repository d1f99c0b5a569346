import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const CONFIRM = 'api/v1/accounts/confirm-email';

beforeEach(() => {
  vi.resetModules();
  mockApi.start();
});
afterEach(() => mockApi.stop());

/** Renders in a page that was just loaded: its modules hold no state. */
async function load(token: string) {
  vi.resetModules();
  const { useConfirmation } = await import('./confirmation.ts');
  function Outcome() {
    const confirmation = useConfirmation(token);
    return <p>{confirmation.state === 'failed' ? confirmation.message : confirmation.state}</p>;
  }
  return renderScreen(<Outcome />);
}

test('a page that is loaded again stays confirmed and does not send the token twice', async () => {
  let spent = false;
  mockApi.put(CONFIRM, () => {
    if (spent) return { status: 400, body: { message: 'Spent' } };
    spent = true;
    return { status: 204 };
  });
  const first = await load('one');
  expect(await screen.findByText('confirmed')).toBeTruthy();
  first.unmount();

  await load('one');
  expect(await screen.findByText('confirmed')).toBeTruthy();
  expect(mockApi.calls('PUT', CONFIRM)).toHaveLength(1);
});

test('a page that failed sends the token again when it is loaded again', async () => {
  mockApi.put(CONFIRM, () => Promise.reject(new TypeError('Failed to fetch')));
  const first = await load('two');
  expect(await screen.findByText('Failed to confirm email')).toBeTruthy();
  first.unmount();

  mockApi.put(CONFIRM, () => ({ status: 204 }));
  await load('two');
  expect(await screen.findByText('confirmed')).toBeTruthy();
});
