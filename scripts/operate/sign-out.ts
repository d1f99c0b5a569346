import { openDatabase } from '@carrel/api/database';
import { runCommand, signOutAccounts } from '@carrel/api/operate';

// Ends the sessions of one account, or of all: sign-out <address> | --everyone
await runCommand(
  { name: 'sign-out', usage: '<address> | --everyone: ends the sessions of one account, or all.' },
  async (settings, say) => {
    const [, , who] = process.argv;
    if (who === undefined) throw new Error('Name an email address, or --everyone.');
    const database = await openDatabase(settings);
    try {
      const count = await signOutAccounts(
        database,
        who === '--everyone' ? 'everyone' : { address: who },
      );
      say(`Ended ${count === 1 ? '1 session' : `${count} sessions`}.`);
    } finally {
      await database.close();
    }
    return true;
  },
);
