import { prepareDownload } from '@carrel/shared/api';

/** Downloads what the server sends as an attachment, once the session is renewed: the page stays. */
export async function startDownload(path: string, organizationId: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await prepareDownload(path, organizationId);
  // The server names the file.
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
