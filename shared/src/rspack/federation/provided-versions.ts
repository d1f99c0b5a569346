import { SHELL_API_VERSION } from '../../contract/public.ts';
import type { ProvidedVersions } from '../../releases/public.ts';
import { packageOf, requiredRangeOf, SHARED_MODULES, versionOf } from './shared-dependencies.ts';

const packages = [...new Set(SHARED_MODULES.map(packageOf))];

/** The versions that a shell built now provides to remotes. */
export const providedVersions: ProvidedVersions = {
  shellApi: SHELL_API_VERSION,
  shared: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
};

/** What a remote built now requires of a shell: the present versions, or later ones of the same major. */
export const requiredRanges: ProvidedVersions = {
  shellApi: `^${SHELL_API_VERSION}`,
  shared: Object.fromEntries(packages.map((name) => [name, requiredRangeOf(name)])),
};
