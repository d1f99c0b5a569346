import * as v from 'valibot';

import { SourceError } from '../source-error.ts';
import type { SourceContext } from '../source-kind.ts';
import { errorOfStatus, type SourceRequest, type SourceResponse } from '../http/source-http.ts';

/** Requests to the API of a service that a person has connected. */
export interface CloudApi {
  /** Sends a request with the person's token. @throws {SourceError} `not_connected` where the token is refused. */
  send(target: string | URL, request?: SourceRequest): Promise<SourceResponse>;
  /** Returns what is in the response. @throws {SourceError} `invalid_response` for another shape. */
  json<Schema extends v.GenericSchema>(
    schema: Schema,
    target: string | URL,
    request?: SourceRequest,
  ): Promise<v.InferOutput<Schema>>;
}

interface CloudApiOptions {
  /** Below it are all addresses; a token goes nowhere else. */
  base: string;
  headers?: Readonly<Record<string, string>>;
  /** Statuses whose reason is in the body, and what they mean. */
  refusals?: { statuses: readonly number[]; errorOf(status: number, body: string): SourceError };
  /** The value of `Authorization`, of a secret; the token of the person who connected the source where absent. */
  authorization?: () => string;
}

/** Bytes of the body of a refusal that are read. */
const REFUSAL_BYTES = 64 * 1024;

export function createCloudApi(
  context: Pick<SourceContext, 'http' | 'accessToken'>,
  {
    base,
    headers = {},
    refusals = { statuses: [], errorOf: errorOfStatus },
    authorization: ofSecret,
  }: CloudApiOptions,
): CloudApi {
  const authorization = async (refusedToken?: string) =>
    ofSecret?.() ?? `Bearer ${await context.accessToken(refusedToken)}`;
  const refused = ofSecret === undefined ? 'not_connected' : 'sign_in';
  const once = async (url: URL, request: SourceRequest, value: string): Promise<SourceResponse> =>
    context.http.request(url, {
      ...request,
      headers: { Accept: 'application/json', ...headers, ...request.headers, Authorization: value },
      accept: [401, ...refusals.statuses, ...(request.accept ?? [])],
    });
  const send = async (target: string | URL, request: SourceRequest = {}) => {
    const url = within(base, target);
    const value = await authorization();
    let response = await once(url, request, value);
    if (response.status === 401) {
      response.discard();
      // A token may have ended since it was given: then there is another one now.
      const renewed = await authorization(value.replace(/^Bearer /, ''));
      if (renewed === value) throw new SourceError(refused);
      response = await once(url, request, renewed);
    }
    if (response.status === 401) {
      response.discard();
      throw new SourceError(refused);
    }
    if (request.accept?.includes(response.status) === true) return response;
    if (!refusals.statuses.includes(response.status)) return response;
    throw refusals.errorOf(response.status, await startOf(response));
  };
  return {
    send,
    json: async (schema, target, request) => {
      const response = await send(target, request);
      const read = v.safeParse(schema, await response.json());
      if (!read.success) throw new SourceError('invalid_response');
      return read.output;
    },
  };
}

/** The address of a request. Links of a server lead nowhere else. @throws {SourceError} */
function within(base: string, target: string | URL): URL {
  const root = new URL(base);
  const text = String(target);
  if (!URL.canParse(text, base)) throw new SourceError('invalid_response');
  const url = text.startsWith('/') ? new URL(`${base}${text}`) : new URL(text);
  if (url.origin !== root.origin || url.username !== '' || url.password !== '') {
    throw new SourceError('invalid_response');
  }
  return url;
}

async function startOf(response: SourceResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body()) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes > REFUSAL_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A name as one part of a path. */
export const pathPart = (name: string): string => name.replaceAll('/', '_');

const PAGES_MAX = 100_000;

/** Counts the pages of one list: links in a circle end. @throws {SourceError} */
export function nextPageNumber(pages = 0): number {
  if (pages >= PAGES_MAX) throw new SourceError('invalid_response');
  return pages + 1;
}
