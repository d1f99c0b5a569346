import type { GenericSchema, InferOutput } from 'valibot';

import type { ApiContext, StandingRights } from '../api-context.ts';
import { requireDeclared } from '../describe-route.ts';
import { invalid, malformed, tooLarge, tooSlow, wrongType } from '../problems.ts';
import { parseJson } from './parse-json.ts';
import { NOT_AN_OBJECT, validate } from './validate.ts';

const MAX_BYTES = 1024 * 1024;
/** The timeout for a whole body: enough for 1 MB over a slow mobile network, too short for a slow-body attack. */
const MAX_MILLISECONDS = 60_000;

interface BodyOptions {
  maxBytes?: number;
  /** The media types of JSON that the route reads. */
  types?: readonly string[];
}

const JSON_TYPES = ['application/json'];

/**
 * Returns a JSON body, by default of at most 1 MB, that matches `schema`.
 * @throws {Problem} 400, 408, 413, 415 or 422.
 */
export async function readBody<Schema extends GenericSchema>(
  c: ApiContext,
  schema: Schema,
  { maxBytes = MAX_BYTES, types = JSON_TYPES }: BodyOptions = {},
): Promise<InferOutput<Schema>> {
  requireDeclared(c, 'body', schema);
  if (!types.includes(typeOf(c) ?? '')) {
    throw wrongType(`Send JSON, with Content-Type ${types.join(' or ')}.`);
  }
  const body = parseJson(await (jsonTexts.get(c.req.raw) ?? readText(c, maxBytes)));
  // Valibot takes an array for an object that needs no field.
  if (schema.type.includes('object') && Array.isArray(body))
    throw invalid([{ path: '', message: NOT_AN_OBJECT }]);
  return validate(schema, body);
}

/** Texts that were read before the handler of their request asks for them. */
const jsonTexts = new WeakMap<Request, string>();

/**
 * Returns the text of a JSON body of at most 1 MB, which `readBody` can read again; undefined for other bodies.
 * @throws {Problem} 400, 408 or 413.
 */
export async function readJsonText(c: ApiContext): Promise<string | undefined> {
  if (typeOf(c) !== 'application/json') return undefined;
  const text = await readText(c, MAX_BYTES);
  jsonTexts.set(c.req.raw, text);
  return text;
}

/**
 * Returns a body of text of at most `maxBytes`, with a Content-Type such as text/csv.
 * @throws {Problem} 400, 408, 413 or 415.
 */
export async function readTextBody(c: ApiContext, type: string, maxBytes: number): Promise<string> {
  if (typeOf(c) !== type) throw wrongType(`Send the text with Content-Type ${type}.`);
  return readText(c, maxBytes);
}

const typeOf = (c: ApiContext) => c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();

const bodyTooLarge = (maxBytes: number) =>
  tooLarge(
    maxBytes === MAX_BYTES
      ? 'The request is larger than 1 MB.'
      : `The request is larger than ${maxBytes / 1024} kB.`,
  );

async function readText(c: ApiContext, maxBytes: number): Promise<string> {
  if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const { body } = c.req.raw;
  const bytes = body === null ? new Uint8Array() : await readBytes(body, maxBytes);
  const rights: StandingRights | undefined = c.get('rights');
  await rights?.requireAfterBody();
  return decodeText(bytes);
}

/** Returns a text of UTF-8. @throws {Problem} 400 for bytes that are not. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The request is not UTF-8 text.');
  }
}

async function readBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(tooSlow()), MAX_MILLISECONDS);
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (let size = 0; ;) {
      const { value } = await Promise.race([reader.read(), deadline.promise]);
      if (value === undefined) return Buffer.concat(parts);
      size += value.byteLength;
      if (size > maxBytes) throw bodyTooLarge(maxBytes);
      parts.push(value);
    }
  } finally {
    clearTimeout(timer);
    // Cancelling instead would close the connection before the response is sent.
    reader.releaseLock();
  }
}
