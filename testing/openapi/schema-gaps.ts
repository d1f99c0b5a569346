import type { JsonSchema } from '@carrel/api/src/integrations/openapi/openapi.ts';

/** A schema, and the components that it refers to. */
export interface Scope {
  schema: JsonSchema;
  components: Readonly<Record<string, JsonSchema>>;
}

const LOWER_LIMITS = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const TEXT_RULES = ['pattern', 'format'];

/**
 * Returns where values that match `narrow` do not match `wide`, in words. It knows the keywords that the
 * document uses, and compares alternatives one by one.
 */
export function schemaGaps(wide: Scope, narrow: Scope, place: string, seen = ''): string[] {
  const pair = `${wide.schema.$ref}<${narrow.schema.$ref}`;
  const isReference = wide.schema.$ref !== undefined && narrow.schema.$ref !== undefined;
  if (isReference && seen.includes(`|${pair}|`)) return [];
  const visited = isReference ? `${seen}|${pair}|` : seen;
  const [wides, narrows] = [alternativesOf(wide), alternativesOf(narrow)];
  const [onlyWide, onlyNarrow] = [wides[0], narrows[0]];
  if (onlyWide !== undefined && onlyNarrow !== undefined && wides.length + narrows.length === 2) {
    return gapsOfOne(onlyWide, onlyNarrow, place, visited);
  }
  return narrows.flatMap((one) => {
    const gaps = wides.map((other) => gapsOfOne(other, one, place, visited));
    if (gaps.some((found) => found.length === 0)) return [];
    // The nearest alternative says best what is different.
    return gaps.toSorted((first, second) => first.length - second.length)[0] ?? [];
  });
}

/** Returns the alternatives of a schema, without references. */
function alternativesOf({ schema, components }: Scope): Scope[] {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref !== undefined) {
    return alternativesOf({ schema: components[$ref.split('/').at(-1) ?? ''] ?? {}, components });
  }
  const alternatives = anyOf ?? oneOf;
  if (alternatives === undefined) return [{ schema, components }];
  return alternatives.flatMap((one) => alternativesOf({ schema: one, components }));
}

function gapsOfOne(wide: Scope, narrow: Scope, place: string, seen: string): string[] {
  return [
    ...valueGaps(wide.schema, narrow.schema, place),
    ...objectGaps(wide, narrow, place, seen),
    ...listGaps(wide, narrow, place, seen),
  ];
}

const optionsOf = ({ enum: options, const: only }: JsonSchema) =>
  only === undefined ? options : [only];

const typesOf = ({ type }: JsonSchema) => (type === undefined ? [] : [type].flat());

function valueGaps(wide: JsonSchema, narrow: JsonSchema, place: string): string[] {
  const gaps: string[] = [];
  const types = typesOf(wide);
  const isKnown = (type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const others = typesOf(narrow).filter((type) => !isKnown(type));
  if (types.length > 0 && (others.length > 0 || typesOf(narrow).length === 0)) {
    gaps.push(`${place} is ${others.join(', ') || 'anything'} instead of ${types.join(', ')}`);
  }
  const options = optionsOf(wide);
  const extra = optionsOf(narrow)?.filter((option) => !options?.includes(option));
  if (options !== undefined && extra === undefined) gaps.push(`${place} is no list of values`);
  if (options !== undefined && extra !== undefined && extra.length > 0) {
    gaps.push(`${place} also has ${extra.join(', ')}`);
  }
  const limitGaps = (names: string[], isInside: (limit: number, other: number) => boolean) => {
    for (const name of names) {
      const [limit, other] = [wide[name], narrow[name]];
      if (typeof limit !== 'number') continue;
      if (typeof other !== 'number' || !isInside(limit, other)) {
        gaps.push(`${place} has another ${name}`);
      }
    }
  };
  // A list of values has no other limits.
  if (extra === undefined) {
    limitGaps(LOWER_LIMITS, (limit, other) => other >= limit);
    limitGaps(UPPER_LIMITS, (limit, other) => other <= limit);
    for (const name of TEXT_RULES) {
      if (wide[name] !== undefined && wide[name] !== narrow[name]) {
        gaps.push(`${place} has another ${name}`);
      }
    }
  }
  return gaps;
}

function objectGaps(wide: Scope, narrow: Scope, place: string, seen: string): string[] {
  const { required = [], properties = {}, additionalProperties: rest } = wide.schema;
  const { required: sent = [], properties: others = {} } = narrow.schema;
  const missing = required.filter((name) => !sent.includes(name));
  return [
    ...missing.map((name) => `${place}.${name} may be absent`),
    ...Object.entries(others).flatMap(([name, schema]) => {
      const known = properties[name] ?? (typeof rest === 'object' ? rest : undefined);
      const at = `${place}.${name}`;
      if (known === undefined) return rest === false ? [`${at} is not known`] : [];
      return schemaGaps({ ...wide, schema: known }, { ...narrow, schema }, at, seen);
    }),
    ...restGaps(wide, narrow, place, seen),
  ];
}

function restGaps(wide: Scope, narrow: Scope, place: string, seen: string): string[] {
  const { additionalProperties: rest } = wide.schema;
  const { additionalProperties: other, type } = narrow.schema;
  if (rest === false && other !== false && type === 'object') return [`${place} may have more`];
  if (typeof rest !== 'object' || typeof other !== 'object') return [];
  return schemaGaps({ ...wide, schema: rest }, { ...narrow, schema: other }, `${place}.*`, seen);
}

function listGaps(wide: Scope, narrow: Scope, place: string, seen: string): string[] {
  const itemsOf = ({ schema: { items, prefixItems = [] } }: Scope) =>
    items === undefined ? (prefixItems as JsonSchema[]) : [items];
  const others = itemsOf(narrow);
  return itemsOf(wide).flatMap((schema, index) =>
    schemaGaps({ ...wide, schema }, { ...narrow, schema: others[index] ?? {} }, `${place}[]`, seen),
  );
}
