/**
 * The floors of the server, from the bottom. A file imports files of its own room and of rooms below;
 * rooms on one floor do not know each other.
 */
export const SERVER_FLOORS = [
  ['settings', 'log.ts', 'read-limited.ts', 'outgoing'],
  ['database'],
  ['jobs', 'storage'],
  ['dependencies.ts'],
  ['http'],
  ['access', 'quotas', 'search-index', 'webhook-events'],
  ['pipeline', 'mail'],
  [
    'api-keys',
    'audit',
    'console',
    'live',
    'oauth',
    'openapi',
    'operations',
    'search-log',
    'summary',
    'telemetry',
    'webhooks',
  ],
  ['accounts', 'datasets', 'domains'],
  ['documents', 'organizations', 'search', 'workspaces'],
  ['archives', 'ask', 'compatible', 'mcp', 'scim', 'sso', 'test-sets'],
  ['job-table.ts'],
  ['backup'],
  ['app.ts', 'services.ts'],
  ['main.ts'],
];
