import type { Reader } from '../../platform/database/reader.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Search } from './filtered-datasets.ts';
import { searchOf } from './search-repository.ts';

/** Returns the datasets that are attached to a workspace. @throws {Problem} 404 */
export async function datasetsOfWorkspace(
  database: Reader,
  organizationId: string,
  workspaceId: string,
): Promise<Search['datasets']> {
  const rows = await searchOf(database, organizationId).attachedDatasets(workspaceId);
  if (rows.length === 0) throw notFound('workspace');
  return rows.flatMap(({ id, ...dataset }) => (id === null ? [] : [{ id, ...dataset }]));
}
