import { firstRemote } from '@carrel/shared/releases';
import type { Registry } from '@carrel/shared/releases';

import { wasSignedInHere } from '../state/other-tabs.ts';
import { readPageJson } from '../base/page-json.ts';
import { fetchPageRegistry } from './page-registry.ts';
import { ensureRemote, registryInUse, setRegistry } from './remote-store.ts';

interface PageJson {
  firstRemote?: string;
  registry?: Registry;
  registryUrl?: string;
}

/**
 * Starts loading the remote of the first screen, in parallel with the shell's own code. The shell
 * validates the page's JSON when it boots, and then reuses or retries this load.
 */
export function startFirstRemote(): void {
  const page = (readPageJson() ?? {}) as PageJson;
  if (page.registry !== undefined) {
    if (page.firstRemote !== undefined) start(page.registry, () => page.firstRemote);
  } else if (page.registryUrl !== undefined) {
    fetchPageRegistry(page.registryUrl).then(
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

/** Returns the remote of the first screen, for a page that does not name it. */
export function guessFirstRemote(): string | undefined {
  return firstRemote(registryInUse().remotes, window.location.pathname, wasSignedInHere());
}
