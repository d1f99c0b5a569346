import * as fc from 'fast-check';

import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
} from '@carrel/api/src/integrations/openapi/openapi.ts';
import { buildZip } from '../../zips/build-zip.ts';
import type { SchemaCheck } from './schema-check.ts';
import { brokenValues } from './broken-values.ts';
import { valuesOf, type Components } from './generate-values.ts';

/** What a request has besides its method and path. */
export interface Sent {
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  type: string | undefined;
  body: unknown;
}

/** A request, and what is wrong with it; undefined where nothing is. */
export interface Generated extends Sent {
  fault: string | undefined;
}

interface Options {
  document: OpenApiDocument;
  operation: OperationObject;
  ids: readonly string[];
  seed: number;
  count: number;
}

/** Returns requests that match the description of an operation. */
export function validRequests({ document, operation, ids, seed, count }: Options): Generated[] {
  const { schemas } = document.components;
  const parameters = (place: ParameterObject['in']) =>
    fc.record(
      Object.fromEntries(
        (operation.parameters ?? [])
          .filter((one) => one.in === place && !isLeftOut(one))
          .map((one) => {
            const values = valuesOf(one.schema, schemas, ids);
            return [
              one.name,
              one.required === true ? values : fc.option(values, { nil: undefined, freq: 1 }),
            ];
          }),
      ),
    );
  const requests = fc.record({
    fault: fc.constant(undefined),
    query: parameters('query'),
    headers: parameters('header'),
    content: contents(operation, schemas, ids),
  });
  return fc
    .sample(requests, { seed, numRuns: count })
    .map(({ content: [type, body], fault, query, headers }) => ({
      fault,
      query,
      headers,
      type,
      body,
    }));
}

/** Returns what a value is in a query or a header. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Headers and parameters that the tests set themselves, or that change the response alone. */
const LEFT_OUT = new Set(['X-Organization-Id', 'organization_id', 'Prefer', 'Range']);

/** Conditions of metadata have a parameter for each key, which is no value of a schema. */
const isLeftOut = ({ name, schema }: Pick<ParameterObject, 'name' | 'schema'>) =>
  LEFT_OUT.has(name) || 'patternProperties' in schema;

const ZIP = buildZip([{ name: 'notes.txt', content: 'The text.' }]);
const BYTES: Readonly<Record<string, string | Buffer>> = {
  'application/zip': ZIP,
  'application/offset+octet-stream': ZIP.subarray(0, 10),
  'application/octet-stream': 'The text.',
  'text/csv': 'query,dataset,path,passage,grade\r\n',
};

function contents(operation: OperationObject, schemas: Components, ids: readonly string[]) {
  const types = Object.entries(operation.requestBody?.content ?? {});
  const none = fc.constant([undefined, undefined] as [string | undefined, unknown]);
  if (types.length === 0) return none;
  return fc.oneof(
    ...types.map(([type, { schema = {} }]) => {
      const bytes = BYTES[type];
      const values = bytes === undefined ? valuesOf(schema, schemas, ids) : fc.constant(bytes);
      return values.map((value) => [type, value] as [string | undefined, unknown]);
    }),
  );
}

/** Returns requests that are like `request`, each with one fault that the description does not allow. */
export function brokenRequests(
  request: Generated,
  { document, operation }: Pick<Options, 'document' | 'operation'>,
  check: SchemaCheck,
): Generated[] {
  const { schemas } = document.components;
  const found: Generated[] = [];
  for (const { name, in: place, schema, required } of operation.parameters ?? []) {
    if (place === 'path' || isLeftOut({ name, schema })) continue;
    const part = place === 'query' ? 'query' : 'headers';
    const withValue = (value: unknown, fault: string) =>
      found.push({ ...request, [part]: { ...request[part], [name]: value }, fault });
    if (required === true) withValue(undefined, `${name} is missing`);
    for (const { value, fault } of brokenValues(request[part][name], schema, schemas, name)) {
      // What it is as a text, and what a header cannot have.
      if (typeof value === 'object' || (part === 'headers' && /[^ -~]|^\s|\s$/.test(textOf(value))))
        continue;
      if (!check.isText(schema, textOf(value))) withValue(value, fault);
    }
  }
  const json = operation.requestBody?.content['application/json']?.schema;
  if (json === undefined || request.type !== 'application/json') return found;
  for (const { value, fault } of brokenValues(request.body, json, schemas)) {
    if (!check.isValue(json, value)) found.push({ ...request, body: value, fault });
  }
  return [...found, { ...request, type: 'application/xml', fault: 'its type is another' }];
}
