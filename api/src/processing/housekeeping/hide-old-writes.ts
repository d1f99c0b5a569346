import type { Database } from '../../platform/database/database.ts';

/** For how long what a write by path did, or was inside of documents, can be read. */
const WRITE_HOURS = 24;
/** The same of what a source has sent: its runs lead there. */
const SOURCE_HOURS = 7 * 24;
const AT_ONCE = 1000;

/**
 * Hides archives of writes by path and of what is inside of documents, whose outcome was there for a day, and those of
 * sources after a week; they are deleted as any hidden archive.
 */
export async function hideOldWrites(database: Database): Promise<void> {
  for (let hidden = AT_ONCE; hidden === AT_ONCE;) {
    const rows = await database.query(
      `UPDATE archives SET removed_at = now() WHERE id IN (
         SELECT id FROM archives
         WHERE (writes IS NOT NULL OR containers IS NOT NULL) AND removed_at IS NULL AND status IN ('completed', 'failed')
           AND created_at < now() - CASE WHEN source_id IS NULL THEN $1::integer ELSE $3 END * interval '1 hour'
         ORDER BY created_at LIMIT $2
       ) RETURNING id`,
      [WRITE_HOURS, AT_ONCE, SOURCE_HOURS],
    );
    hidden = rows.length;
  }
}
