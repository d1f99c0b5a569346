import type { GenericSchema } from 'valibot';

import type { HeaderDetails, Operation, RouteAccess } from '../../platform/http/operation.ts';
import type { JsonSchema, ParameterObject } from './openapi.ts';

const ID: JsonSchema = { type: 'string', format: 'uuid' };

/** Returns the parameters of an operation. `query` is the JSON Schema of its query. */
export function parametersOf(
  path: string,
  operation: Operation,
  access: RouteAccess,
  query: JsonSchema,
): ParameterObject[] {
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(name, path, query)),
    ...organizationParameters(access),
    ...queryParameters(query, operation.query),
    ...Object.entries(operation.headers ?? {}).map(([name, details]) =>
      headerParameter(name, typeof details === 'string' ? { description: details } : details),
    ),
  ];
}

function headerParameter(
  name: string,
  { description, required, schema }: HeaderDetails,
): ParameterObject {
  return {
    name,
    in: 'header',
    ...(required === true && { required }),
    description,
    schema: { type: 'string', ...schema },
  };
}

function pathParameter(name: string, path: string, query: JsonSchema): ParameterObject {
  const parameter = { name, in: 'path', required: true } as const;
  // Of the routes that read one document.
  if (name === 'documentId' && query.properties?.['path'] !== undefined) {
    const description = 'The id of the document, or `by-path`; then the query has its path.';
    return { ...parameter, description, schema: { type: 'string' } };
  }
  const [, noun = ''] = new RegExp(`([\\w-]+?)s?/:${name}\\b`).exec(path) ?? [];
  return { ...parameter, description: `The id of the ${noun.replaceAll('-', ' ')}.`, schema: ID };
}

const HEADER = 'X-Organization-Id';

function organizationParameters({ organization, keys }: RouteAccess): ParameterObject[] {
  const header: ParameterObject = {
    name: HEADER,
    in: 'header',
    required: organization === 'header' && keys === undefined,
    description: `The organization.${keys === undefined ? '' : ' An API key names it itself.'}`,
    schema: ID,
  };
  if (organization === 'header') return [header];
  if (organization !== 'query') return [];
  const description = `The organization, where the client cannot send ${HEADER}.`;
  return [header, { name: 'organization_id', in: 'query', description, schema: ID }];
}

function queryParameters(
  { properties = {}, required = [] }: JsonSchema,
  source: GenericSchema | undefined,
): ParameterObject[] {
  return Object.entries(properties).map(([name, schema]): ParameterObject => {
    const isRequired = required.includes(name);
    // Conditions have a parameter for each key: `metadata.author=Ann`.
    if (schema.items?.type === 'object') {
      const values = { type: 'string' };
      return {
        name,
        in: 'query',
        required: false,
        explode: true,
        description: `A parameter for each key: \`${name}.author=Ann\`.`,
        schema: { type: 'object', patternProperties: { [`^${name}\\.`]: values } },
      };
    }
    const value = valueOf(schema, limitsOf(source, name));
    return { name, in: 'query', required: isRequired, schema: value };
  });
}

/** In a query every value is text; a client sends numbers and booleans as such. */
function valueOf(schema: JsonSchema, limits: JsonSchema): JsonSchema {
  const { type, pattern, enum: values, default: preset } = schema;
  if (type === 'string' && typeof pattern === 'string' && pattern.includes('\\d{1,')) {
    return {
      type: 'integer',
      ...limits,
      ...(typeof preset === 'string' && { default: Number(preset) }),
    };
  }
  if (values?.length === 2 && values.includes('true')) {
    return {
      type: 'boolean',
      ...(typeof preset === 'string' && { default: preset === 'true' }),
    };
  }
  return schema;
}

interface Step {
  type: string;
  requirement?: unknown;
  wrapped?: Step;
  pipe?: Step[];
  entries?: Record<string, Step>;
}

/** The limits of a number in the query, which Valibot checks once it is read from the text. */
function limitsOf(source: GenericSchema | undefined, name: string): JsonSchema {
  const entry = (source as Step | undefined)?.entries?.[name];
  const steps = (entry?.wrapped ?? entry)?.pipe ?? [];
  const limit = (type: string) => steps.find((step) => step.type === type)?.requirement;
  const [minimum, maximum] = [limit('min_value'), limit('max_value')];
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}
