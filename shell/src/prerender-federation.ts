import { routes } from 'developed-remote';

/* Replaces `remotes/federation.ts` when Node renders a remote that is part of its build. */

export const DEADLINE_MS = 6000;

/** Fetches nothing: the remote is part of the build. */
export const registerRelease = (remote: string): string => remote;

/** Returns the screens of the remote. */
export const importModule = (): Promise<unknown> => Promise.resolve({ routes });
