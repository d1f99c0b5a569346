import { isUuid } from '../../../platform/http/bodies/validate.ts';
import { notFound } from '../../../platform/http/problems.ts';

/** A document, a chunk of it, or its text from a place on, in UTF-16 code units. */
export interface PassageId {
  documentId: string;
  chunk?: number;
  from?: number;
}

const FORM = /^([\da-f-]{36})(?:([#@])(\d{1,9}))?$/i;

/** Writes what `fetch` takes: `<document>`, `<document>#<chunk>` or `<document>@<place>`. */
export function writePassageId({ documentId, chunk, from }: PassageId): string {
  if (chunk !== undefined) return `${documentId}#${chunk}`;
  return from === undefined ? documentId : `${documentId}@${from}`;
}

/** @throws {Problem} 404 for what is no id, as for an unknown one. */
export function readPassageId(text: string): PassageId {
  const [, documentId = '', mark, digits] = FORM.exec(text.trim()) ?? [];
  if (!isUuid(documentId)) throw notFound('document');
  const id = { documentId: documentId.toLowerCase() };
  if (mark === undefined) return id;
  return mark === '#' ? { ...id, chunk: Number(digits) } : { ...id, from: Number(digits) };
}
