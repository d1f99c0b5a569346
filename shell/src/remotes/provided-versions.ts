import type { ProvidedVersions } from '@carrel/shared/releases';

/** What this shell offers to remotes. The build puts it here. */
export const providedVersions = JSON.parse(
  process.env['CARREL_PROVIDES'] ?? '{"shellApi":"","shared":{}}',
) as ProvidedVersions;
