import { parseArgs } from 'node:util';

import {
  DatabaseRefused,
  abandonPartitioning,
  openDatabase,
  partitionTables,
} from '@carrel/api/database';
import { runCommand } from '@carrel/api/operate';

const PARTITIONS = 16;
const PARTITIONS_MAX = 256;

// Partitions the tables of documents and chunks while servers run. `--abandon` drops what an interrupted run left.
await runCommand(
  {
    name: 'partition-tables',
    usage:
      '[--partitions 16 | --abandon]: partitions tables of 100 GB and more, while servers run.',
  },
  async (settings, say) => {
    const { values } = parseArgs({
      options: {
        partitions: { type: 'string', default: String(PARTITIONS) },
        abandon: { type: 'boolean', default: false },
      },
    });
    const partitions = Number(values.partitions);
    if (!Number.isInteger(partitions) || partitions < 2 || partitions > PARTITIONS_MAX) {
      throw new DatabaseRefused(`--partitions is a number from 2 to ${PARTITIONS_MAX}.`);
    }
    const database = await openDatabase(settings);
    try {
      if (values.abandon) {
        await abandonPartitioning(database);
        say('Nothing is left of an interrupted partitioning.');
      } else if (!(await partitionTables(database, partitions, say))) {
        say('The tables were partitioned before.');
      }
    } finally {
      await database.close();
    }
    return true;
  },
);
