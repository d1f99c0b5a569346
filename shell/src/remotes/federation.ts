import { loadRemote, registerRemotes } from '@module-federation/runtime';

/** How long a remote may take to arrive before its screen says so, in milliseconds. */
const DEADLINE_MS = 8000;

/** The name a remote has inside the federation runtime: that of a global variable. */
const federationName = (remote: string) => remote.replaceAll('-', '_');

/** Tells the federation runtime where a remote's container is. `again` replaces what it knew. */
export function registerRemote(remote: string, entry: string, again = false): void {
  const name = federationName(remote);
  registerRemotes([{ name, entry, type: 'global', entryGlobalName: name }], { force: again });
}

/** Fetches and runs an exposed module of a registered remote. Rejects after 8 seconds of silence. */
export async function importRemoteModule(remote: string, module: string): Promise<unknown> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${remote} did not answer within ${DEADLINE_MS / 1000} seconds.`)),
    DEADLINE_MS,
  );
  try {
    const loaded = loadRemote(module.replace(/^\./, federationName(remote)));
    const exports: unknown = await Promise.race([loaded, deadline]);
    if (exports === null) throw new Error(`${remote} has no module ${module}.`);
    return exports;
  } finally {
    clearTimeout(timer);
  }
}
