import { QUOTA_NAMES } from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import { NONE } from './quota-repository.ts';

/** What an operator wrote cannot be applied. The message says why. */
export class QuotaRefused extends Error {
  override readonly name = 'QuotaRefused';
}

/**
 * Writes limits of one organization, each as `name=limit`: a number, `none` for no limit, `default` for
 * that of the settings. `share=3` gives it three times the workers' time of others. What is not named stays
 * unchanged.
 * @throws {QuotaRefused}
 */
export async function writeQuota(
  database: Database,
  organizationId: string,
  limits: readonly string[],
): Promise<void> {
  const changes = limits.map(parse);
  await database.transaction(async (tx) => {
    const found = await tx.query('SELECT id FROM organizations WHERE id::text = $1 FOR KEY SHARE', [
      organizationId,
    ]);
    if (found.length === 0) throw new QuotaRefused(`There is no organization ${organizationId}.`);
    await tx.query(
      'INSERT INTO organization_quotas (organization_id) VALUES ($1) ON CONFLICT DO NOTHING',
      [organizationId],
    );
    for (const { name, limit } of changes) {
      await tx.query(`UPDATE organization_quotas SET ${name} = $2 WHERE organization_id = $1`, [
        organizationId,
        limit,
      ]);
    }
  });
}

const SHARE = { default: 1, most: 100 } as const;

function parse(text: string): { name: string; limit: number | null } {
  const [, share] = /^share=(\d{1,3}|default)$/.exec(text) ?? [];
  if (share === 'default') return { name: 'share', limit: SHARE.default };
  if (Number(share) >= 1 && Number(share) <= SHARE.most) {
    return { name: 'share', limit: Number(share) };
  }
  const [, word = '', value = ''] = /^(\w+)=(\d{1,15}|none|default)$/.exec(text) ?? [];
  const name = QUOTA_NAMES.find((known) => known === word);
  if (name === undefined) {
    throw new QuotaRefused(
      `Write limits of ${QUOTA_NAMES.join(', ')} as documents=20000, documents=none or documents=default, and share=1 to ${SHARE.most}, not "${text}".`,
    );
  }
  if (value === 'default') return { name, limit: null };
  return { name, limit: value === 'none' ? NONE : Number(value) };
}
