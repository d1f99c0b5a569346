import type { ApiKeyScope } from '@carrel/shared/contract';

import type { Reader } from '../database/replicas/replicas.ts';

/** One message of a program: who sends it, and for which workspace. Its rights are checked, except for scopes. */
export interface McpCall {
  organizationId: string;
  workspaceId: string;
  /** The API key or the grant. */
  callerId: string;
  /** Where searches and lists read. */
  reads: Reader;
  scopes: readonly ApiKeyScope[];
  /** Aborts once nobody waits for the response. */
  signal: AbortSignal;
  requestId: string;
}
