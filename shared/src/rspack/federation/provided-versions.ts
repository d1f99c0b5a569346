import { SHELL_API_VERSION } from '../../contract/public.ts';
import type { ProvidedVersions } from '../../releases/public.ts';
import { packageOf, requiredRangeOf, SHARED_MODULES, versionOf } from './shared-dependencies.ts';

const packages = [...new Set(SHARED_MODULES.map(packageOf))];

/** The versions that a shell built now provides to remotes. */
export const providedVersions: ProvidedVersions = {
  shellApi: SHELL_API_VERSION,
  shared: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
};

/** The oldest shell that a remote runs on. */
export interface OldestShell {
  /** Version of the shell's API. */
  shellApi: string;
  /** Version of the kit that the shell was built with. */
  kit: string;
}

/**
 * Returns what a remote built now requires of a shell: the present versions, or those of the oldest shell that
 * it names, or later ones of the same major.
 */
export const requiredRangesFrom = (oldest?: OldestShell): ProvidedVersions => ({
  shellApi: `^${oldest?.shellApi ?? SHELL_API_VERSION}`,
  shared: Object.fromEntries(
    packages.map((name) => [
      name,
      name === '@carrel/shared' && oldest !== undefined ? `^${oldest.kit}` : requiredRangeOf(name),
    ]),
  ),
});
