import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { UiProvider } from './ui-provider.tsx';

it('shows a toast that was raised before anything of the toaster was loaded', async () => {
  toast.error('Login failed. Please try again.');
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  expect(await screen.findByText('Login failed. Please try again.')).toBeDefined();
  expect(screen.getByRole('region', { name: /Notifications/ }).getAttribute('aria-live')).toBe(
    'polite',
  );
});

it('shows a toast that is raised later', async () => {
  render(
    <UiProvider>
      <Toaster />
    </UiProvider>,
  );
  toast.success('Login successful!');
  expect(await screen.findByText('Login successful!')).toBeDefined();
});
