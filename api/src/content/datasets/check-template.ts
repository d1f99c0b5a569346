import { invalid } from '../../platform/http/problems.ts';
import { parseTemplate, TemplateError } from '../../extraction/chunking/chunk-template.ts';

/** Throws a 422 for a malformed template, so that it fails when it is saved and not at each chunk. */
export function checkTemplate(template: string | null | undefined): void {
  if (template === undefined || template === null) return;
  try {
    parseTemplate(template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw invalid([{ path: 'chunk_template', message: error.message }]);
  }
}
