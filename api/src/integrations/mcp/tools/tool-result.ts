import type { ApiKeyScope } from '@carrel/shared/contract';
import type { CallToolResult } from '@modelcontextprotocol/server';

import { FRESH_MILLISECONDS } from '../../../platform/access/standing-rights.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { keyLacksScope, unexpected } from '../../../platform/http/problems.ts';
import type { Log } from '../../../platform/log.ts';
import type { McpCall } from '../mcp-call.ts';

/** What all tools say of themselves: they change nothing, and know this workspace alone. */
export const READ_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/**
 * Runs a tool for a caller with a scope. The result is structured, and the same as JSON text, which is what some
 * clients read. A problem becomes a result that is marked as an error and says what to do.
 */
export async function toolResult(
  log: Log,
  call: McpCall,
  scope: ApiKeyScope,
  work: () => Promise<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    requireScope(call, scope);
    const structuredContent = await work();
    await call.rights.require(FRESH_MILLISECONDS);
    requireScope(call, scope);
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    if (error instanceof Problem) call.noteProblem(error);
    else {
      log.error('a tool failed', error, { request_id: call.requestId });
    }
    return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true };
  }
}

function requireScope(call: McpCall, scope: ApiKeyScope): void {
  if (!call.scopes().includes(scope)) throw keyLacksScope(scope);
}

function sentenceOf(error: unknown): string {
  const { message, retryAfterSeconds } = error instanceof Problem ? error : unexpected();
  if (retryAfterSeconds === undefined) return message;
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return `${sentence} Try again in ${retryAfterSeconds} s.`;
}
