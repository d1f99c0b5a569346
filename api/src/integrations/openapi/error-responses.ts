import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';

import { mediasOf, type Operation, type RouteAccess } from '../../platform/http/operation.ts';
import type { HeaderObject, JsonSchema, ResponseObject } from './openapi.ts';

/** The statuses of problems, by the names of their responses in the document. */
const PROBLEMS: Readonly<Record<number, [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is malformed.'],
  401: ['Unauthorized', 'The session or API key is missing or not valid any more.'],
  403: [
    'Forbidden',
    'The caller lacks the right. With X-Reauthenticate, the call may be repeated once the password is confirmed.',
  ],
  404: ['NotFound', 'There is no such object that the caller may know of.'],
  408: ['RequestTimeout', 'The request came too slowly.'],
  409: ['Conflict', 'The request does not fit the present state.'],
  410: ['Gone', 'The bytes are not stored any more.'],
  412: ['PreconditionFailed', 'The object is not the one that the request expects.'],
  413: ['ContentTooLarge', 'The request has too many bytes.'],
  415: ['UnsupportedMediaType', 'The request has another Content-Type than the route reads.'],
  416: ['RangeNotSatisfiable', 'The range is outside of the file.'],
  421: ['MisdirectedRequest', 'This server does not serve this address.'],
  422: ['UnprocessableContent', 'Fields are invalid. The issues name them.'],
  423: ['Locked', 'Another request for this upload is ending.'],
  429: ['TooManyRequests', 'Too many requests.'],
  500: ['InternalServerError', 'Something went wrong on the side of the server.'],
  503: ['ServiceUnavailable', 'The service is not ready.'],
  507: ['InsufficientStorage', 'The server has no space left.'],
};

const text = (description: string): HeaderObject => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = { 'Retry-After': text('Seconds after which the request may be repeated.') };

const HEADERS: Readonly<Record<number, Record<string, HeaderObject>>> = {
  403: {
    [REAUTHENTICATE_HEADER]: text(
      '`password` where the account must be authenticated again first, `sso` where its single sign-on is enough.',
    ),
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** Returns the responses of problems, which operations refer to. */
export function problemResponses(schema: JsonSchema): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, [name, description]]) => [
      name,
      {
        description,
        ...(HEADERS[Number(status)] && { headers: HEADERS[Number(status)] }),
        // A response to a range has no content.
        ...(status !== '416' && { content: { 'application/json': { schema } } }),
      },
    ]),
  );
}

/** Returns a reference to the response of a problem. */
export function problemReference(status: number): { $ref: string } {
  const [name] = PROBLEMS[status] ?? [];
  if (name === undefined) throw new Error(`There is no description of the status ${status}.`);
  return { $ref: `#/components/responses/${name}` };
}

/** Returns the statuses of problems that a route may respond with, in their order. */
export function problemStatuses(
  { path, method }: { path: string; method: string },
  { body, query, errors = [] }: Operation,
  { session, organization, least }: RouteAccess,
): number[] {
  const isChange = method !== 'get' && method !== 'head' && method !== 'options';
  const isJson = body !== undefined && mediasOf(body).some(({ schema }) => schema !== undefined);
  return [
    ...new Set([
      ...errors,
      421,
      429,
      500,
      503,
      // Requests of other sites change nothing.
      ...(isChange ? [403] : []),
      ...(session === true ? [401] : []),
      ...(organization === undefined ? [] : [400, 403, 404]),
      ...(least === undefined ? [] : [403]),
      ...(path.includes(':') ? [404] : []),
      ...(body === undefined ? [] : [400, 413, 415, 422]),
      ...(isJson ? [408] : []),
      ...(query === undefined ? [] : [422]),
    ]),
  ].toSorted((one, other) => one - other);
}
