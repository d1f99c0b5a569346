import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { RemoteRelease } from '@carrel/shared/releases';

import { SilentRemoteError } from './silent-remote-error.ts';

/** Timeout for loading one release of a remote, in milliseconds. */
export const DEADLINE_MS = 6000;

/** Integrity of the entry of each registered release, keyed by its name in the federation runtime. */
const integrities = new Map<string, string | undefined>();

let registered = 0;

/** The global variable in which a remote's entry stores its container. */
const globalNameOf = (remote: string) => remote.replaceAll('-', '_');

function registerPlugin(): void {
  registerPlugins([
    {
      name: 'carrel',
      // Deletes the container of an entry that ran before, which would be mistaken for this one's.
      loadEntry({ remoteInfo }) {
        (globalThis as Record<string, unknown>)[remoteInfo.entryGlobalName] = undefined;
        return Promise.resolve();
      },
      createScript({ url, remoteInfo }) {
        const script = document.createElement('script');
        const integrity = integrities.get(remoteInfo?.name ?? '');
        script.src = url;
        if (integrity !== undefined) {
          script.integrity = integrity;
          script.crossOrigin = 'anonymous';
        }
        return { script, timeout: DEADLINE_MS };
      },
    },
  ]);
}

/**
 * Registers a release with the federation runtime and returns the name that it has there. The name
 * is new, so that the runtime's caches of other attempts and releases do not apply. `retry` bypasses
 * the browser's caches too.
 */
export function registerRelease(
  remote: string,
  { entry, integrity }: Pick<RemoteRelease, 'entry' | 'integrity'>,
  retry = false,
): string {
  if (registered === 0) registerPlugin();
  registered += 1;
  const name = `${globalNameOf(remote)}.${registered}`;
  integrities.set(name, integrity[entry]);
  if (retry) removePendingScripts(remote);
  registerRemotes([
    {
      name,
      entry: retry ? `${entry}?retry=${Date.now()}` : entry,
      type: 'global',
      entryGlobalName: globalNameOf(remote),
    },
  ]);
  return name;
}

/** A script element of a chunk that never loaded would be awaited again. */
function removePendingScripts(remote: string): void {
  for (const script of document.querySelectorAll(`script[data-rspack^="${remote}:"]`)) {
    script.remove();
  }
}

/** Fetches and runs a module of a registered release. Rejects at the timeout. */
export async function importModule(
  name: string,
  module: string,
  milliseconds = DEADLINE_MS,
): Promise<unknown> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentRemoteError(milliseconds)), milliseconds);
  try {
    const loaded = loadRemote(module.replace(/^\./, name));
    const exports: unknown = await Promise.race([loaded, timeout]);
    if (exports === null) throw new Error(`It has no module ${module}.`);
    return exports;
  } finally {
    clearTimeout(timer);
  }
}
