import { runCommand } from '../../api/src/operations/backup/run-command.ts';
import { openDatabase } from '../../api/src/platform/database/open-database.ts';
import { writeQuota } from '../../api/src/platform/quotas/write-quota.ts';

// Sets limits of one organization: quota <organization id> documents=20000 members=none
await runCommand(async (settings, say) => {
  const [, , organizationId = '', ...limits] = process.argv;
  const database = await openDatabase(settings);
  try {
    await writeQuota(database, organizationId, limits);
  } finally {
    await database.close();
  }
  say(`Changed ${limits.length === 1 ? '1 limit' : `${limits.length} limits`}.`);
  return true;
});
