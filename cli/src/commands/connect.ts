import { hostname } from 'node:os';

import { clientAgent } from '@carrel/shared/contract';

import { ApiClient } from '../api/api-client.ts';
import { usageFailure } from '../exit-codes.ts';
import { configFolder, SessionStore } from '../session/session-store.ts';
import type { CommandOptions } from '../usage/read-options.ts';

const DEFAULT_SERVER = 'http://localhost:3000';

export interface Connection {
  client: ApiClient;
  store: SessionStore;
  server: string;
}

/** Returns the client of the server that is named, or of the last sign-in. */
export async function connect(
  { server: named }: CommandOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const store = new SessionStore(configFolder(process.env));
  const server = originOf(
    named ?? process.env['CARREL_SERVER'] ?? (await store.defaultServer()) ?? DEFAULT_SERVER,
  );
  const apiKey = process.env['CARREL_API_KEY'] || undefined;
  const userAgent = clientAgent(hostname());
  const client = new ApiClient({ server, store, apiKey, userAgent, signal });
  return { client, store, server };
}

function originOf(text: string): string {
  try {
    const { protocol, origin } = new URL(text.includes('://') ? text : `https://${text}`);
    if (protocol === 'https:' || protocol === 'http:') return origin;
  } catch {
    // The same message as for another protocol.
  }
  throw usageFailure(`"${text}" is no URL of a server, such as https://carrel.example.com`);
}
