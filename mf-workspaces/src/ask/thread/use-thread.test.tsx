import { makeId, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { useThread } from './use-thread.ts';

afterEach(() => vi.unstubAllGlobals());

function Question() {
  const { turns, ask } = useThread(makeId(1));
  return (
    <>
      <button type="button" onClick={() => ask('How long?')}>
        Ask
      </button>
      <p>{turns[0]?.answer.state}</p>
    </>
  );
}

function Kept() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <Question />
      </Activity>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Switch
      </button>
    </>
  );
}

test('an answer is stopped when its screen is hidden, and says so when it is shown again', async () => {
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', (_path: string, options: RequestInit) => {
    signal = options.signal;
    return new Promise(() => undefined);
  });
  renderScreen(<Kept />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByText('asking')).toBeTruthy();
  await waitFor(() => expect(signal).toBeDefined());
  await userEvent.click(screen.getByRole('button', { name: 'Switch' }));
  expect(signal?.aborted).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Switch' }));
  expect(await screen.findByText('stopped')).toBeTruthy();
});
