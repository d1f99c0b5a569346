import { openStorage, storageLocation } from '../../storage/open-storage.ts';
import type { Settings } from '../../settings.ts';
import { verifyRows, type RowCheck } from './verify-rows.ts';
import { verifyStorage } from './verify-storage.ts';
import { withSnapshot } from '../with-snapshot.ts';

/** What was looked at, and a line for each thing that is wrong with a file. */
export interface Verification {
  checks: RowCheck[];
  findings: string[];
}

/** Checks the database against itself and against the storage, while servers go on. */
export async function verify(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'storageUrl'>,
): Promise<Verification> {
  const storage = await openStorage(storageLocation(settings));
  const findings: string[] = [];
  const rows = await withSnapshot(settings, verifyRows);
  const files = await verifyStorage(settings, storage, (what) => findings.push(what));
  return { checks: [...rows, ...files], findings };
}
