import { parseArgs } from 'node:util';

import { runCommand } from '../../api/src/operations/backup/run-command.ts';
import { openDatabase } from '../../api/src/platform/database/open-database.ts';
import {
  abandonPartitioning,
  partitionTables,
} from '../../api/src/platform/database/partitions/partition-tables.ts';
import { PartitioningRefused } from '../../api/src/platform/database/partitions/partitioning-refused.ts';

const PARTITIONS = 16;
const PARTITIONS_MAX = 256;

// Partitions the tables of documents and chunks while servers run. `--abandon` drops what an interrupted run left.
await runCommand(async (settings, say) => {
  const { values } = parseArgs({
    options: {
      partitions: { type: 'string', default: String(PARTITIONS) },
      abandon: { type: 'boolean', default: false },
    },
  });
  const partitions = Number(values.partitions);
  if (!Number.isInteger(partitions) || partitions < 2 || partitions > PARTITIONS_MAX) {
    throw new PartitioningRefused(`--partitions is a number from 2 to ${PARTITIONS_MAX}.`);
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
});
