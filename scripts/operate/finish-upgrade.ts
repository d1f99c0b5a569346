import { runCommand } from '../../api/src/backup/run-command.ts';
import { migrate } from '../../api/src/database/migrate.ts';
import { openDatabase } from '../../api/src/database/open-database.ts';

// Applies the second phases of migrations, when no instance of the version before runs any more.
await runCommand(async (settings, say) => {
  const database = await openDatabase(settings);
  try {
    const applied = await migrate(database, undefined, { finish: true });
    say(
      applied.length === 0 ? 'The upgrade was finished before.' : `Applied ${applied.join(', ')}.`,
    );
  } finally {
    await database.close();
  }
  return true;
});
