import type { AuditRecord } from '@carrel/shared/contract';
import { makeId } from '@carrel/shared/testing';

export const ADA = { id: makeId(1), first_name: 'Ada', last_name: 'Lovelace' };

/** A record of an action by Ada. */
export const record = (action: string, rest: Partial<AuditRecord> = {}): AuditRecord => ({
  id: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  action,
  actor: ADA,
  object: { type: 'account', id: makeId(2), name: 'Grace Hopper' },
  details: {},
  ip: null,
  ...rest,
});

export const on = (type: string, name: string | null) => ({
  object: { type, id: makeId(5), name },
});
export const to = (role: string) => ({ details: { role } });
