import { QUOTA_NAMES, type QuotaName } from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import { NONE } from './quota-repository.ts';

/** What an operator wrote cannot be applied. The message says why. */
export class QuotaRefused extends Error {
  override readonly name = 'QuotaRefused';
}

/**
 * Writes limits of one organization, each as `name=limit`: a number, `none` for no limit, `default` for
 * that of the settings. Others stay unchanged.
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

function parse(text: string): { name: QuotaName; limit: number | null } {
  const [, word = '', value = ''] = /^(\w+)=(\d{1,15}|none|default)$/.exec(text) ?? [];
  const name = QUOTA_NAMES.find((known) => known === word);
  if (name === undefined) {
    throw new QuotaRefused(
      `Write limits of ${QUOTA_NAMES.join(', ')} as documents=20000, documents=none or documents=default, not "${text}".`,
    );
  }
  if (value === 'default') return { name, limit: null };
  return { name, limit: value === 'none' ? NONE : Number(value) };
}
