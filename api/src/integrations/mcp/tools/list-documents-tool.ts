import { consolePaths } from '@carrel/shared/paths';
import type { McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import type { Dependencies } from '../../../platform/dependencies.ts';
import type { McpCall } from '../mcp-call.ts';
import { workspaceDocumentsOf } from '../../../content/workspaces/workspace-documents.ts';
import { readListCursor, writeListCursor } from './list-cursor.ts';
import { READ_ONLY, toolResult } from './tool-result.ts';

const PAGE = 100;

const inputSchema = toStandardJsonSchema(
  v.object({
    cursor: v.optional(
      v.pipe(v.string(), v.description('next_cursor of the page before; absent for the first.')),
    ),
  }),
);

const outputSchema = toStandardJsonSchema(
  v.object({
    documents: v.array(
      v.object({
        id: v.pipe(v.string(), v.description('The id to fetch.')),
        title: v.string(),
        path: v.string(),
        dataset: v.string(),
        size: v.pipe(v.number(), v.description('Bytes.')),
        status: v.string(),
        changed_at: v.string(),
        url: v.string(),
      }),
    ),
    next_cursor: v.optional(v.string()),
  }),
);

/** Adds the tool `list_documents`. */
export function addListDocumentsTool({
  log,
  settings,
}: Dependencies): (server: McpServer, call: McpCall) => void {
  const list = async (
    { reads, organizationId, workspaceId }: McpCall,
    cursor: string | undefined,
  ) => {
    const after = cursor === undefined ? undefined : readListCursor(cursor);
    const documents = workspaceDocumentsOf(reads, organizationId, workspaceId);
    const found = await documents.list({ after, limit: PAGE + 1 });
    const page = found.slice(0, PAGE);
    const last = page.at(-1);
    const isMore = found.length > PAGE && last !== undefined;
    return {
      documents: page.map((document) => ({
        id: document.id,
        title: document.name,
        path: document.path,
        dataset: document.dataset.name,
        size: document.size,
        status: document.status,
        changed_at: document.changedAt.toISOString(),
        url: settings.publicUrl + consolePaths.document(document.dataset.id, document.id),
      })),
      ...(isMore && {
        next_cursor: writeListCursor({ datasetId: last.dataset.id, path: last.path }),
      }),
    };
  };

  return (server, call) => {
    server.registerTool(
      'list_documents',
      {
        title: 'List documents',
        description: `Lists the documents of this workspace by dataset and path, ${PAGE} at a time.`,
        inputSchema,
        outputSchema,
        annotations: { ...READ_ONLY, title: 'List documents' },
      },
      ({ cursor }) => toolResult(log, call, 'documents:read', () => list(call, cursor)),
    );
  };
}
