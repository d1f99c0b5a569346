import { remoteReleaseSchema } from '@carrel/shared/releases';
import type { RegisteredRemote, Registry, RemoteRelease } from '@carrel/shared/releases';

/** Returns a registered remote's own release, without fallback and channel. */
function releaseOf(remote: RegisteredRemote): RemoteRelease {
  const entries = Object.keys(remoteReleaseSchema.entries)
    .filter((key) => key in remote)
    .map((key) => [key, remote[key as keyof RemoteRelease]]);
  return Object.fromEntries(entries);
}

/**
 * Returns the registry with a release as a remote's current one, and the former one as previous. The
 * same registry where that release is already current.
 */
export function registerRelease(
  registry: Registry,
  name: string,
  release: RemoteRelease,
): Registry {
  const before = registry.remotes[name];
  if (before?.version === release.version) return registry;
  const after: RegisteredRemote = { ...release };
  if (before?.channel !== undefined) after.channel = before.channel;
  if (before !== undefined) after.previous = releaseOf(before);
  return { ...registry, remotes: { ...registry.remotes, [name]: after } };
}

/**
 * Returns the registry with a remote's previous release as its current one. The release that is rolled
 * back is not kept: it must not become a fallback. Throws where there is no previous one.
 */
export function rollBack(registry: Registry, name: string): Registry {
  const before = registry.remotes[name];
  if (before?.previous === undefined) {
    throw new Error(`${name} has no release before the current one to go back to.`);
  }
  const { previous, channel } = before;
  // Nothing of the current release stays: a screen that only it has is gone.
  const after = { ...previous, ...(channel && { channel }) };
  return { ...registry, remotes: { ...registry.remotes, [name]: after } };
}
