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
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from './openapi.ts';
import { parametersOf } from './parameters.ts';
import { TAG_NAMES, tagOf } from './tags.ts';

const DESCRIPTION = `The API of Carrel. Requests and responses are JSON in UTF-8 unless a route says otherwise.
A program sends an API key as \`Authorization: Bearer carrel_key_...\`; the scope that a route needs is named at the route.
Browsers have a session in a cookie, and name the organization in \`X-Organization-Id\`. A response that is no success
has a sentence in \`message\`. Lengths of texts count UTF-16 code units. Clients ignore fields that they do not know.`;

/** Returns the OpenAPI document of the routes that an app has registered. */
export function createDocument(handlers: readonly RegisteredHandler[]): OpenApiDocument {
  const routes = describedRoutes(handlers).toSorted(
    (one, other) => compare(one.path, other.path) || compare(one.method, other.method),
  );
  const schemas = createJsonSchemas([errorBodySchema, ...routes.flatMap(schemasOf)]);
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = BASE + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationObject(route, schemas) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Carrel', version: VERSION, description: DESCRIPTION.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
    tags: TAG_NAMES.map((name) => ({ name })),
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
      responses: problemResponses(schemas.of(errorBodySchema)),
      schemas: schemas.components,
    },
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function schemasOf({ operation }: DescribedRoute): GenericSchema[] {
  const { body, query, returns, also = {} } = operation;
  const contents = [body, returns, ...Object.values(also)];
  return contents
    .flatMap((content) => (typeof content === 'object' ? mediasOf(content) : []))
    .map(({ schema }) => schema)
    .concat(query)
    .filter((schema) => schema !== undefined);
}

function operationObject(
  { method, path, operation, access }: DescribedRoute,
  schemas: JsonSchemas,
): OperationObject {
  const { id, summary, description, body } = operation;
  const query = operation.query === undefined ? {} : schemas.of(operation.query);
  const resolved = schemas.components[query.$ref?.split('/').at(-1) ?? ''] ?? query;
  const parameters = parametersOf(path, operation, access, resolved);
  const example = EXAMPLES[id];
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagOf(path)],
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        ...describedBy(body),
        required: true,
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

function securityOf({ session, keys }: DescribedRoute['access']): Record<string, string[]>[] {
  if (session !== true) return [];
  return [{ session: [] }, ...(keys === undefined ? [] : [{ apiKey: [keys] }])];
}

function successes(
  { returns, status, also = {} }: Operation,
  schemas: JsonSchemas,
  example: unknown,
): Record<string, ResponseObject> {
  const main = {
    [status ?? (returns === undefined ? 204 : 200)]: returns ?? 'There is no content.',
  };
  return Object.fromEntries(
    Object.entries({ ...main, ...also }).map(([code, content]) => [
      code,
      typeof content === 'string'
        ? { description: content }
        : {
            description: describedBy(content).description ?? 'The response.',
            content: contentOf(content, schemas, code in main ? example : undefined),
          },
    ]),
  );
}

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
        ...(example !== undefined && schema !== undefined && { example }),
      },
    ]),
  );
}

/** Bytes have no schema in OpenAPI 3.1. */
const withoutSchema = (type: string): MediaTypeObject =>
  type.startsWith('text/') ? { schema: { type: 'string' } } : {};
