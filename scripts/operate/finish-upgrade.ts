import { finishUpgrade, openDatabase } from '@carrel/api/database';
import { runCommand } from '@carrel/api/operate';

// Applies the second phases of migrations, when no instance of the version before runs any more.
await runCommand(
  {
    name: 'finish-upgrade',
    usage:
      ': removes what only the previous version needed, when none of its instances runs any more.',
  },
  async (settings, say) => {
    const database = await openDatabase(settings);
    try {
      const applied = await finishUpgrade(database);
      if (applied === undefined) {
        say(
          'Tables were in use all the time, by a backup for example. Nothing is changed: repeat it.',
        );
        return false;
      }
      say(
        applied.length === 0
          ? 'The upgrade was finished before.'
          : `Applied ${applied.join(', ')}.`,
      );
    } finally {
      await database.close();
    }
    return true;
  },
);
