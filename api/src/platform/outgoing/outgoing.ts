import * as http from 'node:http';
import * as https from 'node:https';

import type { AddressPolicy } from './address-policy.ts';
import { OutgoingError } from './outgoing-error.ts';

/** Bytes of a response that are read at most; then the connection is closed. */
const READ_MAX = 64 * 1024;
const HEADER_MAX = 16 * 1024;
/** Time for which an idle connection is kept. */
const IDLE_MILLISECONDS = 15_000;

export interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For all of it, resolution and response included. */
  timeoutMilliseconds: number;
  /** Bytes of the response that are returned. */
  keepBytes: number;
  /** Cuts off the request. */
  signal: AbortSignal;
}

export interface OutgoingResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The beginning of the body, as text. */
  text: string;
}

/** Sends requests to URLs that users chose. */
export interface Outgoing {
  /** Redirects are returned, not followed. @throws {OutgoingError} without the head of a response. */
  post(request: OutgoingRequest): Promise<OutgoingResponse>;
  close(): void;
}

/** Returns a client for URLs that users chose: it reaches what `policy` allows. */
export function createOutgoing(policy: AddressPolicy): Outgoing {
  const options = { keepAlive: true, maxFreeSockets: 64, timeout: IDLE_MILLISECONDS };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return {
    post: async (request) => {
      const deadline = AbortSignal.timeout(request.timeoutMilliseconds);
      const signal = AbortSignal.any([request.signal, deadline]);
      const attempt = () => send(policy, agents, request, signal);
      try {
        return await attempt().catch((error: unknown) => {
          // The other end closed a kept connection while this request was on its way.
          if (error instanceof ConnectionReused && !signal.aborted) return attempt();
          throw error;
        });
      } catch (error) {
        if (error instanceof OutgoingError) throw error;
        if (request.signal.aborted) throw new OutgoingError('cancelled', error);
        throw new OutgoingError(deadline.aborted ? 'timeout' : 'unreachable', error);
      }
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

class ConnectionReused extends Error {}

function send(
  policy: AddressPolicy,
  agents: { 'http:': http.Agent; 'https:': https.Agent },
  { url: text, headers, body, keepBytes }: OutgoingRequest,
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const url = new URL(text);
    policy.check(url);
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: isSecure ? agents['https:'] : agents['http:'],
      lookup: policy.lookupFor(url.protocol),
      maxHeaderSize: HEADER_MAX,
      signal,
    });
    let hasResponse = false;
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The response ends by itself: its status is known.
      if (hasResponse) return;
      const isReused = request.reusedSocket && error.code === 'ECONNRESET';
      reject(isReused ? new ConnectionReused('closed', { cause: error }) : error);
    });
    request.on('response', (response) => {
      hasResponse = true;
      const status = response.statusCode ?? 0;
      const kept: Buffer[] = [];
      let read = 0;
      const end = () => {
        const bytes = Buffer.concat(kept).subarray(0, keepBytes);
        resolve({ status, headers: response.headers, text: bytes.toString('utf8') });
      };
      response.on('data', (chunk: Buffer) => {
        if (read < keepBytes) kept.push(chunk);
        read += chunk.length;
        // The status is known: the rest of the body decides nothing.
        if (read > READ_MAX) response.destroy();
      });
      response.on('end', end);
      response.on('close', end);
      response.on('error', end);
    });
    request.end(body);
  });
}
