import type { ApiKeyScope } from '@carrel/shared/contract';

import type { SeededIds } from './access-row.ts';

/** A route that programs call at an address of its protocol, and a request to it. */
export interface ProgramRow {
  route: string;
  path(ids: SeededIds): string;
  json?(ids: SeededIds): unknown;
  headers?: Record<string, string>;
  scope: ApiKeyScope;
  /** Whether the caller names a workspace. */
  ofWorkspace?: true;
}

const row = (
  route: string,
  scope: ApiKeyScope,
  json?: (ids: SeededIds) => unknown,
): ProgramRow => ({
  route,
  scope,
  path: (ids) => pathOf(route, ids),
  ...(json !== undefined && { json }),
});

function pathOf(route: string, ids: SeededIds): string {
  const path = route.slice(route.indexOf('/'));
  return path
    .replace('/vector_stores/:id', `/vector_stores/${ids.workspaceId}`)
    .replace(':fileId', ids.documentId)
    .replace(':workspace', ids.workspaceId)
    .replace('/Groups/:id', `/Groups/${ids.scimGroupId}`)
    .replace('/ResourceTypes/:id', '/ResourceTypes/User')
    .replace('/Schemas/:id', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')
    .replace(':id', ids.documentId);
}

const USER = { userName: 'new@example.com', active: true };
const GROUP = { displayName: 'Readers' };
const SEARCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'] };
const PATCH = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', value: { displayName: 'Writers' } }],
};

/** Every route outside /api/v1 that has a caller. */
export const PROGRAM_ROWS: readonly ProgramRow[] = [
  {
    ...row('POST /v1/vector_stores/:id/search', 'search', () => ({ query: 'words' })),
    ofWorkspace: true,
  },
  { ...row('GET /v1/vector_stores/:id', 'documents:read'), ofWorkspace: true },
  { ...row('GET /v1/vector_stores/:id/files', 'documents:read'), ofWorkspace: true },
  { ...row('GET /v1/vector_stores/:id/files/:fileId', 'documents:read'), ofWorkspace: true },
  row('GET /v1/vector_stores', 'documents:read'),
  {
    ...row('POST /retrieval', 'search', ({ workspaceId }) => ({
      knowledge_id: workspaceId,
      query: 'words',
    })),
    ofWorkspace: true,
  },
  row('POST /scim/v2/Users', 'scim', () => USER),
  row('POST /scim/v2/Users/.search', 'scim', () => SEARCH),
  row('PUT /scim/v2/Users/:id', 'scim', () => USER),
  row('PATCH /scim/v2/Users/:id', 'scim', () => PATCH),
  row('GET /scim/v2/Users', 'scim'),
  row('GET /scim/v2/Users/:id', 'scim'),
  row('DELETE /scim/v2/Users/:id', 'scim'),
  row('POST /scim/v2/Groups', 'scim', () => GROUP),
  row('POST /scim/v2/Groups/.search', 'scim', () => SEARCH),
  row('PUT /scim/v2/Groups/:id', 'scim', () => GROUP),
  row('PATCH /scim/v2/Groups/:id', 'scim', () => PATCH),
  row('GET /scim/v2/Groups', 'scim'),
  row('GET /scim/v2/Groups/:id', 'scim'),
  row('DELETE /scim/v2/Groups/:id', 'scim'),
  row('GET /scim/v2/ServiceProviderConfig', 'scim'),
  row('GET /scim/v2/ResourceTypes', 'scim'),
  row('GET /scim/v2/ResourceTypes/:id', 'scim'),
  row('GET /scim/v2/Schemas', 'scim'),
  row('GET /scim/v2/Schemas/:id', 'scim'),
];

/** A message to a workspace by MCP, which keys and connected programs send. */
export const MCP_ROW: ProgramRow = {
  ...row('POST /mcp/:workspace', 'search', () => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'words' } },
  })),
  headers: { Accept: 'application/json, text/event-stream' },
  ofWorkspace: true,
};
