import { hostname } from 'node:os';

import { Carrel } from '@carrel/client';
import { clientAgent } from '@carrel/shared/contract';

import { usageFailure } from '../exit-codes.ts';
import { sessionFetch } from '../session/session-fetch.ts';
import { configFolder, SessionStore } from '../session/session-store.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandOptions } from '../usage/read-options.ts';

const DEFAULT_SERVER = 'http://localhost:3000';

export interface Connection {
  client: Carrel;
  store: SessionStore;
  server: string;
  /** Sent instead of a session. */
  apiKey: string | undefined;
  signal: AbortSignal;
}

/** Returns the client of the server that is named, or of the last sign-in. */
export async function connect(
  terminal: Terminal,
  { server: named }: CommandOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const store = new SessionStore(configFolder(process.env));
  const server = originOf(
    named ?? process.env['CARREL_SERVER'] ?? (await store.defaultServer()) ?? DEFAULT_SERVER,
  );
  const apiKey = process.env['CARREL_API_KEY'] || undefined;
  const client = new Carrel({
    url: server,
    ...(apiKey === undefined ? { fetch: sessionFetch({ server, store, signal }) } : { apiKey }),
    headers: { 'User-Agent': clientAgent(hostname()) },
    signal,
    onRetry: ({ message }) => terminal.progress(`${message} Trying again ...`),
  });
  return { client, store, server, apiKey, signal };
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
