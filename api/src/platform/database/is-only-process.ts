import type { Database } from './database.ts';

/**
 * Returns whether no other process works on the database. What is claimed at its start was then claimed by a process
 * that has ended, and nothing is sent but by this one.
 */
export const isOnlyProcess = ({ kind }: Pick<Database, 'kind'>): boolean => kind === 'embedded';
