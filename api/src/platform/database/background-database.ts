import type { Database } from './database.ts';
import { forNobody } from './reach.ts';

/**
 * Returns a database for background work, which reaches everything: what a request has begun may go on for others, as
 * a timer does that writes what several callers have left.
 */
export const backgroundDatabase = <Given extends Pick<Database, 'tenant' | 'read' | 'queryOnce'>>(
  database: Given,
): Given => ({
  ...database,
  tenant: (...given) => forNobody(() => database.tenant(...given)),
  read: (...given) => forNobody(() => database.read(...given)),
  queryOnce: (...given) => forNobody(() => database.queryOnce(...given)),
});
