import type { HttpBindings } from '@hono/node-server';
import type { RoleName } from '@carrel/shared/contract';
import type { Context } from 'hono';

/** What a request gathers on its way to a handler. */
export interface ApiEnv {
  /** Absent where a test calls the app without a server. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Set by `authenticate`. */
    account: { id: string; sessionId: string };
    /** Set by `inOrganization`: the organization of the request, of which the caller is a member. */
    organization: { id: string; role: RoleName };
  };
}

export type ApiContext = Context<ApiEnv>;
