import { useSyncExternalStore } from 'react';

import { chooseTheme, currentTheme, resolvedTheme, subscribeToTheme } from './theme-store.ts';
import type { ResolvedTheme, Theme } from './theme-store.ts';

/** Returns the chosen theme, the one that is shown, and how to choose another. */
export function useTheme(): {
  theme: Theme;
  resolved: ResolvedTheme;
  setTheme: (theme: Theme) => void;
} {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, () => 'system' as const);
  const resolved = useSyncExternalStore(subscribeToTheme, resolvedTheme, () => 'light' as const);
  return { theme, resolved, setTheme: chooseTheme };
}
