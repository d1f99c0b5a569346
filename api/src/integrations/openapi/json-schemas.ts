import * as contract from '@carrel/shared/contract';
import * as organization from '@carrel/shared/contract/organization';
import * as signIn from '@carrel/shared/contract/sign-in';
import * as sources from '@carrel/shared/contract/sources';
import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

import type { JsonSchema } from './openapi.ts';

/** Schemas of the contract that get a name in the document. Texts and numbers are written where they are. */
const STRUCTURES = new Set(['object', 'strict_object', 'union', 'variant', 'loose_object']);

const named: [name: string, schema: GenericSchema][] = Object.entries({
  ...contract,
  ...organization,
  ...signIn,
  ...sources,
}).flatMap(([name, value]) =>
  name.endsWith('Schema') && isSchema(value) && STRUCTURES.has(value.type)
    ? [[nameOf(name), value] as [string, GenericSchema]]
    : [],
);

/** `createDatasetInputSchema` is called CreateDatasetInput. */
function nameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length);
}

function isSchema(value: unknown): value is GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}

/** The addresses that Valibot accepts, which are fewer than those of the format. */
const EMAIL = String.raw`^[\w+\-]+(?:\.[\w+\-]+)*@[0-9A-Za-z]+(?:[.\-][0-9A-Za-z]+)*\.[A-Za-z]{2,}$`;

export interface JsonSchemas {
  /** Returns a reference to the schema if it has a name, else the schema itself. */
  of(schema: GenericSchema): JsonSchema;
  /** Returns the schema of a query itself. */
  written(schema: GenericSchema): JsonSchema;
  /** Those with a name that are used, directly or by others. */
  components: Record<string, JsonSchema>;
}

/**
 * Converts Valibot schemas to JSON Schema. They describe JSON as it is sent, in both directions: before
 * Valibot transforms it. What JSON Schema cannot express is left out.
 */
export function createJsonSchemas(
  schemas: readonly GenericSchema[],
  queries: readonly GenericSchema[],
): JsonSchemas {
  const names = new Map(named.map(([name, schema]) => [schema, name]));
  const inline = new Map<GenericSchema, string>();
  for (const schema of new Set([...schemas, ...queries])) {
    if (!names.has(schema)) inline.set(schema, `inline-${inline.size}`);
  }
  const all = Object.fromEntries([
    ...named,
    ...[...inline].map(([schema, name]) => [name, schema] as const),
  ]);
  const definitions = toJsonSchemaDefs(all, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      // The contract has custom schemas for objects alone.
      valibotSchema.type === 'custom'
        ? { type: 'object' }
        : withItems(withoutEmptyRequired(jsonSchema)),
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'email' ? { ...jsonSchema, pattern: EMAIL } : jsonSchema,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) as Record<string, JsonSchema>;
  const of = (schema: GenericSchema): JsonSchema => {
    const name = names.get(schema);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    return definitions[inline.get(schema) ?? ''] ?? {};
  };
  const written = (schema: GenericSchema): JsonSchema =>
    definitions[names.get(schema) ?? inline.get(schema) ?? ''] ?? {};
  return { of, written, components: usedComponents(definitions, schemas.map(of)) };
}

/** Gives a tuple what generators of clients read of a list: they know no `prefixItems`. */
function withItems<Schema extends object>(schema: Schema): Schema {
  if (!('prefixItems' in schema) || !Array.isArray(schema.prefixItems)) return schema;
  const { length } = schema.prefixItems;
  const different = new Map(schema.prefixItems.map((item) => [JSON.stringify(item), item]));
  const [first, ...others] = different.values();
  const items: unknown = others.length === 0 ? first : { anyOf: [first, ...others] };
  return { ...schema, items, minItems: length, maxItems: length };
}

function withoutEmptyRequired<Schema extends object>(schema: Schema): Schema {
  if ('required' in schema && Array.isArray(schema.required) && schema.required.length === 0) {
    delete schema.required;
  }
  return schema;
}

/** Returns the definitions that schemas refer to, in the order of their names. */
function usedComponents(
  definitions: Record<string, JsonSchema>,
  schemas: readonly JsonSchema[],
): Record<string, JsonSchema> {
  const used = new Set<string>();
  const visit = (schema: unknown) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (used.has(name)) continue;
      used.add(name);
      visit(definitions[name]);
    }
  };
  schemas.forEach(visit);
  return Object.fromEntries([...used].toSorted().map((name) => [name, definitions[name] ?? {}]));
}
