import { importRemoteModule, registerRemote } from './federation.ts';
import { readPageJson } from './page-json.ts';

interface PageRegistry {
  firstRemote?: string;
  registry?: { remotes?: Record<string, { entry?: string } | undefined> };
}

/**
 * Starts the remote of the screen that was asked for, in parallel with the shell's own code. The
 * page's JSON is checked properly when the shell boots, and a failure here is met again there, where
 * there is a screen to show it on.
 */
export function startFirstRemote(): void {
  const { firstRemote, registry } = (readPageJson() ?? {}) as PageRegistry;
  const entry = firstRemote === undefined ? undefined : registry?.remotes?.[firstRemote]?.entry;
  if (firstRemote === undefined || entry === undefined) return;
  registerRemote(firstRemote, entry);
  importRemoteModule(firstRemote, './routes').catch(() => undefined);
}
