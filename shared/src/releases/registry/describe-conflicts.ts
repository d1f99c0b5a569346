import { isIconName } from './icons.ts';
import type { Registry } from './registry.ts';
import { resolveRemotes } from './resolve-remotes.ts';
import type { Declared } from './resolve-remotes.ts';

/** Returns what of valid declarations is left out or changed, one line each. */
export function declarationProblems(remotes: Readonly<Record<string, Declared>>): string[] {
  const icons = Object.entries(remotes).flatMap(([remote, { sidebar = [], commands = [] }]) =>
    [...sidebar, ...commands].flatMap(({ label, icon }) =>
      icon === undefined || isIconName(icon)
        ? []
        : [`${remote}: "${label}" has a neutral icon: there is none named ${icon}.`],
    ),
  );
  return [...resolveRemotes(remotes).problems, ...icons];
}

/**
 * Returns the same for a valid registry: for its current releases, and for each channel and each previous
 * release beside them.
 */
export function describeConflicts({ remotes }: Registry): string[] {
  const others = Object.entries(remotes).flatMap(([name, { channel, previous }]) =>
    [channel?.release, previous].flatMap((release) =>
      release === undefined ? [] : [{ ...remotes, [name]: release }],
    ),
  );
  return [...new Set([remotes, ...others].flatMap(declarationProblems))];
}
