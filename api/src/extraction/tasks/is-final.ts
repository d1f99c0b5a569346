/** Errors of parsers that no retry can avoid. Their messages are for users. */
const FINAL = new Set([
  'UnreadableDocument',
  'FaultyEntry',
  'TemplateError',
  'TooManyChunks',
  'RefusedArchive',
]);

export function isFinal(error: Error): boolean {
  return FINAL.has(error.name);
}
