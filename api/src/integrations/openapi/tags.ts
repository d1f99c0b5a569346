/** The noun of a path, the first that fits, and what its calls are about. */
const NOUNS: readonly [tag: string, pattern: RegExp, description: string][] = [
  ['Search', /\/(?:search|ask|searches)$/, 'Searching and asking, and what people ask.'],
  ['Test sets', /\/(?:questions|test-runs)\b/, 'Questions with their right answers, and runs.'],
  ['API keys', /\/api-keys\b/, 'Keys with which programs call.'],
  ['Webhooks', /\/webhooks\b/, 'Addresses that are told of events.'],
  ['Sources', /\/sources\b/, 'Places elsewhere that a dataset follows.'],
  ['Connected programs', /\/grants\b/, 'Programs that a person connected to a workspace.'],
  ['Uploads', /\/uploads\b|\/archives$/, 'Sending zips, at once or in parts.'],
  ['Archives', /\/archives\b/, 'Uploaded zips, and what became of their files.'],
  [
    'Documents',
    /\/(?:documents|downloads|navigate|manifest|settings-drift)\b/,
    'Reading, writing and finding documents.',
  ],
  ['Workspaces', /^\/workspaces\b/, 'What is searched together.'],
  ['Datasets', /^\/datasets\b/, 'Where documents are.'],
  ['Organizations', /^\/(?:organizations|summary)\b/, 'Members, their roles and how they sign in.'],
  ['Accounts', /^\/accounts\b/, 'Signing in, and the own account.'],
];

/** Other paths are about the server. */
const REST = { name: 'Server', description: 'The server itself.' };

export const TAGS = [...NOUNS.map(([name, , description]) => ({ name, description })), REST];

/** Returns the tag of the routes of a path below /api/v1. */
export function tagOf(path: string): string {
  return NOUNS.find(([, pattern]) => pattern.test(path))?.[0] ?? REST.name;
}
