import type { HttpBindings } from '@hono/node-server';
import type { RoleName } from '@carrel/shared/contract';
import type { Context } from 'hono';

import type { Queryable } from '../database/database.ts';
import type { Reader } from '../database/reader.ts';
import type { Operation } from './operation.ts';
import type { BusyQueue } from './problem.ts';

/** The rights of a request's caller, as they were read last. */
export interface StandingRights {
  /**
   * Reads the rights again if that was last done longer ago.
   * @throws {Problem} 401, 403 or 404 if the caller has lost them.
   */
  require(milliseconds: number): Promise<void>;
  /** Reads them again if the body of the request was not there when they were read. Throws the same. */
  requireAfterBody(): Promise<void>;
  /** Adds a check of what the caller may do, which runs whenever the rights are read again. */
  check(required: () => void): void;
  /** Tells that a transaction has checked them. */
  confirm(): void;
}

/** The caller's session, read inside a transaction. */
export interface CallerSession {
  /** Whether the account was authenticated in the last `REAUTHENTICATION_MINUTES`: no provider does that. */
  readonly isReauthenticated: boolean;
  /** Whether the provider of the organization authenticated the caller in that time; false outside of organizations. */
  readonly isVouchedFor: boolean;
  /** Whether the provider of the organization opened the session. */
  readonly hasProvider: boolean;
}

/** What an API key is limited to; null for all of the organization. */
export interface KeyPlaces {
  datasetIds: readonly string[] | null;
  workspaceIds: readonly string[] | null;
}

/** The variables that middleware sets on a request before its handler runs. */
export interface ApiEnv {
  /** Absent if a test calls the app without a server. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Set by the handler of errors: the queue that was full. */
    busy?: BusyQueue;
    /** Set by the handler of errors, if the client went away before its response. */
    isAbandoned?: boolean;
    /** Set by `describeRoute`. */
    operation?: Operation;
    /** Set by `client`; absent if a test calls a part of the app alone. */
    client?: { address: string; isHttps: boolean };
    /** Set by `authenticate`; absent where a key calls. */
    account: { id: string; sessionId: string };
    /** Set by `inOrganization` where an API key calls, on routes that are open to keys. */
    key?: { id: string; name: string; places: KeyPlaces };
    /**
     * Set by `authenticate`: a transaction in which the caller's session is still open. Everything that
     * the caller may change is changed in one of these.
     */
    transaction: <T>(work: (tx: Queryable, session: CallerSession) => Promise<T>) => Promise<T>;
    /** Set for a POST with an Idempotency-Key: what identifies it. */
    repeatable?: {
      organizationId: string | null;
      callerId: string;
      keyHash: Buffer;
      requestHash: Buffer;
    };
    /** Set by `inOrganization`: the organization of the request and the caller's role in it, or for the dataset or workspace of the path. */
    organization: { id: string; role: RoleName };
    /** Set by `lateReads` on routes that declare it: reads that may be a second old. */
    reads: Reader;
    /** Set for every caller: see `withRights`. */
    rights: StandingRights;
    /** Set by `allow`: what the caller's role must still be when something is written. */
    permission: { least: RoleName; action: string; managed?: boolean };
    /**
     * Set by `inOrganization`: the same as `transaction` in a tenant's transaction, in which the caller
     * still has the role that `allow` requires. `work` gets the role that the caller has now; `before`
     * runs ahead of it, as the owner of the tables.
     */
    tenant: <T>(
      work: (tx: Queryable, role: RoleName, session: CallerSession) => Promise<T>,
      before?: (tx: Queryable) => Promise<void>,
    ) => Promise<T>;
  };
}

export type ApiContext = Context<ApiEnv>;
