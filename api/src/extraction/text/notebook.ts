import * as v from 'valibot';

import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { withoutTerminalCodes } from '../kinds/terminal-codes.ts';
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
  data: v.fallback(v.record(v.string(), v.fallback(linesSchema, '')), {}),
});

const cellSchema = v.object({
  cell_type: v.string(),
  source: linesSchema,
  outputs: v.fallback(v.optional(v.array(outputSchema)), []),
});

/** A cell of nbformat 3, in which code and the kinds of its outputs have other names. */
const olderCellSchema = v.pipe(
  v.looseObject({
    cell_type: v.string(),
    level: v.fallback(v.optional(v.number()), 1),
    source: v.optional(linesSchema),
    input: v.optional(linesSchema),
    outputs: v.fallback(v.optional(v.array(outputSchema)), []),
  }),
  v.transform(({ cell_type: type, level = 1, source = '', input, outputs }) =>
    type === 'heading'
      ? { cell_type: 'markdown', source: `${'#'.repeat(level)} ${source}`, outputs }
      : { cell_type: type, source: input ?? source, outputs },
  ),
);

const metadataSchema = v.fallback(
  v.optional(
    v.object({
      title: v.optional(v.string()),
      language_info: v.optional(v.object({ name: v.optional(v.string()) })),
    }),
  ),
  {},
);

const notebookSchema = v.union([
  v.object({ cells: v.array(cellSchema), metadata: metadataSchema }),
  v.pipe(
    v.object({
      worksheets: v.array(v.object({ cells: v.array(olderCellSchema) })),
      metadata: metadataSchema,
    }),
    v.transform(({ worksheets, metadata }) => ({
      cells: worksheets.flatMap(({ cells }) => cells),
      metadata,
    })),
  ),
]);

/** Characters of one output: longer ones are logs and data. */
const OUTPUT_MAX = 2000;
/** Characters of the HTML of a table. */
const TABLE_MAX = 50_000;

/** Readers of what is in cells. */
interface CellReaders {
  readMarkdown: (text: string) => Promise<Block[]>;
  readHtml: (text: string, omitted: Omissions) => Promise<Block[]>;
}

/**
 * Reads a Jupyter notebook (nbformat 3 and 4): cells of Markdown, of code, and what the code wrote, tables as
 * tables. Images and error traces are left out.
 */
export async function readNotebook(text: string, readers: CellReaders): Promise<Partitioned> {
  const notebook = parseNotebook(text);
  const blocks: Block[] = [];
  const omitted = new Omissions();
  for (const { cell_type: type, source, outputs = [] } of notebook.cells) {
    if (type === 'markdown') blocks.push(...(await readers.readMarkdown(source)));
    else blocks.push(...readPlainText(source));
    for (const { output_type: kind, text: written, data } of outputs) {
      const output = { 'text/plain': written ?? '', ...data };
      for (const block of await outputBlocks(output, readers, omitted)) blocks.push(block);
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

/** Returns what is shown of an output: a table or formatted text rather than its plain text. */
async function outputBlocks(
  data: Readonly<Record<string, string>>,
  { readMarkdown, readHtml }: CellReaders,
  omitted: Omissions,
): Promise<Block[]> {
  const { 'text/html': html = '', 'text/markdown': markdown = '' } = data;
  const plain = withoutTerminalCodes(data['text/plain'] ?? '');
  const isTable = /<table\b/i.test(html) && html.length <= TABLE_MAX;
  const [read, text]: [CellReaders['readMarkdown'], string] =
    isTable || (plain === '' && markdown === '' && html !== '')
      ? [(own) => readHtml(own, omitted), html]
      : markdown !== ''
        ? [readMarkdown, markdown]
        : [async (own) => readPlainText(own), plain === '' ? (data['text/latex'] ?? '') : plain];
  if (isTable || text.length <= OUTPUT_MAX) return read(text);
  omitted.add('rest_of_output');
  return read(text.slice(0, OUTPUT_MAX));
}

function parseNotebook(text: string): v.InferOutput<typeof notebookSchema> {
  try {
    return v.parse(notebookSchema, JSON.parse(text));
  } catch (error) {
    throw new UnreadableDocument(reasons.damaged('notebook'), { cause: error });
  }
}
