import { createdSchema } from '../../contract/public.ts';
import type { Created } from '../../contract/public.ts';
import { withSession } from '../client/with-session.ts';
import { apiUrlOf } from '../client/client-settings.ts';
import { loadCalls } from '../client/load-calls.ts';
import { expectSuccess, readBody } from '../client/call.ts';
import { deleteResponses } from '../client/client.ts';
import type { UploadFileOptions } from '../client/send-file.ts';

/**
 * Uploads a file as it is, with its name in a header, and reports its progress. Throws what other calls
 * throw, with "Upload failed" for a broken connection and "Failed to parse response" for a response
 * that breaks its schema; an aborted upload throws the signal's reason.
 */
export async function uploadFile(
  path: string,
  file: File,
  options: UploadFileOptions,
): Promise<Created> {
  try {
    const { sendFile } = await loadCalls();
    const response = await withSession(() => sendFile(apiUrlOf(path), file, options));
    return readBody(expectSuccess(response), createdSchema, 'Failed to parse response');
  } finally {
    deleteResponses();
  }
}
