import type { JsonSchema } from '@carrel/api/src/integrations/openapi/openapi.ts';

/** One place of a JSON body: a field at any depth, or the name of one. */
export interface HostilePlace {
  /** Where the issue of a value there is. */
  path: string;
  /** Returns the body with a JSON text at the place, and valid fields beside it. */
  body: (value: string) => string;
}

type Components = Readonly<Record<string, JsonSchema>>;

interface Step {
  path: readonly string[];
  body: (value: string) => string;
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  'date-time': '2026-11-21T00:00:00Z',
};

/** Returns every place of the bodies of a schema. `base` is a valid body. */
export function placesOf(
  schema: JsonSchema,
  base: unknown,
  components: Components = {},
): HostilePlace[] {
  return [...steps(schema, base, components)].map(({ path, body }) => ({
    path: path.join('.'),
    body,
  }));
}

/** Returns a schema that has the fields of a value. */
export function schemaOf(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value !== 'object' || value === null) return { type: 'string' };
  const properties = Object.entries(value).map(([key, inner]) => [key, schemaOf(inner)] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function* steps(schema: JsonSchema, base: unknown, components: Components): Generator<Step> {
  const resolved = resolve(schema, components);
  const options = resolved.anyOf ?? resolved.oneOf;
  if (options !== undefined) {
    let isScalarDone = false;
    for (const option of options) {
      const { type } = resolve(option, components);
      const isScalar = type !== 'object' && type !== 'array';
      if (isScalar && isScalarDone) continue;
      isScalarDone ||= isScalar;
      yield* steps(option, sample(option, components), components);
    }
    return;
  }
  if (resolved.type === 'array') {
    const items = resolved.items ?? {};
    const first = Array.isArray(base) && base.length > 0 ? base[0] : sample(items, components);
    yield* within('0', steps(items, first, components), (text) => `[${text}]`);
    return;
  }
  if (resolved.type === 'object') {
    const { properties = {}, additionalProperties: others } = resolved;
    const fields = { ...(base as Record<string, unknown>) };
    const isOpen = Object.keys(properties).length === 0 || typeof others === 'object';
    const all = isOpen ? { ...properties, key: (others ?? {}) as JsonSchema } : properties;
    for (const [key, inner] of Object.entries(all)) {
      const value = fields[key] ?? sample(inner, components);
      yield* within(key, steps(inner, value, components), (text) => objectWith(fields, key, text));
    }
    yield { path: [], body: (value) => nameIn(fields, value) };
    return;
  }
  yield { path: [], body: (value) => value };
}

function* within(key: string, inner: Iterable<Step>, wrap: (text: string) => string) {
  for (const { path, body } of inner) {
    yield { path: [key, ...path], body: (value: string) => wrap(body(value)) };
  }
}

function objectWith(fields: Record<string, unknown>, key: string, text: string): string {
  const others = Object.entries(fields).filter(([name]) => name !== key);
  return `{${[...others.map(([name, value]) => pair(name, JSON.stringify(value))), pair(key, text)].join(',')}}`;
}

/** A name is a text: where the value is a number, it is that of a field. */
function nameIn(fields: Record<string, unknown>, value: string): string {
  const pairs = Object.entries(fields).map(([name, each]) => pair(name, JSON.stringify(each)));
  return `{${[...pairs, value.startsWith('"') ? `${value}:1` : pair('added', value)].join(',')}}`;
}

const pair = (name: string, text: string) => `${JSON.stringify(name)}:${text}`;

function resolve(schema: JsonSchema, components: Components): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(components[name] ?? {}, components);
}

/** Returns a small valid value. */
function sample(schema: JsonSchema, components: Components): unknown {
  const resolved = resolve(schema, components);
  const { type, properties = {}, required = [], const: literal, minimum = 1 } = resolved;
  const [option] = resolved.anyOf ?? resolved.oneOf ?? [];
  if (option !== undefined) return sample(option, components);
  if (literal !== undefined) return literal;
  if (resolved.enum !== undefined) return resolved.enum[0];
  if (type === 'object') {
    return Object.fromEntries(
      required.map((key) => [key, sample(properties[key] ?? {}, components)]),
    );
  }
  if (type === 'array') {
    return resolved['minItems'] === undefined ? [] : [sample(resolved.items ?? {}, components)];
  }
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return minimum;
  return SAMPLES[String(resolved['format'])] ?? 'text';
}
