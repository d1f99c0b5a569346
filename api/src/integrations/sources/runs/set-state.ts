import type { SourceRunState } from '@carrel/shared/contract/sources';

import type { Database } from '../../../platform/database/database.ts';
import { runStep, type ClaimedRun } from './claimed-run.ts';

/** Moves a run to its next state. */
export async function setState(
  database: Database,
  run: ClaimedRun,
  state: SourceRunState,
): Promise<void> {
  await runStep(database, run, (tx) =>
    tx.query('UPDATE source_runs SET state = $3 WHERE organization_id = $1 AND id = $2', [
      run.organizationId,
      run.runId,
      state,
    ]),
  );
  run.state = state;
}
