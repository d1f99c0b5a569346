import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { UiProvider } from '../../theme/ui-provider.tsx';

const network = vi.hoisted(() => ({ fetches: 0 }));

// The server does not respond at the first toast, and responds to the retry.
vi.mock('./sonner-toaster.tsx', async (importOriginal) => {
  network.fetches += 1;
  if (network.fetches === 1) throw new TypeError('Failed to fetch');
  return importOriginal();
});

it('keeps the screen while its code cannot be loaded, and shows the toast when it can', async () => {
  render(
    <UiProvider>
      <p>The screen</p>
      <Toaster />
    </UiProvider>,
  );
  toast.error('Login failed. Please try again.');
  expect(
    await screen.findByText('Login failed. Please try again.', {}, { timeout: 5000 }),
  ).toBeDefined();
  expect(screen.getByText('The screen')).toBeDefined();
  expect(network.fetches).toBe(2);
});
