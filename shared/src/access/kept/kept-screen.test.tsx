import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { makeId, mockApi, renderScreen } from '../../testing/public.ts';
import { KeptScreen } from './kept-screen.tsx';

const TAKE = `api/v1/workspaces/${makeId(1)}/access/take`;

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

async function take() {
  renderScreen(<KeptScreen object={{ kind: 'workspace', id: makeId(1) }} />);
  expect(screen.getByText('You do not see what is in this workspace')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Take access' }));
}

test('who keeps a workspace takes access, and is told that this is shown', async () => {
  mockApi.post(TAKE, () => ({ status: 204 }));
  await take();
  expect(
    await screen.findByText('You have access now. The activity shows that you took it.'),
  ).toBeDefined();
  expect(mockApi.calls('POST', TAKE)).toHaveLength(1);
});

test('a refusal is said, and the button stays', async () => {
  mockApi.post(TAKE, () => ({ status: 403, body: { message: 'You may not do this.' } }));
  await take();
  expect(await screen.findByText('You may not do this.')).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Take access' }).disabled).toBe(
      false,
    ),
  );
});
