import { fileArgument, runCommand, writeBackup } from '@carrel/api/operate';

// Writes the database and the stored files of the server with these settings to one new file.
await runCommand(
  {
    name: 'backup',
    usage: '<file>: writes database and files to one new file, while the server runs.',
  },
  async (settings, say) => {
    const path = fileArgument('backup');
    const { manifest, missing } = await writeBackup(settings, path);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const jobs = manifest.tables.find(({ name }) => name === 'jobs')?.rows ?? 0;
    say(`Wrote ${path}: ${rows} rows, ${jobs} jobs, ${manifest.files.length} files.`);
    for (const key of missing) say(`The storage lacks ${key}, which the database names.`);
    return missing.length === 0;
  },
);
