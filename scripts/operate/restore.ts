import { fileArgument, restoreBackup, runCommand } from '@carrel/api/operate';

// Restores a backup into the empty database and the empty storage of these settings.
await runCommand(
  {
    name: 'restore',
    usage: '<file>: reads a backup into an empty database and storage.',
    createsDatabase: true,
  },
  async (settings, say) => {
    const manifest = await restoreBackup(settings, fileArgument('restore'));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Restored the state of ${manifest.made_at}: ${rows} rows, ${manifest.files.length} files.`);
    return true;
  },
);
