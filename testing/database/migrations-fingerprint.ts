import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { readMigrations } from '@carrel/api/src/platform/database/migrations/migrate.ts';

/** Returns a short name of the current set of migrations, and of what tests have beside them. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256');
  for (const { checksum } of readMigrations()) hash.update(checksum);
  hash.update(readFileSync(new URL('count-direct-writes.sql', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}
