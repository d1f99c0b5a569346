import type { QuotaName } from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';
import { reachingAll } from '../database/reach.ts';
import { conflict } from '../http/problems.ts';
import { limitsOf, lockLimited, usedOf, type Quota } from './quota-repository.ts';
import { quotaRefusal } from './quota-refusal.ts';

interface RoomOptions {
  /** False for a check ahead of the transaction that writes, which checks again. */
  lock?: boolean;
  /** Counts open invitations, each of which takes the place of a member. */
  pending?: () => Promise<number>;
  /** What the caller can do, instead of what the members can. */
  remedy?: string;
}

/**
 * Throws if `adding` does not fit into an organization's quota. The usage is locked until the
 * transaction ends, so that concurrent writes do not exceed it; without a limit, nothing is locked.
 * @throws {Problem} 409 with the limit and how much is used.
 */
export async function requireRoom(
  tx: Queryable,
  quota: Quota,
  name: QuotaName,
  adding: number,
  { lock = true, pending, remedy }: RoomOptions = {},
): Promise<void> {
  const limit = lock ? await lockLimited(tx, quota, name) : (await limitsOf(tx, quota))[name];
  if (limit === undefined) return;
  // What the caller cannot see takes room too.
  const used = await reachingAll(tx, () => usedOf(tx, quota.organizationId, name));
  const sentence = quotaRefusal({
    name,
    limit,
    used,
    adding,
    pending: (await pending?.()) ?? 0,
    remedy,
  });
  if (sentence !== undefined) throw conflict(sentence);
}
