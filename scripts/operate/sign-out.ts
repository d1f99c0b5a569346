import { signOutAccounts } from '../../api/src/identity/sessions/sign-out-accounts.ts';
import { runCommand } from '../../api/src/operations/backup/run-command.ts';
import { openDatabase } from '../../api/src/platform/database/open-database.ts';

// Ends the sessions of one account, or of all: sign-out <address> | --everyone
await runCommand(async (settings, say) => {
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
});
