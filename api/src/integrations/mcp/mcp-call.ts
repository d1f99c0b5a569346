import type { ApiKeyScope } from '@carrel/shared/contract';

import type { Reader } from '../../platform/database/reader.ts';
import type { StandingRights } from '../../platform/http/api-context.ts';
import type { Problem } from '../../platform/http/problem.ts';

/** One message of a program: who sends it, and for which workspace. Its rights are checked, except for scopes. */
export interface McpCall {
  organizationId: string;
  workspaceId: string;
  /** The API key or the grant. */
  callerId: string;
  /** Where searches and lists read. */
  reads: Reader;
  /** What the caller may use now. */
  scopes(): readonly ApiKeyScope[];
  /** The rights of the caller, which are read again before results are returned. */
  rights: Pick<StandingRights, 'require'>;
  /** Tells the counters of the server about a queue that was full. */
  noteProblem(problem: Problem): void;
  /** Aborts once nobody waits for the response. */
  signal: AbortSignal;
  requestId: string;
}
