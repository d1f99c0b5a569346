/** The noun of a path, the first that fits. */
const TAGS: readonly [tag: string, pattern: RegExp][] = [
  ['Search', /\/(?:search|ask|searches)$/],
  ['Test sets', /\/(?:questions|test-runs)\b/],
  ['API keys', /\/api-keys\b/],
  ['Webhooks', /\/webhooks\b/],
  ['Connected programs', /\/grants\b/],
  ['Uploads', /\/uploads\b|\/archives$/],
  ['Archives', /\/archives\b/],
  ['Documents', /\/(?:documents|downloads|navigate|manifest|settings-drift)\b/],
  ['Workspaces', /^\/workspaces\b/],
  ['Datasets', /^\/datasets\b/],
  ['Organizations', /^\/(?:organizations|summary)\b/],
  ['Accounts', /^\/accounts\b/],
];

/** Other paths are about the server. */
const REST = 'Server';

export const TAG_NAMES = [...TAGS.map(([tag]) => tag), REST];

/** Returns the tag of the routes of a path below /api/v1. */
export function tagOf(path: string): string {
  return TAGS.find(([, pattern]) => pattern.test(path))?.[0] ?? REST;
}
