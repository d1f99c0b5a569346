import { useSyncExternalStore } from 'react';

import { chooseTheme, currentTheme, resolvedTheme, subscribeToTheme } from './theme-store.ts';
import type { ResolvedTheme, Theme } from './theme-store.ts';

/** The chosen theme, what it comes to on this machine, and the way to choose another. */
export function useTheme(): {
  theme: Theme;
  resolved: ResolvedTheme;
  setTheme: (theme: Theme) => void;
} {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, () => 'system' as const);
  const resolved = useSyncExternalStore(subscribeToTheme, resolvedTheme, () => 'light' as const);
  return { theme, resolved, setTheme: chooseTheme };
}
