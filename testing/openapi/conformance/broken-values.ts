import type { JsonSchema } from '@carrel/api/src/integrations/openapi/openapi.ts';
import { resolved, type Components, type Limits } from './generate-values.ts';

/** A value that may not match its schema, and what is wrong with it. */
interface Broken {
  fault: string;
  value: unknown;
}

// A list of a query is written like a text: this one is no value of any.
const OTHER_TYPES = [null, true, 7.5, 'another text', [], {}];

/** Returns what is like a value of a schema, each with one fault: of itself, or of one of its fields. */
export function brokenValues(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  place = 'it',
): Broken[] {
  const known = resolved(schema, components);
  return [
    ...OTHER_TYPES.map((other) => ({
      fault: `${place} is ${JSON.stringify(other)}`,
      value: other,
    })),
    ...brokenTexts(known, place),
    ...brokenNumbers(known).map((number) => ({ fault: `${place} is ${number}`, value: number })),
    ...brokenLists(value, known, components, place),
    ...brokenObjects(value, known, components, place),
  ];
}

function brokenTexts(schema: JsonSchema, place: string): Broken[] {
  const { maxLength, minLength = 0 } = schema as Limits;
  if (schema.type !== 'string' && schema.enum === undefined) return [];
  return [
    { fault: `${place} is blank`, value: '   ' },
    { fault: `${place} is odd`, value: '\u0007?/' },
    ...(minLength > 0 ? [{ fault: `${place} is empty`, value: '' }] : []),
    ...(maxLength === undefined
      ? []
      : [{ fault: `${place} is too long`, value: 'x'.repeat(maxLength + 1) }]),
  ];
}

/** Returns numbers beyond the limits of a schema. */
function brokenNumbers(schema: JsonSchema): number[] {
  const { minimum, maximum } = schema as Limits;
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
}

function brokenLists(
  value: unknown,
  { items = {}, ...schema }: JsonSchema,
  components: Components,
  place: string,
): Broken[] {
  if (!Array.isArray(value)) return [];
  const { maxItems, minItems = 0 } = schema as Limits;
  const list: unknown[] = value;
  const [first] = list;
  return [
    ...(minItems > 0 ? [{ fault: `${place} is an empty list`, value: [] }] : []),
    ...(maxItems === undefined || first === undefined || maxItems > 1000
      ? []
      : [{ fault: `${place} is too long`, value: Array<unknown>(maxItems + 1).fill(first) }]),
    ...(first === undefined
      ? []
      : brokenValues(first, items, components, `${place}[0]`).map((broken) => ({
          fault: broken.fault,
          value: [broken.value].concat(list.slice(1)),
        }))),
  ];
}

function brokenObjects(
  value: unknown,
  { properties = {}, required = [] }: JsonSchema,
  components: Components,
  place: string,
): Broken[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const fields = value as Record<string, unknown>;
  return [
    ...required.map((name) => {
      const { [name]: _, ...rest } = fields;
      return { fault: `${place} has no ${name}`, value: rest };
    }),
    ...Object.entries(properties).flatMap(([name, property]) =>
      brokenValues(fields[name], property, components, `${place}.${name}`).map((broken) => ({
        fault: broken.fault,
        value: Object.assign({}, fields, { [name]: broken.value }),
      })),
    ),
  ];
}
