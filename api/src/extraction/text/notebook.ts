import * as v from 'valibot';

import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readPlainText } from './plain-text.ts';

/** Text of nbformat 4: a string, or its lines. */
const linesSchema = v.fallback(
  v.union([
    v.string(),
    v.pipe(
      v.array(v.string()),
      v.transform((lines) => lines.join('')),
    ),
  ]),
  '',
);

const outputSchema = v.object({
  output_type: v.fallback(v.optional(v.string()), undefined),
  text: v.optional(linesSchema),
  data: v.optional(v.looseObject({ 'text/plain': v.optional(linesSchema) })),
});

const notebookSchema = v.object({
  cells: v.array(
    v.object({
      cell_type: v.string(),
      source: linesSchema,
      outputs: v.fallback(v.optional(v.array(outputSchema)), []),
    }),
  ),
  metadata: v.fallback(
    v.optional(
      v.object({
        title: v.optional(v.string()),
        language_info: v.optional(v.object({ name: v.optional(v.string()) })),
      }),
    ),
    {},
  ),
});

/** Characters of one output: longer ones are logs and data. */
const OUTPUT_MAX = 2000;

/**
 * Reads a Jupyter notebook (nbformat 4): cells of Markdown, of code, and the text that the code wrote. Images
 * and error traces are left out.
 */
export async function readNotebook(
  text: string,
  readMarkdown: (text: string) => Promise<Block[]>,
): Promise<Partitioned> {
  const notebook = parseNotebook(text);
  const blocks: Block[] = [];
  const omitted = new Omissions();
  for (const { cell_type: type, source, outputs = [] } of notebook.cells) {
    if (type === 'markdown') blocks.push(...(await readMarkdown(source)));
    else blocks.push(...readPlainText(source));
    for (const { output_type: kind, text: written, data = {} } of outputs) {
      const output = written ?? data['text/plain'] ?? '';
      blocks.push(...readPlainText(output.slice(0, OUTPUT_MAX)));
      if (output.length > OUTPUT_MAX) omitted.add('rest_of_output');
      if (kind === 'error') omitted.add('error_trace');
      if (Object.keys(data).some((type) => type.startsWith('image/'))) omitted.add('picture');
    }
  }
  const { title, language_info: language } = notebook.metadata ?? {};
  return {
    blocks,
    properties: [
      ['title', title],
      ['programming_language', language?.name],
    ],
    omitted: omitted.list(),
  };
}

function parseNotebook(text: string): v.InferOutput<typeof notebookSchema> {
  try {
    return v.parse(notebookSchema, JSON.parse(text));
  } catch (error) {
    throw new UnreadableDocument(reasons.damaged('notebook'), { cause: error });
  }
}
