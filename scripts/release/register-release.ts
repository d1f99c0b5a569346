import { remoteReleaseSchema } from '../../shared/src/releases/public.ts';
import type {
  RegisteredRemote,
  Registry,
  RemoteRelease,
} from '../../shared/src/releases/public.ts';

/** A registered remote's own release, without the ones that may stand in for it. */
function releaseOf(remote: RegisteredRemote): RemoteRelease {
  const entries = Object.keys(remoteReleaseSchema.entries).map((key) => [
    key,
    remote[key as keyof RemoteRelease],
  ]);
  return Object.fromEntries(entries);
}

/**
 * The registry with a release as a remote's current one, and the one before as its previous one. The
 * same registry where that release is current already.
 */
export function registerRelease(
  registry: Registry,
  name: string,
  release: RemoteRelease,
): Registry {
  const before = registry.remotes[name];
  if (before?.version === release.version) return registry;
  const after: RegisteredRemote = { ...before, ...release };
  if (before !== undefined) after.previous = releaseOf(before);
  return { ...registry, remotes: { ...registry.remotes, [name]: after } };
}

/**
 * The registry with a remote's previous release as its current one. What is taken back is not kept:
 * it must not stand in for anything again. Throws where there is no previous one.
 */
export function rollBack(registry: Registry, name: string): Registry {
  const before = registry.remotes[name];
  if (before?.previous === undefined) {
    throw new Error(`${name} has no release before the current one to go back to.`);
  }
  const { previous, ...current } = before;
  return { ...registry, remotes: { ...registry.remotes, [name]: { ...current, ...previous } } };
}
