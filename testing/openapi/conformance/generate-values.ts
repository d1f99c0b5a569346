import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

import type { JsonSchema } from '@carrel/api/src/integrations/openapi/openapi.ts';

export type Components = Readonly<Record<string, JsonSchema>>;

/** Returns a schema without a reference. */
export function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref } = schema;
  return $ref === undefined ? schema : (components[$ref.split('/').at(-1) ?? ''] ?? {});
}

const LENGTH_MAX = 40;
/** How often an optional field is there. */
const PRESENT = 2;

/** Returns values of a schema. `ids` are those that exist. */
export function valuesOf(
  schema: JsonSchema,
  components: Components,
  ids: readonly string[],
): Arbitrary<unknown> {
  const inner = (one: JsonSchema) => valuesOf(one, components, ids);
  const { type, enum: options, anyOf, oneOf, const: only, $ref } = schema;
  if ($ref !== undefined) return inner(resolved(schema, components));
  if (only !== undefined) return fc.constant(only);
  if (options !== undefined) return fc.constantFrom(...options);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(inner));
  switch ([type].flat()[0]) {
    case 'string':
      return textsOf(schema, ids);
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listsOf(schema, inner);
    case 'object':
      return objectsOf(schema, inner);
    default:
      return fc.constantFrom('text', 1, true);
  }
}

/** Characters of several scripts that are seen, and a space. */
const CHARACTERS = Array.from('abcXYZ0189 -_.é中🙂');

const texts = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength, maxLength });

function textsOf(schema: JsonSchema, ids: readonly string[]): Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema as Limits;
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date') return days.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return days.map((day) => day.toISOString());
  if (format === 'uri')
    return fc.constantFrom('https://hooks.example.com/a?b=c'.split('?')[0] ?? '');
  if (format === 'idn-hostname') return fc.domain();
  const most = Math.min(maxLength, Math.max(minLength, LENGTH_MAX));
  if (pattern === undefined) return texts(minLength, most);
  if (pattern === String.raw`\S`) {
    return texts(Math.max(minLength, 1), most).filter((text) => text.trim() !== '');
  }
  return fc
    .stringMatching(new RegExp(pattern))
    .filter((text) => text.length >= minLength && text.length <= maxLength);
}

/** The keywords that limit a value. */
export interface Limits {
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

const days = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-01-31T00:00:00Z'),
  noInvalidDate: true,
});

function numbersOf(schema: JsonSchema): Arbitrary<number> {
  const { minimum = -1000, maximum = 1_000_000 } = schema as Limits;
  return schema.type === 'integer'
    ? fc.integer({ min: minimum, max: maximum })
    : fc.integer({ min: minimum * 2, max: maximum * 2 }).map((half) => half / 2);
}

function listsOf(
  schema: JsonSchema,
  inner: (one: JsonSchema) => Arbitrary<unknown>,
): Arbitrary<unknown[]> {
  const { minItems = 0, maxItems = 3 } = schema as Limits;
  const options = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) };
  const { items = {} } = schema;
  return items.enum === undefined
    ? fc.array(inner(items), options)
    : fc.uniqueArray(inner(items), options);
}

function objectsOf(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  inner: (one: JsonSchema) => Arbitrary<unknown>,
): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, property]) =>
    (required.includes(name)
      ? inner(property)
      : fc.option(inner(property), { nil: undefined, freq: PRESENT })
    ).map((value) => [name, value] as const),
  );
  const others =
    typeof additionalProperties === 'object'
      ? fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), inner(additionalProperties), {
          maxKeys: 2,
        })
      : fc.constant({});
  return fc.tuple(fc.tuple(...fields), others).map(([own, more]) => {
    const present = Object.fromEntries(own.filter(([, value]) => value !== undefined));
    return Object.assign({}, more, present);
  });
}
