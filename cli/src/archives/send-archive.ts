import { createdSchema, FILENAME_HEADER, UPLOAD_PART_BYTES } from '@carrel/shared/contract';
import { sizeText } from '@carrel/shared/contract/archive-rules';
import { apiPaths } from '@carrel/shared/paths';

import { bodyFrom } from '../api/send.ts';
import type { SlicedBody } from '../api/send.ts';
import type { ArchiveToSend } from './archive-to-send.ts';
import type { CommandContext } from '../sync/command-context.ts';
import { isGone } from '../sync/remote-dataset.ts';
import { sendInParts } from './send-in-parts.ts';

/**
 * Sends an archive, and returns its id. A large one goes on after the connection broke, and after the command
 * was started again, if the server takes parts.
 * @throws {FileChanged}
 */
export async function sendArchive(
  context: CommandContext,
  { name, body, options }: ArchiveToSend,
): Promise<string> {
  const { client, place, terminal } = context;
  const watched = watchedBody(body, (sent) => {
    terminal.progress(`Sending: ${sizeText(sent)} of ${sizeText(body.size)}`);
  });
  if (body.size > UPLOAD_PART_BYTES) {
    const id = await sendInParts(context, { name, body: watched, options }).catch(ifNoParts);
    if (id !== undefined) return id;
  }
  const created = await client.json(createdSchema, {
    method: 'POST',
    path: apiPaths.archiveUpload(place.id, options),
    body: bodyFrom(watched),
    organizationId: place.organizationId,
    headers: { 'Content-Type': 'application/zip', [FILENAME_HEADER]: encodeURIComponent(name) },
  });
  return created.id;
}

/** A server without these routes responds as for a dataset that is not there, which the next request finds out. */
function ifNoParts(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

const watchedBody = (body: SlicedBody, onSent: (sent: number) => void): SlicedBody => ({
  size: body.size,
  fingerprint: body.fingerprint,
  async *readFrom(start, signal) {
    let sent = start;
    for await (const piece of body.readFrom(start, signal)) {
      yield piece;
      sent += piece.length;
      onSent(sent);
    }
  },
});
