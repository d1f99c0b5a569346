import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { verifyRows, type RowCheck } from './verify-rows.ts';
import { verifyStorage } from './verify-storage.ts';
import { withSnapshot } from '../../../platform/database/with-snapshot.ts';

/** The results of all checks, and a line for each fault of a file. */
export interface Verification {
  checks: RowCheck[];
  findings: string[];
}

/** Checks the database and the storage, while servers run. */
export async function verify(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>,
): Promise<Verification> {
  const storage = await openStorage(storageLocation(settings));
  const findings: string[] = [];
  const rows = await withSnapshot(settings, verifyRows);
  const files = await verifyStorage(settings, storage, (what) => findings.push(what));
  return { checks: [...rows, ...files], findings };
}
