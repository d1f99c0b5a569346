import * as v from 'valibot';

/** Texts that break some rule of some field. */
const TEXTS = [
  '',
  ' ',
  'x',
  '\u0000',
  'x\u0000y and more',
  'x'.repeat(150_000),
  'not a UUID',
  'ada@',
  'elsewhere',
  '{',
  '[1]',
  'null',
  '"text"',
  '7',
  ...['5', '100001', '"800"', 'null', '1200.5'].map((size) => `{"chunk_size":${size}}`),
  ...['-1', '"1"', '1.5', '1200'].map((overlap) => `{"chunk_overlap":${overlap}}`),
  '{"id":9007199254740993}',
  '{"text":"\\u0000"}',
  JSON.stringify({ text: 'x'.repeat(150_000) }),
];

/** Returns the sentences that a schema has for its issues, those of its parts included. */
function sentencesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { message, pipe, entries, wrapped } = schema as Record<string, unknown>;
  return [
    ...(typeof message === 'string' ? [message] : []),
    ...(Array.isArray(pipe) ? pipe.flatMap(sentencesOf) : []),
    ...(typeof entries === 'object' && entries !== null
      ? Object.values(entries).flatMap(sentencesOf)
      : []),
    ...sentencesOf(wrapped),
  ];
}

/**
 * Breaks each rule of a form's schema, one field at a time. Returns the issues that name no field of the form, and the
 * sentences of the schema that no issue had: both are empty for a form that shows whatever is wrong.
 */
export function hiddenIssuesOf(
  schema: v.GenericSchema<Record<string, unknown>>,
  valid: Record<string, unknown>,
) {
  const raised = new Set<string>();
  const elsewhere = new Set<string>();
  for (const field of Object.keys(valid)) {
    for (const text of [...TEXTS, undefined]) {
      for (const issue of v.safeParse(schema, { ...valid, [field]: text }).issues ?? []) {
        raised.add(issue.message);
        const path = v.getDotPath(issue) ?? '';
        if (!Object.hasOwn(valid, path)) elsewhere.add(`${path}: ${issue.message}`);
      }
    }
  }
  return {
    elsewhere: [...elsewhere],
    notRaised: sentencesOf(schema).filter((sentence) => !raised.has(sentence)),
  };
}
