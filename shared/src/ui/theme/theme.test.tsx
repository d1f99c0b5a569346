import { runInThisContext } from 'node:vm';

import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Button } from '../guest/controls/button.tsx';
import { themeScript } from './theme-script.ts';
import { chooseTheme } from './theme-store.ts';
import { UiProvider } from './ui-provider.tsx';
import { useTheme } from './use-theme.ts';

const root = document.documentElement;
let systemIsDark = false;
let systemChanged: () => void = () => {};

beforeEach(() => {
  systemIsDark = false;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = new EventTarget();
    systemChanged = () => query.dispatchEvent(new Event('change'));
    return Object.defineProperties(query, {
      media: { value: media },
      matches: { get: () => systemIsDark && media.includes('dark') },
    }) as MediaQueryList;
  });
  root.className = '';
  root.style.colorScheme = '';
});

afterEach(() => {
  act(() => chooseTheme('system'));
  vi.restoreAllMocks();
  document.querySelector('meta[name="theme-color"]')?.remove();
});

function Chooser() {
  const { theme, resolved, setTheme } = useTheme();
  return (
    <Button onClick={() => setTheme('dark')}>
      {theme}, shown {resolved}
    </Button>
  );
}

const show = () =>
  render(
    <UiProvider>
      <Chooser />
    </UiProvider>,
  );

const inOtherTab = (value: string) =>
  act(() => {
    localStorage.setItem('vite-ui-theme', value);
    window.dispatchEvent(new StorageEvent('storage', { key: 'vite-ui-theme', newValue: value }));
  });

describe('the theme', () => {
  it('is that of the system until one is chosen, and follows it live', () => {
    show();
    expect(screen.getByRole('button').textContent).toBe('system, shown light');
    systemIsDark = true;
    act(() => systemChanged());
    expect(screen.getByRole('button').textContent).toBe('system, shown dark');
    expect(root.className).toBe('dark');
    expect(root.style.colorScheme).toBe('dark');
  });

  it('is stored when it is chosen', async () => {
    show();
    await userEvent.click(screen.getByRole('button'));
    expect(localStorage.getItem('vite-ui-theme')).toBe('dark');
    expect(root.className).toBe('dark');
  });

  it('follows the choice made in another tab', () => {
    show();
    inOtherTab('dark');
    expect(screen.getByRole('button').textContent).toBe('dark, shown dark');
    inOtherTab('light');
    expect(root.className).toBe('light');
  });

  it('reads an unknown stored value as system', () => {
    localStorage.setItem('vite-ui-theme', 'sepia');
    show();
    expect(screen.getByRole('button').textContent).toBe('system, shown light');
  });
});

describe('the script before the first paint', () => {
  it.each([
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    ['system', true, 'dark'],
    [null, false, 'light'],
  ])('shows the stored %s, the system being dark: %s, as %s', (stored, dark, shown) => {
    systemIsDark = dark;
    if (stored !== null) localStorage.setItem('vite-ui-theme', stored);
    runInThisContext(themeScript);
    expect(root.className).toBe(shown);
    expect(root.style.colorScheme).toBe(shown);
    expect(document.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe(
      shown === 'dark' ? '#0e1014' : '#f7f8fa',
    );
  });
});
