import { DOCUMENT_KINDS, documentKind, type DocumentKind } from '@carrel/shared/contract';

const ALL_ENDINGS = Object.values(DOCUMENT_KINDS).flat();

const ENDING = "lower(substring(d.name FROM '\\.([^.]+)$'))";

/** Returns the condition that a document `d` is of one of these kinds. `parameter` adds a value of a type and returns its place. */
export function kindCondition(
  kinds: readonly DocumentKind[],
  parameter: (value: unknown, type: string) => string,
): string {
  const listed = ALL_ENDINGS.filter((ending) => kinds.includes(documentKind(`.${ending}`)));
  const isListed = `${ENDING} = ANY (${parameter(listed, 'text[]')})`;
  if (!kinds.includes('other')) return isListed;
  return `(${isListed} OR coalesce(${ENDING} <> ALL (${parameter(ALL_ENDINGS, 'text[]')}), true))`;
}
