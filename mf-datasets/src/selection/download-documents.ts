import { apiUrlOf } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';

/** Documents that are downloaded one after the other; more are in an archive. */
export const DOWNLOADS_MAX = 20;
/** Milliseconds between two downloads: a browser drops those that start at the same moment. */
const PAUSE_MS = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Has the browser download the originals of documents, one after the other. */
export async function downloadDocuments(
  organizationId: string,
  datasetId: string,
  ids: readonly string[],
): Promise<void> {
  for (const [place, id] of ids.entries()) {
    if (place > 0) await pause();
    const link = document.createElement('a');
    link.href = apiUrlOf(
      apiPaths.documentContent(datasetId, id, { organization_id: organizationId }),
    );
    // The server names the file.
    link.download = '';
    document.body.append(link);
    link.click();
    link.remove();
  }
}
