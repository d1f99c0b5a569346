import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

import type { Dependencies } from '../../platform/dependencies.ts';
import { VERSION } from '../../platform/version.ts';
import type { McpCall } from './mcp-call.ts';
import { addFetchTool } from './tools/fetch-tool.ts';
import { addListDocumentsTool } from './tools/list-documents-tool.ts';
import { addSearchTool } from './tools/search-tool.ts';

const INFO = { name: 'carrel', title: 'Carrel', version: VERSION };

/** Handles one message of a program for a workspace. `message` is the request's body. */
export type HandleMessage = (
  request: Request,
  message: unknown,
  call: McpCall & { workspaceName: string },
) => Promise<Response>;

/**
 * Returns the handler of messages, which keeps nothing between them: the current version of the protocol has no
 * sessions, and the earlier ones work without.
 */
export function createMessageHandler(dependencies: Dependencies): HandleMessage {
  const addTools = [addSearchTool, addFetchTool, addListDocumentsTool].map((add) =>
    add(dependencies),
  );
  const serverOf = (call: McpCall, workspaceName: string) => {
    const server = new McpServer(INFO, {
      instructions: `Reads the documents of the workspace "${workspaceName}". Search first, then fetch what was found. Name the url of what you use.`,
    });
    for (const add of addTools) add(server, call);
    return server;
  };

  return (request, message, { workspaceName, ...call }) => {
    const { fetch } = createMcpHandler(() => serverOf(call, workspaceName), {
      // A stream that stays open would tell of changes of the tools, which never change.
      maxSubscriptions: 0,
    });
    return fetch(request, { parsedBody: message });
  };
}
