import type { RegisteredRemote, RemoteRelease } from './registry/registry.ts';
import type { ProvidedVersions } from './pages/runtime.ts';
import { satisfiesRange } from './registry/satisfies-range.ts';

/** The cookie with a browser's number from 0 to 99, which decides whether it is in a channel's share. */
export const SHARE_COOKIE = 'carrel_share';

/** The package that the kit packs: its version is the kit's. */
const KIT = '@carrel/shared';

const majorOf = (version: string) => Number(version.split('.')[0]);

/** Returns why a release cannot run on a shell that provides these versions; undefined where it can. */
export function whyRefused(
  { requires, kit }: Pick<RemoteRelease, 'requires' | 'kit'>,
  provided: ProvidedVersions,
): string | undefined {
  const ownKit = provided.shared[KIT];
  if (kit !== undefined && ownKit !== undefined && majorOf(kit) > majorOf(ownKit)) {
    return `It was built with version ${kit} of the remote kit; this shell runs remotes up to version ${majorOf(ownKit)} of it.`;
  }
  if (!satisfiesRange(provided.shellApi, requires.shellApi)) {
    return `It needs version ${requires.shellApi} of the shell, which is at ${provided.shellApi}.`;
  }
  for (const [name, range] of Object.entries(requires.shared)) {
    const version = provided.shared[name];
    if (version === undefined) return `It needs ${name}, which the shell does not have.`;
    if (!satisfiesRange(version, range)) {
      return `It needs version ${range} of ${name}, which is at ${version}.`;
    }
  }
  return undefined;
}

export interface ReleaseChoice {
  /** The releases that can run, best first. Empty where none can. */
  releases: RemoteRelease[];
  /** Why the first choice cannot run; absent where it can. */
  refusal?: string;
}

/**
 * Returns the releases of a remote that a browser may run, best first: that of the channel where the
 * browser's `share` (0 to 99) is in it, the current one, the previous one.
 */
export function chooseReleases(
  remote: RegisteredRemote,
  provided: ProvidedVersions,
  share: number | undefined,
): ReleaseChoice {
  const { channel, previous } = remote;
  const wanted: RemoteRelease[] = [];
  if (channel !== undefined && share !== undefined && share < channel.share) {
    wanted.push(channel.release);
  }
  wanted.push(remote);
  if (previous !== undefined) wanted.push(previous);
  const checked = wanted.map((release) => ({ release, refusal: whyRefused(release, provided) }));
  const releases = checked
    .filter(({ refusal }) => refusal === undefined)
    .map(({ release }) => release);
  const refusal = checked[0]?.refusal;
  return refusal === undefined ? { releases } : { releases, refusal };
}

/** Returns the share in a `Cookie` header or `document.cookie`; undefined where there is none. */
export function readShare(cookies: string): number | undefined {
  const text = new RegExp(`(?:^|; *)${SHARE_COOKIE}=(\\d{1,2})(?:;|$)`).exec(cookies)?.[1];
  return text === undefined ? undefined : Number(text);
}
