import { renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { laterComponent } from './later-component.tsx';

function Greeting({ name }: { name: string }) {
  return <p>{`Hello ${name}`}</p>;
}

test('it is shown once its code is loaded, and at once the second time', async () => {
  const Later = laterComponent({ request: async () => Greeting, waiting: <p>Waiting</p> });
  const { unmount } = renderScreen(<Later name="Ada" />);
  expect(screen.getByText('Waiting')).toBeDefined();
  expect(await screen.findByText('Hello Ada')).toBeDefined();
  unmount();
  renderScreen(<Later name="Bea" />);
  expect(screen.getByText('Hello Bea')).toBeDefined();
});

test('a failure is shown, and Retry loads it again', async () => {
  const request = vi
    .fn<() => Promise<typeof Greeting>>()
    .mockRejectedValueOnce(new Error('Offline'))
    .mockResolvedValue(Greeting);
  const Later = laterComponent({ request, waiting: null });
  renderScreen(<Later name="Ada" />);
  expect(await screen.findByText('This could not be loaded')).toBeDefined();
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});
