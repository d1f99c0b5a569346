import {
  DISABLE_PARAMETER,
  OVERRIDE_PARAMETER,
  mayOverride,
  overrideProblem,
  OVERRIDES_COOKIE,
  overridesCookieValue,
  runtimeConfigSchema,
  wantedOverrides,
} from '@carrel/shared/releases';
import type { Override, RemoteRelease } from '@carrel/shared/releases';
import * as v from 'valibot';

import { readPageJson } from '../base/page-json.ts';
import { fetchRelease, ReleaseError } from './fetch-release.ts';
import { setOverlay } from '../base/overlay.ts';
import { activeNotice, failedNotice, refusedNotice } from './override-notice.ts';
import type { OverrideNotice } from './override-notice.ts';

const SWITCHED_OFF = 'It is switched off by the address of this page.';

/** Stores overrides in a session cookie, which the server reads too. */
function storeOverrides(overrides: readonly Override[]): void {
  const life = overrides.length === 0 ? '; Max-Age=0' : '';
  const value = overridesCookieValue(overrides);
  document.cookie = `${OVERRIDES_COOKIE}=${value}; Path=/; SameSite=Lax${life}`;
}

/** Removes the override from the URL, which must not be bookmarked or shared by accident. */
function removeOverrideFromUrl(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(OVERRIDE_PARAMETER)) return;
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

async function applyOverride(
  override: Override,
): Promise<{ notice: OverrideNotice; release?: RemoteRelease }> {
  try {
    return { notice: activeNotice(override), release: await fetchRelease(override.url) };
  } catch (error) {
    const reason = error instanceof ReleaseError ? error.message : String(error);
    return { notice: failedNotice(override, reason) };
  }
}

interface SwitchedOff {
  name: string;
  isKnown: boolean;
  notice: OverrideNotice;
}

function findSwitchedOff(names: readonly string[]): SwitchedOff[] {
  const wanted = new URLSearchParams(location.search).get(DISABLE_PARAMETER)?.split(',') ?? [];
  return wanted
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const isKnown = names.includes(name);
      const text = isKnown
        ? `${name} is switched off`
        : `There is no remote “${name}” to switch off.`;
      return { name, isKnown, notice: { kind: isKnown ? 'off' : 'refused', text } };
    });
}

/**
 * Applies the overrides of the page's URL and cookie: remotes from other addresses, and remotes that
 * are switched off. Does nothing where the environment does not allow them. To be awaited before any remote is loaded. Returns the notices to show.
 */
export async function applyOverrides(): Promise<OverrideNotice[]> {
  const page = v.safeParse(runtimeConfigSchema, readPageJson() ?? {});
  // The boot reports it.
  if (!page.success || !mayOverride(page.output)) return [];
  const names = Object.keys(page.output.registry.remotes);
  const wanted = wantedOverrides(location.search, document.cookie);
  const checked = wanted.map((override) => ({
    override,
    problem: overrideProblem(override, page.output),
  }));
  const permitted = checked.flatMap(({ override, problem }) => (problem ? [] : [override]));
  storeOverrides(permitted);
  removeOverrideFromUrl();
  const applied = await Promise.all(permitted.map(applyOverride));
  const off = findSwitchedOff(names);
  setOverlay({
    releases: Object.fromEntries(
      applied.flatMap(({ release }, at) => {
        const remote = permitted[at]?.remote;
        return release === undefined || remote === undefined ? [] : [[remote, release]];
      }),
    ),
    switchedOff: Object.fromEntries(
      off.filter(({ isKnown }) => isKnown).map(({ name }) => [name, SWITCHED_OFF]),
    ),
  });
  return [
    ...applied.map(({ notice }) => notice),
    ...checked.flatMap(({ override, problem }) =>
      problem === undefined ? [] : [refusedNotice(override, problem, names)],
    ),
    ...off.map(({ notice }) => notice),
  ];
}
