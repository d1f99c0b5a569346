import type { ProvidedVersions } from '@carrel/shared/releases';

/** The versions that this shell provides to remotes. The build inserts them. */
export const providedVersions = JSON.parse(
  process.env['CARREL_PROVIDES'] ?? '{"shellApi":"","shared":{}}',
) as ProvidedVersions;
