import { searchInputSchema, type SearchResult } from '@carrel/shared/contract';
import type { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import { validate } from '../../../platform/http/bodies/validate.ts';
import { searchesOf } from '../../../content/search/searches.ts';
import type { McpCall } from '../mcp-call.ts';
import { writePassageId } from './passage-id.ts';
import { READ_ONLY, toolResult } from './tool-result.ts';

/** Characters of a passage that are returned; `fetch` returns more. */
const PASSAGE_MAX = 2000;

const inputSchema = toStandardJsonSchema(
  v.object({
    query: v.pipe(v.string(), v.description('What to look for: a question or words.')),
  }),
);

const outputSchema = toStandardJsonSchema(
  v.object({
    results: v.array(
      v.object({
        id: v.pipe(v.string(), v.description('The id to fetch.')),
        title: v.string(),
        url: v.string(),
        source_url: v.optional(
          v.pipe(
            v.string(),
            v.description('Where the document came from. Name it where it is there.'),
          ),
        ),
        text: v.pipe(v.string(), v.description('The passage that was found.')),
      }),
    ),
    note: v.optional(v.string()),
  }),
);

/** Adds the tool `search`, in the form that ChatGPT's connectors ask for. */
export function addSearchTool(
  dependencies: Dependencies,
): (server: McpServer, call: McpCall) => void {
  const { log, settings } = dependencies;
  const searches = searchesOf(dependencies);

  return (server, call) => {
    server.registerTool(
      'search',
      {
        title: 'Search documents',
        description:
          'Finds passages in the documents of this workspace, best first. Fetch a result by its id to read its document.',
        inputSchema,
        outputSchema,
        annotations: { ...READ_ONLY, title: 'Search documents' },
      },
      ({ query }) =>
        toolResult(log, call, 'search', async () => {
          const input = validate(searchInputSchema, { query });
          const { results, partial } = await searches.ofWorkspace(
            call,
            call.workspaceId,
            input,
            'mcp',
          );
          return {
            results: results.map((result) => shownResult(result, settings.publicUrl)),
            ...((partial ?? null) !== null && { note: partial }),
          };
        }),
    );
  };
}

function shownResult({ document, chunk, text }: SearchResult, publicUrl: string) {
  const { source_url: sourceUrl } = document;
  return {
    id: writePassageId({ documentId: document.id, chunk: chunk.number }),
    title: [document.name, ...chunk.headings.slice(-1)].join(': '),
    url: publicUrl + document.url,
    text: text.slice(0, PASSAGE_MAX).toWellFormed(),
    ...(sourceUrl !== undefined && { source_url: sourceUrl }),
  };
}
