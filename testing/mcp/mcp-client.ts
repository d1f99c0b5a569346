import {
  Client,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';

import type { ServerFixture } from '../server-fixture.ts';

/** The versions of the protocol: without sessions, and with the earlier handshake. */
export const ERAS = {
  '2026-07-28': { mode: { pin: '2026-07-28' } },
  earlier: { mode: 'legacy' },
} as const satisfies Record<string, VersionNegotiationOptions>;

/** The address of a workspace's documents. */
export const mcpUrl = (workspaceId: string) => `http://localhost:3000/mcp/${workspaceId}`;

/** Calls the fixture's server as fetch does. */
export const fetchOf =
  ({ app }: Pick<ServerFixture, 'app'>) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> =>
    app.request(url.toString(), {
      ...init,
      headers: { Host: new URL(url).host, ...Object.fromEntries(new Headers(init?.headers)) },
    });

/** Returns the transport of the official client to a workspace. */
export const transportTo = (
  server: Pick<ServerFixture, 'app'>,
  workspaceId: string,
  authProvider: StreamableHTTPClientTransportOptions['authProvider'],
) =>
  new StreamableHTTPClientTransport(new URL(mcpUrl(workspaceId)), {
    fetch: fetchOf(server),
    ...(authProvider !== undefined && { authProvider }),
  });

/** Connects the official client to a workspace with an API key. */
export async function connect(
  server: Pick<ServerFixture, 'app'>,
  workspaceId: string,
  key: string,
  versionNegotiation: VersionNegotiationOptions = ERAS['2026-07-28'],
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  const token = () => Promise.resolve(key);
  await client.connect(transportTo(server, workspaceId, { token }));
  return client;
}
