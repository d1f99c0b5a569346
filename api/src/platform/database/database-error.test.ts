import { expect, test } from 'vitest';

import { Contention, DatabaseUnavailable, transientError } from './database-error.ts';

const kindOf = (code: string, message: string) =>
  transientError(code, new Error(message))?.constructor;

test.each([
  ['08006', 'connection to the remote node postgres@worker:5432 failed'],
  ['57P01', 'terminating connection due to administrator command'],
  ['53300', 'too many connections'],
  ['XX000', 'failure on connection marked as essential: worker:5432'],
  ['XX000', 'server closed the connection unexpectedly'],
  ['XX000', 'connection not open'],
])('%s "%s" says that the database is unavailable', (code, message) => {
  expect(kindOf(code, message)).toBe(DatabaseUnavailable);
});

test.each(['40001', '40P01', '55P03'])('%s is contention', (code) => {
  expect(kindOf(code, 'lost')).toBe(Contention);
});

test.each([
  ['23505', 'duplicate key value violates unique constraint "connection not open"'],
  ['XX000', 'cache lookup failed for type 1'],
])('%s "%s" stays after a retry', (code, message) => {
  expect(kindOf(code, message)).toBeUndefined();
});
