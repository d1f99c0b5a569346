import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { API_KEY_SCOPES } from '@carrel/shared/contract';
import type { ApiKeyScope } from '@carrel/shared/contract';

import { createTestServer } from './server-process.ts';

/** The real server in a process, with an organization. */
export interface ServedLibrary {
  url: string;
  organizationId: string;
  /** The header `Cookie` of an Owner. */
  cookie: string;
  /** Returns a new API key of the organization. */
  createKey(scopes?: readonly ApiKeyScope[]): Promise<string>;
  /** Calls a path below /api/v1 as the Owner, and returns the `id` of the response. */
  create(path: string, json: object): Promise<string>;
  /** Sets what is at a path below /api/v1 as the Owner. */
  put(path: string, json: object): Promise<void>;
  close(): Promise<void>;
}

/** `environment` has settings of the server. */
export async function serveLibrary(
  environment: Readonly<Record<string, string>> = {},
): Promise<ServedLibrary> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-client-'));
  // Tests are clients of several networks, which they name as a proxy does.
  const server = await createTestServer(folder, {
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  await server.start();
  await server.signIn();
  const post = async (to: string, json: object, organizationId = ''): Promise<unknown> => {
    const sent = organizationId === '' ? { json } : { json, organizationId };
    const response = await server.call('POST', to, sent);
    if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { id: organizationId } = (await post('/organizations', { name: 'Readers' })) as {
    id: string;
  };
  return {
    url: server.origin,
    organizationId,
    cookie: [...server.cookies].map((pair) => pair.join('=')).join('; '),
    create: async (to, json) => ((await post(to, json, organizationId)) as { id: string }).id,
    put: async (to, json) => {
      const response = await server.call('PUT', to, { json, organizationId });
      if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
    },
    createKey: async (scopes = API_KEY_SCOPES) => {
      const to = `/organizations/${organizationId}/api-keys`;
      return ((await post(to, { name: 'Nightly', scopes })) as { key: string }).key;
    },
    close: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
