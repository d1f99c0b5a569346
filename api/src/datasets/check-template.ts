import { invalid } from '../http/problems.ts';
import { parseTemplate, TemplateError } from '../pipeline/chunking/chunk-template.ts';

/** A template at fault is refused when it is saved or tried, not at each chunk: answers 422. */
export function checkTemplate(template: string | null | undefined): void {
  if (template === undefined || template === null) return;
  try {
    parseTemplate(template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw invalid([{ path: 'chunk_template', message: error.message }]);
  }
}
