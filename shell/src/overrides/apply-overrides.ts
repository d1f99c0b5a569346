import {
  DISABLE_PARAMETER,
  OVERRIDE_PARAMETER,
  overrideProblem,
  OVERRIDES_COOKIE,
  overridesCookieValue,
  runtimeConfigSchema,
  wantedOverrides,
} from '@carrel/shared/releases';
import type { Override, RemoteRelease } from '@carrel/shared/releases';
import * as v from 'valibot';

import { readPageJson } from '../remotes/registry/page-json.ts';
import { fetchRelease, ReleaseError } from './fetch-release.ts';
import { setOverlay } from './overlay.ts';
import { activeNotice, failedNotice, refusedNotice } from './override-notice.ts';
import type { OverrideNotice } from './override-notice.ts';

const SWITCHED_OFF = 'It is switched off by the address of this page.';

/** Keeps overrides until the browser is closed, where the server sees them. */
function keep(overrides: readonly Override[]): void {
  const life = overrides.length === 0 ? '; Max-Age=0' : '';
  const value = overridesCookieValue(overrides);
  document.cookie = `${OVERRIDES_COOKIE}=${value}; Path=/; SameSite=Lax${life}`;
}

/** An address that carries an override is not to be kept, or passed on, by accident. */
function cleanAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(OVERRIDE_PARAMETER)) return;
  url.searchParams.delete(OVERRIDE_PARAMETER);
  window.history.replaceState(window.history.state, '', url);
}

async function follow(
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

function switchedOff(names: readonly string[]): SwitchedOff[] {
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
 * Takes remotes from where this page is asked to take them, and others not at all. To be awaited
 * before any remote is loaded. Answers with what there is to say about it.
 */
export async function applyOverrides(): Promise<OverrideNotice[]> {
  const page = v.safeParse(runtimeConfigSchema, readPageJson() ?? {});
  // Whoever boots next says so.
  if (!page.success) return [];
  const names = Object.keys(page.output.registry.remotes);
  const wanted = wantedOverrides(location.search, document.cookie);
  const judged = wanted.map((override) => ({
    override,
    problem: overrideProblem(override, page.output),
  }));
  const permitted = judged.flatMap(({ override, problem }) => (problem ? [] : [override]));
  keep(permitted);
  cleanAddress();
  const followed = await Promise.all(permitted.map(follow));
  const off = switchedOff(names);
  setOverlay({
    releases: Object.fromEntries(
      followed.flatMap(({ release }, at) => {
        const remote = permitted[at]?.remote;
        return release === undefined || remote === undefined ? [] : [[remote, release]];
      }),
    ),
    switchedOff: Object.fromEntries(
      off.filter(({ isKnown }) => isKnown).map(({ name }) => [name, SWITCHED_OFF]),
    ),
  });
  return [
    ...followed.map(({ notice }) => notice),
    ...judged.flatMap(({ override, problem }) =>
      problem === undefined ? [] : [refusedNotice(override, problem, names)],
    ),
    ...off.map(({ notice }) => notice),
  ];
}
