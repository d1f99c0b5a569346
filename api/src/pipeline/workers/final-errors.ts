/** Errors that another try would not mend; their messages are for people. */
const FINAL = new Set(['UnreadableDocument', 'FaultyEntry', 'TemplateError', 'RefusedArchive']);

export function isFinal(error: Error): boolean {
  return FINAL.has(error.name);
}
