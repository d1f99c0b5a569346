import { openDatabase } from '@carrel/api/database';
import { runCommand, writeQuota } from '@carrel/api/operate';

// Sets limits of one organization: quota <organization id> documents=20000 members=none
await runCommand(
  {
    name: 'quota',
    usage: '<organization id> documents=20000 members=none datasets=default: sets its limits.',
  },
  async (settings, say) => {
    const [, , organizationId = '', ...limits] = process.argv;
    const database = await openDatabase(settings);
    try {
      await writeQuota(database, organizationId, limits);
    } finally {
      await database.close();
    }
    say(`Changed ${limits.length === 1 ? '1 limit' : `${limits.length} limits`}.`);
    return true;
  },
);
