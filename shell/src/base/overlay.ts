import type { Registry, RemoteRelease } from '@carrel/shared/releases';

/** What this page changes in every registry. */
export interface Overlay {
  /** Releases that replace those of the registry, keyed by remote. */
  releases: Readonly<Record<string, RemoteRelease>>;
  /** Reasons why remotes must not run, keyed by remote. */
  switchedOff: Readonly<Record<string, string>>;
}

let overlay: Overlay = { releases: {}, switchedOff: {} };

/** Sets the overlay. To be called before the first registry is stored. */
export function setOverlay(next: Overlay): void {
  overlay = next;
}

/** Returns a registry with the overlay. An overridden remote has no fallback release. */
export function overlaid(registry: Registry): Registry {
  return { ...registry, remotes: { ...registry.remotes, ...overlay.releases } };
}

/** Returns why a remote must not run in this page; undefined where it may. */
export function whySwitchedOff(remote: string): string | undefined {
  return overlay.switchedOff[remote];
}
