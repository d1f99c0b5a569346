import { firstRemote } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';

import { wasSignedInHere } from '../../session/other-tabs.ts';
import { readPageJson } from './page-json.ts';
import { askForPageRegistry } from './page-registry.ts';
import { ensureRemote, registryInUse, setRegistry } from '../remote-store.ts';

interface PageJson {
  firstRemote?: string;
  registry?: Registry;
  registryUrl?: string;
}

/**
 * Starts the remote of the screen that was asked for, in parallel with the shell's own code. The
 * page's JSON is checked when the shell boots, which takes up what was started here, also where it
 * failed.
 */
export function startFirstRemote(): void {
  const page = (readPageJson() ?? {}) as PageJson;
  if (page.registry !== undefined) {
    if (page.firstRemote !== undefined) start(page.registry, () => page.firstRemote);
  } else if (page.registryUrl !== undefined) {
    askForPageRegistry(page.registryUrl).then(
      (registry) => start(registry as Registry, guessFirstRemote),
      () => undefined,
    );
  }
}

function start(registry: Registry, choose: () => string | undefined): void {
  let remote: string | undefined;
  try {
    setRegistry(registry);
    remote = choose();
  } catch {
    return;
  }
  if (remote !== undefined) void ensureRemote(remote, './routes');
}

/** The remote of the first screen, where nobody who knew it wrote the page. */
export function guessFirstRemote(): string | undefined {
  return firstRemote(registryInUse().remotes, window.location.pathname, wasSignedInHere());
}
