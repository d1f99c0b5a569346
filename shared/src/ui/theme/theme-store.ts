import { THEME_COLORS, THEME_STORAGE_KEY } from './theme-script.ts';

/** The themes to choose from. */
export type Theme = 'light' | 'dark' | 'system';
/** The theme that is shown. */
export type ResolvedTheme = 'light' | 'dark';

const listeners = new Set<() => void>();
// Also in memory: storage may be refused (private windows, blocked cookies).
let chosen: Theme | undefined;

const isTheme = (value: string | null): value is Theme =>
  value === 'light' || value === 'dark' || value === 'system';

function readStored(): Theme {
  try {
    const stored = localStorage.getItem(THEME_STORAGE_KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

const systemQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

export function currentTheme(): Theme {
  chosen ??= readStored();
  return chosen;
}

export function resolvedTheme(): ResolvedTheme {
  const theme = currentTheme();
  if (theme !== 'system') return theme;
  return systemQuery().matches ? 'dark' : 'light';
}

/** Sets the theme on the page and notifies its listeners. */
function applyTheme(): void {
  const resolved = resolvedTheme();
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(resolved);
  root.style.colorScheme = resolved;
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (meta !== null) meta.content = THEME_COLORS[resolved];
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // The choice is then lost with the page.
  }
  applyTheme();
}

function rereadTheme(event: StorageEvent): void {
  if (event.key !== THEME_STORAGE_KEY && event.key !== null) return;
  chosen = readStored();
  applyTheme();
}

/** Follows the system and the other tabs until the returned function is called. */
export function followTheme(): () => void {
  chosen = readStored();
  applyTheme();
  const query = systemQuery();
  query.addEventListener('change', applyTheme);
  window.addEventListener('storage', rereadTheme);
  return () => {
    query.removeEventListener('change', applyTheme);
    window.removeEventListener('storage', rereadTheme);
  };
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
