import type { Registry } from '@carrel/shared/contract';

import { readPageJson } from './page-json.ts';
import { ensureRemote, setRegistry } from './remote-store.ts';

/**
 * Starts the remote of the screen that was asked for, in parallel with the shell's own code. The
 * page's JSON is checked when the shell boots, which takes up what was started here, also where it
 * failed.
 */
export function startFirstRemote(): void {
  const page = (readPageJson() ?? {}) as { firstRemote?: string; registry?: Registry };
  if (page.firstRemote === undefined || page.registry === undefined) return;
  try {
    setRegistry(page.registry);
  } catch {
    return;
  }
  void ensureRemote(page.firstRemote, './routes');
}
