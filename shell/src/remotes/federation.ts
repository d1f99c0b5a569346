import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { RemoteRelease } from '@carrel/shared/releases';

import { SilentRemoteError } from './silent-remote-error.ts';

/** How long one release of a remote may take to arrive, in milliseconds. */
export const DEADLINE_MS = 6000;

/** What the entry of a registered release must be, by the name it has inside the federation runtime. */
const integrities = new Map<string, string | undefined>();

let registered = 0;

/** The global variable that a remote's entry leaves its container in. */
const globalNameOf = (remote: string) => remote.replaceAll('-', '_');

function registerOurPlugin(): void {
  registerPlugins([
    {
      name: 'carrel',
      // An entry that ran before left its container there, and would be taken for this one's.
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
 * Tells the federation runtime of a release, under a name of its own: nothing that it remembers of
 * another attempt or another release is in the way. `again` asks past every cache. Answers with the
 * name.
 */
export function registerRelease(
  remote: string,
  { entry, integrity }: Pick<RemoteRelease, 'entry' | 'integrity'>,
  again = false,
): string {
  if (registered === 0) registerOurPlugin();
  registered += 1;
  const name = `${globalNameOf(remote)}.${registered}`;
  integrities.set(name, integrity[entry]);
  if (again) forgetRunningScripts(remote);
  registerRemotes([
    {
      name,
      entry: again ? `${entry}?retry=${Date.now()}` : entry,
      type: 'global',
      entryGlobalName: globalNameOf(remote),
    },
  ]);
  return name;
}

/** A chunk's script that never answered would be waited for once more. */
function forgetRunningScripts(remote: string): void {
  for (const script of document.querySelectorAll(`script[data-rspack^="${remote}:"]`)) {
    script.remove();
  }
}

/** Fetches and runs a module of a registered release. Rejects where nothing comes by the deadline. */
export async function importModule(
  name: string,
  module: string,
  milliseconds = DEADLINE_MS,
): Promise<unknown> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentRemoteError(milliseconds)), milliseconds);
  try {
    const loaded = loadRemote(module.replace(/^\./, name));
    const exports: unknown = await Promise.race([loaded, deadline]);
    if (exports === null) throw new Error(`It has no module ${module}.`);
    return exports;
  } finally {
    clearTimeout(timer);
  }
}
