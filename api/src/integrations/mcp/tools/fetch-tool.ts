import { documentKind } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import type { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import { blocksReaderOf } from '../../../content/documents/reading/read-blocks.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { joinBlocks } from '../../../extraction/chunking/chunk-text.ts';
import type { McpCall } from '../mcp-call.ts';
import { workspaceDocumentsOf } from '../../../content/workspaces/workspace-documents.ts';
import { readPassageId, writePassageId } from './passage-id.ts';
import { windowAround, windowFrom, type TextWindow } from './text-window.ts';
import { READ_ONLY, toolResult } from './tool-result.ts';

const inputSchema = toStandardJsonSchema(
  v.object({
    id: v.pipe(v.string(), v.description('The id of a search result or of a listed document.')),
  }),
);

const outputSchema = toStandardJsonSchema(
  v.object({
    id: v.string(),
    title: v.string(),
    text: v.string(),
    url: v.string(),
    metadata: v.record(v.string(), v.string()),
  }),
);

/** Adds the tool `fetch`, in the form that ChatGPT's connectors ask for. */
export function addFetchTool(
  dependencies: Dependencies,
): (server: McpServer, call: McpCall) => void {
  const { database, log, settings } = dependencies;
  const readBlocks = blocksReaderOf(dependencies);

  const fetchDocument = async (call: McpCall, id: string) => {
    const { organizationId, workspaceId } = call;
    const { documentId, chunk, from } = readPassageId(id);
    const documents = workspaceDocumentsOf(database, organizationId, workspaceId);
    const document = await documents.find(documentId);
    if (document === undefined) throw notFound('document');
    const place = { organizationId, datasetId: document.dataset.id, documentId };
    const { text } = joinBlocks(await readBlocks(place, call));
    const start =
      chunk === undefined ? undefined : ((await documents.chunkStart(documentId, chunk)) ?? 0);
    const part = start === undefined ? windowFrom(text, from ?? 0) : windowAround(text, start);
    const next =
      part.end < text.length ? writePassageId({ documentId, from: part.end }) : undefined;
    return {
      id,
      title: document.name,
      text: withNotes(part, text.length, documentId, next),
      url: settings.publicUrl + consolePaths.document(document.dataset.id, document.id, chunk),
      metadata: {
        path: document.path,
        dataset: document.dataset.name,
        kind: documentKind(document.name),
        status: document.status,
        changed_at: document.changedAt.toISOString(),
        characters: String(text.length),
        ...(next !== undefined && { next_id: next }),
      },
    };
  };

  return (server, call) => {
    server.registerTool(
      'fetch',
      {
        title: 'Read a document',
        description:
          'Returns the text of a document of this workspace. Of a long one it returns a part, and the id that returns the following part.',
        inputSchema,
        outputSchema,
        annotations: { ...READ_ONLY, title: 'Read a document' },
      },
      ({ id }) => toolResult(log, call, 'documents:read', () => fetchDocument(call, id)),
    );
  };
}

/** Says in the text itself what is missing of it, for clients that show nothing else. */
function withNotes(
  { text, start, end }: TextWindow,
  total: number,
  documentId: string,
  next: string | undefined,
): string {
  const before =
    start === 0
      ? ''
      : `[This part starts at character ${start} of ${total}. Fetch ${documentId} for the beginning.]\n\n`;
  const after =
    next === undefined
      ? ''
      : `\n\n[This part ends at character ${end} of ${total}. Fetch ${next} for what follows.]`;
  return before + text.trimEnd() + after;
}
