import type { Settings } from '../../platform/settings/settings.ts';

/** Returns what a directory calls: the address of all resources. */
export const scimBase = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string =>
  `${publicUrl}/scim/v2`;
