import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Database } from '../database/database.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { purgeAuditRecords } from './audit-retention.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
});

beforeEach(async () => {
  await database.query('DELETE FROM audit_records');
  const record = (action: string, type: string, organizationId: string | null) =>
    database.query(
      `INSERT INTO audit_records (action, object_type, organization_id, created_at)
       SELECT $1, $2, $3, now() - days * interval '1 day' FROM unnest($4::int[]) AS days`,
      [action, type, organizationId, [400, 100, 91, 89, 1]],
    );
  await record('session.renewed', 'session', null);
  await record('account.registered', 'account', null);
  await record('dataset.created', 'dataset', randomUUID());
});

const left = async () => {
  const rows = await database.query<{ action: string; days: number }>(
    `SELECT action, extract(day FROM now() - created_at)::int AS days FROM audit_records`,
  );
  return Object.fromEntries(
    ['session.renewed', 'account.registered', 'dataset.created'].map((action) => [
      action,
      rows
        .filter((row) => row.action === action)
        .map(({ days }) => days)
        .sort((a, b) => b - a),
    ]),
  );
};

const ALL = [400, 100, 91, 89, 1];

test('records of sessions are purged after their retention, and no others', async () => {
  const settings = { auditDays: undefined, sessionAuditDays: 90 };
  expect(await purgeAuditRecords(database, settings)).toBe(3);
  expect(await left()).toEqual({
    'session.renewed': [89, 1],
    'account.registered': ALL,
    'dataset.created': ALL,
  });
  expect(await purgeAuditRecords(database, settings)).toBe(0);
});

test('all records are purged after theirs, in batches of any size', async () => {
  for (const batchSize of [1, 2, 1000]) {
    await purgeAuditRecords(database, { auditDays: 95, sessionAuditDays: undefined }, batchSize);
  }
  const kept = [91, 89, 1];
  expect(await left()).toEqual({
    'session.renewed': kept,
    'account.registered': kept,
    'dataset.created': kept,
  });
});

test('without a retention, all are kept indefinitely', async () => {
  const kept = { auditDays: undefined, sessionAuditDays: undefined };
  expect(await purgeAuditRecords(database, kept)).toBe(0);
});
