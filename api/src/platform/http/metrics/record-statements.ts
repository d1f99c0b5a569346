import type { Database } from '../../database/database.ts';
import type { Histogram } from './histograms.ts';
import type { Metrics } from './metrics.ts';

const STATEMENT_SECONDS: Histogram = {
  name: 'carrel_statement_seconds',
  help: 'Time that a statement held the connection of the embedded database, by what it is for.',
  bounds: [0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1],
};

/** Adds the statements of the embedded database to the metrics: those of requests, and those of background work. */
export function recordStatements(database: Pick<Database, 'listen'>, metrics: Metrics): void {
  database.listen?.((milliseconds, lowPriority) => {
    const work = lowPriority ? 'background' : 'request';
    metrics.record(STATEMENT_SECONDS, { work }, milliseconds / 1000);
  });
}
