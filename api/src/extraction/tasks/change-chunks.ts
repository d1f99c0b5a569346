import { parseTemplate, renderTemplate, type TemplateContext } from '../chunking/chunk-template.ts';
import { indexChunks, type IndexChunksInput } from './index-chunks.ts';

/** All chunks of a document, of which some were changed. */
export interface ChangeChunksInput extends IndexChunksInput {
  /** Numbers of the chunks that the dataset's template is to render. */
  unrendered: readonly number[];
  template?: string | undefined;
  document: TemplateContext['document'];
  metadata: Readonly<Record<string, unknown>>;
}

export interface ChangedChunksOutput {
  /** The index of the chunks. */
  part: Uint8Array;
  /** By number, what the template rendered. */
  rendered: [number: number, text: string][];
}

/** @throws {TemplateError} */
export function changeChunks({
  unrendered,
  template,
  document,
  metadata,
  chunks,
  path,
  language,
}: ChangeChunksInput): ChangedChunksOutput {
  const rendered: ChangedChunksOutput['rendered'] = [];
  if (template !== undefined) {
    const parsed = parseTemplate(template);
    for (const index of unrendered) {
      const chunk = { text: chunks[index]?.text ?? '', index };
      rendered.push([index, renderTemplate(parsed, { chunk, document, metadata })]);
    }
  }
  const texts = new Map(rendered);
  const all = chunks.map((chunk, number) => {
    const text = texts.get(number);
    return text === undefined ? chunk : { ...chunk, rendered: text };
  });
  return { part: indexChunks({ chunks: all, path, language }), rendered };
}
