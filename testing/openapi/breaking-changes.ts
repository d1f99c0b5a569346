import type {
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '@carrel/api/src/integrations/openapi/openapi.ts';
import { schemaGaps, type Scope } from './schema-gaps.ts';

interface Change {
  before: OpenApiDocument;
  after: OpenApiDocument;
}

/**
 * Returns what changed between two documents so that a client of the first may break, a sentence each: what is
 * gone, what a request must newly have or may no longer have, and what a response may newly be.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (now === undefined) return [`${name} is gone`];
      return [
        ...identityChanges(operation, now),
        ...parameterChanges({ before, after }, operation, now),
        ...bodyChanges({ before, after }, operation, now),
        ...responseChanges({ before, after }, operation, now),
      ].map((change) => `${name}: ${change}`);
    }),
  );
}

function identityChanges(before: OperationObject, after: OperationObject): string[] {
  const callers = before.security.filter(
    (one) => !after.security.some((other) => JSON.stringify(other) === JSON.stringify(one)),
  );
  const isClosed = before.security.length === 0 && after.security.length > 0;
  return [
    ...(before.operationId === after.operationId ? [] : ['it has another operationId']),
    ...(isClosed ? ['it needs a session'] : []),
    ...(after.security.length === 0 ? [] : callers).map(
      (one) => `it is closed to ${JSON.stringify(one)}`,
    ),
  ];
}

function parameterChanges(
  change: Change,
  before: OperationObject,
  after: OperationObject,
): string[] {
  const known = before.parameters ?? [];
  const now = after.parameters ?? [];
  const added = now.filter(
    (one) => one.required === true && !known.some(({ name }) => name === one.name),
  );
  return [
    ...added.map(({ name }) => `the parameter ${name} is required`),
    ...known.flatMap((one) => {
      const other = now.find(({ name }) => name === one.name);
      if (other === undefined) return [`the parameter ${one.name} is gone`];
      const isNeeded = other.required === true && one.required !== true;
      const gaps = requestGaps(change, one.schema, other.schema, `the parameter ${one.name}`);
      return isNeeded ? gaps.concat(`the parameter ${one.name} is required`) : gaps;
    }),
  ];
}

function bodyChanges(change: Change, before: OperationObject, after: OperationObject): string[] {
  const { requestBody: body } = before;
  const { requestBody: now } = after;
  if (body === undefined) return now === undefined ? [] : ['it has a body'];
  return Object.entries(body.content).flatMap(([type, { schema = {} }]) => {
    const other = now?.content[type];
    if (other === undefined) return [`the body may not be ${type}`];
    return requestGaps(change, schema, other.schema ?? {}, 'the body');
  });
}

function responseChanges(
  change: Change,
  before: OperationObject,
  after: OperationObject,
): string[] {
  const added = Object.keys(after.responses).filter(
    (status) => Number(status) < 400 && !(status in before.responses),
  );
  return [
    ...added.map((status) => `it may respond with ${status}`),
    ...Object.entries(before.responses).flatMap(([status, response]) => {
      const other = after.responses[status];
      if (other === undefined) return [`it does not respond with ${status}`];
      const contents = contentOf(change.before, response);
      const now = contentOf(change.after, other);
      return Object.entries(contents).flatMap(([type, { schema = {} }]) =>
        now[type] === undefined
          ? [`${status} has no ${type}`]
          : responseGaps(change, schema, now[type].schema ?? {}, status),
      );
    }),
  ];
}

function contentOf(
  { components }: OpenApiDocument,
  response: ResponseObject | { $ref: string },
): Record<string, MediaTypeObject> {
  const found =
    '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  return found?.content ?? {};
}

const scopes = ({ before, after }: Change, schema: JsonSchema, now: JsonSchema): [Scope, Scope] => [
  { schema, components: before.components.schemas },
  { schema: now, components: after.components.schemas },
];

/** What was valid must stay valid. */
function requestGaps(change: Change, schema: JsonSchema, now: JsonSchema, place: string): string[] {
  const [before, after] = scopes(change, schema, now);
  return [...schemaGaps(after, before, place), ...removedFields(before, after, place)];
}

/** What is sent must have been possible before. */
function responseGaps(
  change: Change,
  schema: JsonSchema,
  now: JsonSchema,
  place: string,
): string[] {
  const [before, after] = scopes(change, schema, now);
  return [...schemaGaps(before, after, place), ...removedFields(before, after, place)];
}

/** Returns the fields that are gone, also where an object may have other fields. */
function removedFields(before: Scope, after: Scope, place: string): string[] {
  const now = fieldsOf(after, place);
  return [...fieldsOf(before, place)]
    .filter((field) => !now.has(field))
    .map((field) => `${field} is gone`);
}

function fieldsOf({ schema, components }: Scope, place: string, depth = 0): Set<string> {
  const found = new Set<string>();
  if (depth > 12) return found;
  const visit = (inner: JsonSchema, at: string) => {
    for (const field of fieldsOf({ schema: inner, components }, at, depth + 1)) found.add(field);
  };
  if (schema.$ref !== undefined)
    visit(components[schema.$ref.split('/').at(-1) ?? ''] ?? {}, place);
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(one, place);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    found.add(`${place}.${name}`);
    visit(property, `${place}.${name}`);
  }
  if (schema.items !== undefined) visit(schema.items, `${place}[]`);
  return found;
}
