import { entriesOf, writtenEntries } from './clean-metadata.ts';

/** A file beside a document, with what is known about it. */
export const SIDECAR_ENDING = '.metadata.json';

/** Bytes of a sidecar that is read; more is no metadata. */
export const SIDECAR_BYTES_MAX = 256 * 1024;

/** The fields of Amazon Bedrock's typed values. */
const TYPED_VALUES = new Set(['stringValue', 'numberValue', 'booleanValue', 'stringListValue']);

/**
 * Returns the keys of a sidecar: those of its JSON object, or those of `metadataAttributes` in it, as Amazon
 * Bedrock has them. Undefined where it is no such JSON.
 */
export function sidecarEntries(bytes: Uint8Array): [string, unknown][] | undefined {
  const json = parse(bytes);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const attributes = entriesOf(json).find(([key]) => key === 'metadataAttributes')?.[1];
  return writtenEntries(
    attributes === undefined
      ? json
      : Object.fromEntries(entriesOf(attributes).map(([key, value]) => [key, untyped(value)])),
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** `{"value": {"type": "STRING", "stringValue": "a"}, "includeForEmbedding": true}` is "a". */
function untyped(value: unknown): unknown {
  const typed = entriesOf(value).find(([key]) => key === 'value')?.[1];
  if (typed === undefined) return value;
  return entriesOf(typed).find(([key]) => TYPED_VALUES.has(key))?.[1];
}
