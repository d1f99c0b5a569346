import { PGlite } from '@electric-sql/pglite';

/**
 * PGlite's own start parameters without `-F`, which turns fsync off, and with little memory: there is
 * one connection, and the operating system caches the files.
 */
export const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'full_page_writes=on',
    'synchronous_commit=on',
    'shared_buffers=16MB',
    'wal_buffers=1MB',
    // Filling a new file of the log with zeros holds the connection for an eighth of a second.
    'wal_init_zero=off',
    'work_mem=4MB',
    'maintenance_work_mem=16MB',
  ].flatMap((setting) => ['-c', setting]),
];
