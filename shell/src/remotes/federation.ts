import type { RemoteRelease } from '@carrel/shared/contract';

/** How long a remote may take to arrive before its screen says so, in milliseconds. */
export const DEADLINE_MS = 8000;

/** What a remote's entry leaves behind: the container of module federation's first protocol. */
interface Container {
  init: (scope: (typeof __webpack_share_scopes__)[string] | undefined) => Promise<void> | void;
  get: (module: string) => Promise<() => unknown>;
}

/** The containers of registered releases, each started. */
const containers = new Map<string, Promise<Container>>();

/** The global variable that a remote's entry leaves its container in. */
const globalNameOf = (remote: string) => remote.replaceAll('-', '_');

/** Runs a script. Rejects where it cannot be had, is not what it must be, or stays silent. */
function runScript(url: string, integrity: string | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  const fail = (what: string) => reject(new Error(`${url} ${what}`));
  const timer = setTimeout(
    () => fail(`did not answer within ${DEADLINE_MS / 1000} seconds.`),
    DEADLINE_MS,
  );
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => fail('could not be loaded.'));
  script.src = url;
  if (integrity !== undefined) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  document.head.append(script);
  return promise.finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}

async function startContainer(
  globalName: string,
  url: string,
  integrity: string | undefined,
): Promise<Container> {
  const globals = globalThis as unknown as Record<string, unknown>;
  // An entry that ran before left its container there, and would be taken for this one's.
  globals[globalName] = undefined;
  await runScript(url, integrity);
  const container = globals[globalName] as Container | undefined;
  if (container === undefined) throw new Error(`${url} is not a remote.`);
  globals[globalName] = undefined;
  await __webpack_init_sharing__('default');
  await container.init(__webpack_share_scopes__['default']);
  return container;
}

/**
 * Fetches and starts a release's container, under a name of its own: nothing that is remembered of
 * another attempt or another release is in the way. `again` asks past every cache. Answers with the
 * name.
 */
export function registerRelease(
  remote: string,
  { entry, integrity }: Pick<RemoteRelease, 'entry' | 'integrity'>,
  again = false,
): string {
  const name = `${globalNameOf(remote)}.${containers.size + 1}`;
  if (again) forgetRunningScripts(remote);
  const url = again ? `${entry}?retry=${Date.now()}` : entry;
  const container = startContainer(globalNameOf(remote), url, integrity[entry]);
  // Whoever asks for a module of it is told.
  container.catch(() => undefined);
  containers.set(name, container);
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
  const timer = setTimeout(
    () => reject(new Error(`It did not answer within ${milliseconds / 1000} seconds.`)),
    milliseconds,
  );
  const load = async () => {
    const container = await containers.get(name);
    const factory = await container?.get(module);
    return factory?.();
  };
  try {
    return await Promise.race([load(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
