import { routes } from 'remote-in-work';

/* Takes the place of `remotes/federation.ts` where Node renders a remote that is a part of its build. */

export const DEADLINE_MS = 6000;

/** There is nothing to fetch. */
export const registerRelease = (remote: string): string => remote;

/** The screens of the remote. */
export const importModule = (): Promise<unknown> => Promise.resolve({ routes });
