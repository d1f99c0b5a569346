import { API_KEY_SCOPES, errorBodySchema } from '@carrel/shared/contract';
import type { GenericSchema } from 'valibot';

import { VERSION } from '../../platform/version.ts';
import { mediasOf, type Content, type Operation } from '../../platform/http/operation.ts';
import {
  BASE,
  describedRoutes,
  type DescribedRoute,
  type RegisteredHandler,
} from './described-routes.ts';
import { problemReference, problemResponses, problemStatuses } from './error-responses.ts';
import { EXAMPLES } from './examples.ts';
import { createJsonSchemas, type JsonSchemas } from './json-schemas.ts';
import type {
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from './openapi.ts';
import { parametersOf } from './parameters.ts';
import { TAGS, tagOf } from './tags.ts';

const DESCRIPTION = `The API of Carrel. Requests and responses are JSON in UTF-8 unless a route says otherwise.
A program sends an API key as \`Authorization: Bearer carrel_key_...\`; the scope that a route needs is named at the route.
Browsers have a session in a cookie, and name the organization in \`X-Organization-Id\`. A response that is no success
has a sentence in \`message\`. A method that an address does not take gets 405 with \`Allow\`. Texts with U+0000 or half of a
surrogate pair are refused everywhere. Lengths of texts count UTF-16 code units. Clients ignore fields that they do not know.`;

/** Returns the OpenAPI document of the routes that an app has registered. */
export function createDocument(handlers: readonly RegisteredHandler[]): OpenApiDocument {
  const routes = describedRoutes(handlers).toSorted(
    (one, other) => compare(one.path, other.path) || compare(one.method, other.method),
  );
  const schemas = createJsonSchemas(
    [errorBodySchema, ...routes.flatMap(schemasOf)],
    routes.flatMap(({ operation: { query } }) => query ?? []),
  );
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = BASE + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationObject(route, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Carrel',
      version: VERSION,
      description: DESCRIPTION.replaceAll('\n', ' '),
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Carrel' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'carrel_access',
          description:
            'Set by `POST /api/v1/accounts/login`. Under https its name begins with `__Host-`.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key. Its scopes are of ${API_KEY_SCOPES.join(', ')}.`,
        },
      },
      responses: problemResponses(schemas.of(errorBodySchema), paths),
      schemas: schemas.components,
    },
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function schemasOf({ operation }: DescribedRoute): GenericSchema[] {
  const { body, returns, also = {} } = operation;
  const contents = [body, returns, ...Object.values(also)];
  return contents
    .flatMap((content) => (typeof content === 'object' ? mediasOf(content) : []))
    .map(({ schema }) => schema)
    .filter((schema) => schema !== undefined);
}

function operationObject(
  { method, path, operation, access }: DescribedRoute,
  schemas: JsonSchemas,
): OperationObject {
  const { id, summary, body } = operation;
  const query = operation.query === undefined ? {} : schemas.written(operation.query);
  const parameters = parametersOf(path, operation, access, query);
  const example = EXAMPLES[id];
  return {
    operationId: id,
    summary,
    description: descriptionOf(operation, access),
    tags: [tagOf(path)],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        ...describedBy(body),
        required: operation.isBodyOptional !== true,
        content: contentOf(body, schemas, example?.request),
      },
    }),
    responses: {
      ...successes(operation, schemas, example?.response),
      ...Object.fromEntries(
        problemStatuses({ path, method }, operation, access).map((status) => [
          String(status),
          problemReference(status),
        ]),
      ),
    },
  };
}

/** Says who may call an operation, and what else its route says. */
function descriptionOf(
  { description }: Operation,
  { session, keys, least }: DescribedRoute['access'],
): string {
  const role = least === undefined || least === 'Viewer' ? '' : ` of ${ROLES[least]}`;
  const key = keys === undefined ? '' : `, or an API key with the scope \`${keys}\``;
  const callers = session === true ? `With a session${role}${key}.` : 'Open to every caller.';
  return description === undefined ? callers : `${callers} ${description}`;
}

const ROLES = { Owner: 'an Owner', Admin: 'an Admin or above', Editor: 'an Editor or above' };

function securityOf({ session, keys }: DescribedRoute['access']): Record<string, string[]>[] {
  if (session !== true) return [];
  return [{ session: [] }, ...(keys === undefined ? [] : [{ apiKey: [keys] }])];
}

function successes(
  { returns, status, also = {}, sends }: Operation,
  schemas: JsonSchemas,
  example: unknown,
): Record<string, ResponseObject> {
  const main = {
    [status ?? (returns === undefined ? 204 : 200)]: returns ?? 'There is no content.',
  };
  return Object.fromEntries(
    Object.entries({ ...main, ...also }).map(([code, content]) => [
      code,
      {
        ...(sends !== undefined && { headers: responseHeaders(sends) }),
        ...(typeof content === 'string'
          ? { description: content }
          : {
              description: describedBy(content).description ?? 'The response.',
              content: contentOf(content, schemas, code in main ? example : undefined),
            }),
      },
    ]),
  );
}

const responseHeaders = (sends: Readonly<Record<string, string>>): Record<string, HeaderObject> =>
  Object.fromEntries(
    Object.entries(sends).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );

function describedBy(content: Content): { description?: string } {
  const description = mediasOf(content)
    .map((each) => each.description)
    .filter((each) => each !== '')
    .join(' ');
  return description === '' ? {} : { description };
}

function contentOf(
  content: Content,
  schemas: JsonSchemas,
  example: unknown,
): Record<string, MediaTypeObject> {
  return Object.fromEntries(
    mediasOf(content).map(({ type, schema }) => [
      type,
      {
        ...(schema === undefined ? withoutSchema(type) : { schema: schemas.of(schema) }),
        ...(example !== undefined && type === 'application/json' && { example }),
      },
    ]),
  );
}

/** OpenAPI 3.1 needs no schema for bytes, but the generators of clients do. */
function withoutSchema(type: string): MediaTypeObject {
  if (type === 'application/json') return { schema: { type: 'object' } };
  const format = type.startsWith('text/') ? {} : { format: 'binary' };
  return { schema: { type: 'string', ...format } };
}
