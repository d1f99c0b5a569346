import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { GenericSchema } from 'valibot';

/** The properties of a Valibot schema that are read here. */
interface SchemaProperties {
  type: string;
  entries?: Record<string, GenericSchema>;
  wrapped?: GenericSchema;
  item?: GenericSchema;
  options?: readonly (GenericSchema | string)[];
  literal?: unknown;
  pipe?: readonly { type: string }[];
}

const text = (value: unknown) => JSON.stringify(value);

/** Arbitrary UTF-16 code units, lone surrogates included. */
const anyUnits = fc.string({
  unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)),
  maxLength: 200,
});

// As text, because a JavaScript value can represent neither 1e400 nor a duplicate key.
const ODD_VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '""',
  '"   "',
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  String.raw`"\udfff\ud800"`,
  '[]',
  '{}',
  '[[[[[[[[]]]]]]]]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  String.raw`{"\u0000":"\ud800"}`,
  `"${'x'.repeat(5000)}"`,
  `"<script>alert(1)</script>"`,
  `"'; DROP TABLE accounts; --"`,
];

const hostile: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  anyUnits.map(text),
  fc.string({ unit: 'grapheme', maxLength: 50 }).map(text),
  fc.json({ maxDepth: 4, noUnicodeString: false }),
);

const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'organization_id',
  '',
  '\u0000',
];

/** JSON texts for a schema: valid, nearly valid, invalid, and malformed ones. */
export function jsonFor(schema: GenericSchema): Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: near(schema) },
    { weight: 2, arbitrary: hostile },
    {
      weight: 1,
      arbitrary: fc
        .tuple(near(schema), fc.nat(100))
        .map(([whole, at]) => whole.slice(0, (whole.length * at) / 100)),
    },
  );
}

/** A value of the schema, with hostile values in place of any of its parts. */
function near(schema: GenericSchema): Arbitrary<string> {
  return fc.oneof({ weight: 4, arbitrary: fitting(schema) }, { weight: 1, arbitrary: hostile });
}

function fitting(schema: GenericSchema): Arbitrary<string> {
  const properties = schema as unknown as SchemaProperties;
  if (properties.wrapped !== undefined) return near(properties.wrapped);
  switch (properties.type) {
    case 'string':
      return stringFor(properties).map(text);
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 100_000 }), fc.double()).map(text);
    case 'boolean':
      return fc.boolean().map(text);
    case 'literal':
      return fc.constant(text(properties.literal));
    case 'array':
      return fc
        .array(near(properties.item ?? schema), { maxLength: 5 })
        .map((items) => `[${items.join(',')}]`);
    case 'picklist':
    case 'union':
    case 'variant':
      return fc.oneof(
        ...(properties.options ?? []).map((option) =>
          typeof option === 'string' ? fc.constant(text(option)) : near(option),
        ),
      );
    case 'object':
    case 'strict_object':
    case 'object_with_rest':
      return objectFor(properties.entries ?? {});
    default:
      return hostile;
  }
}

function stringFor({ pipe = [] }: SchemaProperties): Arbitrary<string> {
  const rules = new Set(pipe.map(({ type }) => type));
  if (rules.has('uuid')) return fc.uuid();
  if (rules.has('email')) return fc.oneof(fc.emailAddress(), anyUnits);
  return fc.oneof(fc.string({ minLength: 8, maxLength: 120 }), anyUnits);
}

/** Some of the fields in any order, and some unknown ones. */
function objectFor(entries: Record<string, GenericSchema>): Arbitrary<string> {
  const fields = Object.entries(entries).map(([key, schema]) =>
    fc.option(near(schema), { freq: 8, nil: undefined }).map((value) => [key, value] as const),
  );
  const others = fc.array(fc.tuple(fc.constantFrom(...HOSTILE_KEYS), hostile), { maxLength: 2 });
  return fc.tuple(fc.tuple(...fields), others).map(([own, more]) => {
    const pairs = [...own, ...more].filter(([, value]) => value !== undefined);
    return `{${pairs.map(([key, value]) => `${text(key)}:${value}`).join(',')}}`;
  });
}
