import { chooseReleases, readShare, SHARE_COOKIE } from '@carrel/shared/releases';
import type { Registry, ReleaseChoice } from '@carrel/shared/releases';

import { overlaid, whySwitchedOff } from '../base/overlay.ts';
import { providedVersions } from './provided-versions.ts';

const YEAR_SECONDS = 31_536_000;

const NOTHING: ReleaseChoice = { releases: [] };

let registry: Registry = { remotes: {} };
let unreadable: readonly string[] = [];
let choices = new Map<string, ReleaseChoice>();

/** Returns this browser's share number, stored in a cookie that the server may have set already. */
function browserShare(): number {
  const known = readShare(document.cookie);
  if (known !== undefined) return known;
  const share = Math.floor(Math.random() * 100);
  document.cookie = `${SHARE_COOKIE}=${share}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  return share;
}

function choose({ remotes }: Registry): Map<string, ReleaseChoice> {
  const shared = Object.values(remotes).some(({ channel }) => channel !== undefined);
  const share = shared ? browserShare() : undefined;
  return new Map(
    Object.entries(remotes).map(([name, remote]) => {
      const refusal = whySwitchedOff(name);
      const choice =
        refusal === undefined
          ? chooseReleases(remote, providedVersions, share)
          : { releases: [], refusal };
      return [name, choice];
    }),
  );
}

const nameOf = ({ releases, refusal = '' }: ReleaseChoice) =>
  [refusal, ...releases.map(({ version }) => version)].join();

/**
 * Stores a registry, and the names of remotes whose entry in it is not valid. Returns the remotes whose
 * chosen release changed.
 */
export function storeRegistry(next: Registry, notRead: readonly string[] = []): string[] {
  const before = choices;
  unreadable = notRead;
  registry = overlaid(next);
  choices = choose(registry);
  const names = new Set([...before.keys(), ...choices.keys()]);
  return [...names].filter(
    (name) => nameOf(before.get(name) ?? NOTHING) !== nameOf(choices.get(name) ?? NOTHING),
  );
}

/** Returns the registry that was stored last. */
export function currentRegistry(): Registry {
  return registry;
}

/** Returns the remotes whose entry in the registry is not valid. */
export function unreadableNames(): readonly string[] {
  return unreadable;
}

/** Returns the releases of a remote that can run here; undefined for one that the registry lacks. */
export function choiceOf(remote: string): ReleaseChoice | undefined {
  return choices.get(remote);
}
