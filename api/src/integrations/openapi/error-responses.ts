import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';

import type { Operation, RouteAccess } from '../../platform/http/operation.ts';
import type { HeaderObject, JsonSchema, OpenApiDocument, ResponseObject } from './openapi.ts';

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
  405: ['MethodNotAllowed', 'The address takes other methods, which Allow names.'],
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
  431: ['HeadersTooLarge', 'The headers of the request are too large.'],
  500: ['InternalServerError', 'Something went wrong on the side of the server.'],
  502: ['ServiceFailed', 'A service that the server was to call failed.'],
  503: ['ServiceUnavailable', 'The service is not ready.'],
  507: ['InsufficientStorage', 'The server has no space left.'],
};

const text = (description: string): HeaderObject => ({ description, schema: { type: 'string' } });
const REQUEST_ID = { 'X-Request-Id': text('What the log of the server calls the request.') };
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

/** Returns the responses of the problems that operations refer to. */
export function problemResponses(
  schema: JsonSchema,
  paths: OpenApiDocument['paths'],
): Record<string, ResponseObject> {
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  const used = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
  return Object.fromEntries(
    Object.entries(PROBLEMS)
      .filter(([status]) => used.has(status))
      .map(([status, [name, description]]) => [
        name,
        {
          description,
          headers: { ...REQUEST_ID, ...HEADERS[Number(status)] },
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

/** What every route may respond with: the first three come from the reader of HTTP, before there is a route. */
const ANY = [400, 408, 431, 421, 429, 500, 503];

/** Returns the statuses of problems that a route may respond with, in their order. */
export function problemStatuses(
  { path, method }: { path: string; method: string },
  { body, query, errors = [] }: Operation,
  { session, organization, least }: RouteAccess,
): number[] {
  const isChange = method !== 'get' && method !== 'head' && method !== 'options';
  return [
    ...new Set([
      ...errors,
      ...ANY,
      // Requests of other sites change nothing.
      ...(isChange ? [403] : []),
      ...(session === true ? [401] : []),
      ...(organization === undefined ? [] : [403, 404]),
      ...(least === undefined ? [] : [403]),
      ...(path.includes(':') ? [404] : []),
      ...(body === undefined ? [] : [413, 415, 422]),
      ...(query === undefined ? [] : [422]),
    ]),
  ].toSorted((one, other) => one - other);
}
