import { restoreBackup } from '../../api/src/backup/restore-backup.ts';
import { fileArgument, runCommand } from '../../api/src/backup/run-command.ts';
import { JOBS } from '../../api/src/job-table.ts';

// Restores a backup into the empty database and the empty storage of these settings.
await runCommand(async (settings, say) => {
  const manifest = await restoreBackup(settings, fileArgument('restore'), JOBS);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Restored the state of ${manifest.made_at}: ${rows} rows, ${manifest.files.length} files.`);
  return true;
});
