import { usageFailure } from '../exit-codes.ts';
import type { Connection } from './connect.ts';

/** @throws {Failure} where an API key is set: a session would not be used. */
export function requireSession({ apiKey }: Pick<Connection, 'apiKey'>): void {
  if (apiKey === undefined) return;
  throw usageFailure('CARREL_API_KEY is set, so no session is used. Unset it first.');
}
