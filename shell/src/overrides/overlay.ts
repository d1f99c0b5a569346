import type { Registry, RemoteRelease } from '@carrel/shared/releases';

/** What this page changes of every registry that it takes. */
export interface Overlay {
  /** Releases that stand in for those of the registry, keyed by remote. */
  releases: Readonly<Record<string, RemoteRelease>>;
  /** Remotes that are not to run, keyed by name, each with the reason. */
  switchedOff: Readonly<Record<string, string>>;
}

let overlay: Overlay = { releases: {}, switchedOff: {} };

/** To be called before the first registry is taken. */
export function setOverlay(next: Overlay): void {
  overlay = next;
}

/** A registry as this page uses it. An overridden remote has nothing that could stand in for it. */
export function overlaid(registry: Registry): Registry {
  return { ...registry, remotes: { ...registry.remotes, ...overlay.releases } };
}

/** Why a remote is not to run in this page; undefined where it may. */
export function whySwitchedOff(remote: string): string | undefined {
  return overlay.switchedOff[remote];
}
