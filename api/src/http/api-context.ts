import type { HttpBindings } from '@hono/node-server';
import type { RoleName } from '@carrel/shared/contract';
import type { Context } from 'hono';

/** The variables that middleware sets on a request before its handler runs. */
export interface ApiEnv {
  /** Absent if a test calls the app without a server. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Set by `authenticate`. */
    account: { id: string; sessionId: string };
    /** Set by `inOrganization`: the organization of the request and the caller's role in it. */
    organization: { id: string; role: RoleName };
  };
}

export type ApiContext = Context<ApiEnv>;
