import { client, uploadFile } from '@carrel/shared/api';
import { archiveListSchema } from '@carrel/shared/contract';
import type { UploadOptions } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listArchives = (organizationId: string, datasetId: string) =>
  client.get(apiPaths.archives(datasetId), { organizationId }).json(archiveListSchema);

/** Adds the files of an archive that was only stored to its dataset. */
export const syncArchive = (organizationId: string, datasetId: string, archiveId: string) =>
  client.post(apiPaths.archiveSync(datasetId, archiveId), { organizationId }).done();

export const deleteArchive = (organizationId: string, datasetId: string, archiveId: string) =>
  client.delete(apiPaths.archive(datasetId, archiveId), { organizationId }).done();

export const uploadArchive = (
  datasetId: string,
  file: File,
  uploadOptions: UploadOptions,
  transfer: Parameters<typeof uploadFile>[2],
) => uploadFile(apiPaths.archiveUpload(datasetId, uploadOptions), file, transfer);
