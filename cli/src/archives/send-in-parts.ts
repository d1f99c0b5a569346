import { setTimeout as pause } from 'node:timers/promises';

import { createdSchema, resumableUploadListSchema } from '@carrel/shared/contract';
import { sizeText } from '@carrel/shared/contract/archive-rules';
import { apiPaths } from '@carrel/shared/paths';

import { ApiFailure } from '../api/api-client.ts';
import { bodyFrom, Unreachable } from '../api/send.ts';
import { Failure } from '../exit-codes.ts';
import { FileChanged } from '../files/local-file.ts';
import type { ArchiveToSend } from './archive-to-send.ts';
import type { CommandContext } from '../sync/command-context.ts';

/** Tries without a byte that arrived; the waits between them are a second, doubled, at most 30. */
const TRIES_MAX = 8;
const WAIT_MAX_MS = 30_000;

const TUS = { 'Tus-Resumable': '1.0.0' };

/**
 * Sends an archive by the tus protocol, from where an earlier try has come to, and returns its id.
 * @throws {FileChanged}
 */
export async function sendInParts(
  context: CommandContext,
  archive: ArchiveToSend,
): Promise<string> {
  const { client, place } = context;
  const { body, options } = archive;
  const { organizationId } = place;
  const id = (await findUnfinished(context, archive)) ?? (await create(context, archive));
  const path = apiPaths.datasetUpload(place.id, id);
  try {
    await sendRest(context, path, body);
  } catch (error) {
    // What has arrived is of no use any more.
    if (error instanceof FileChanged) {
      const call = { method: 'DELETE', path, organizationId, headers: TUS } as const;
      await client.call(call).catch(() => undefined);
    }
    throw error;
  }
  // It can be repeated: the archive is the same.
  return retried(context, isAway, async () => {
    const finishing = apiPaths.archiveOfUpload(place.id, id, options);
    const call = { method: 'POST', path: finishing, organizationId, isSlow: true } as const;
    return (await client.json(createdSchema, call)).id;
  });
}

/** Returns an earlier upload of the same bytes. */
async function findUnfinished(
  { client, place, terminal }: CommandContext,
  { body }: ArchiveToSend,
): Promise<string | undefined> {
  const call = { path: apiPaths.datasetUploads(place.id), organizationId: place.organizationId };
  const { uploads } = await client.json(resumableUploadListSchema, call);
  const found = uploads.find(
    ({ fingerprint, size }) => fingerprint === body.fingerprint && size === body.size,
  );
  if (found !== undefined) {
    terminal.say(`Going on after ${sizeText(found.received)} that were sent before.`);
  }
  return found?.id;
}

async function create(
  { client, place }: CommandContext,
  { name, body }: ArchiveToSend,
): Promise<string> {
  const metadata = Object.entries({ filename: name, fingerprint: body.fingerprint })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const { headers } = await client.call({
    method: 'POST',
    path: apiPaths.datasetUploads(place.id),
    organizationId: place.organizationId,
    headers: { ...TUS, 'Upload-Length': String(body.size), 'Upload-Metadata': metadata },
  });
  const id = headers.location?.split('/').at(-1);
  if (id === undefined) throw new Failure('The server did not say where to send the archive.');
  return id;
}

/** Sends what the server does not have yet. */
async function sendRest(
  context: CommandContext,
  path: string,
  body: ArchiveToSend['body'],
): Promise<void> {
  const { client, place } = context;
  const { organizationId } = place;
  let before = 0;
  await retried(context, isAwayOrTaken, async (progressed) => {
    const asked = await client.call({ method: 'HEAD', path, organizationId, headers: TUS });
    const offset = Number(asked.headers['upload-offset']);
    if (offset >= body.size) return;
    if (offset > before) progressed();
    before = offset;
    await client.call({
      method: 'PATCH',
      path,
      body: bodyFrom(body, offset),
      organizationId,
      headers: {
        ...TUS,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
    });
  });
}

/** Repeats what failed for a while; from the first wait on where it has `progressed`. */
async function retried<Result>(
  { terminal, signal }: CommandContext,
  mayPass: (error: unknown) => boolean,
  act: (progressed: () => void) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act(() => {
        tries = 1;
      });
    } catch (error) {
      if (!mayPass(error) || tries >= TRIES_MAX) throw error;
      terminal.progress(`${(error as Error).message} Trying again ...`);
      await pause(Math.min(1000 * 2 ** (tries - 1), WAIT_MAX_MS), undefined, { signal });
    }
  }
}

const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiFailure && statuses.includes(error.status);

const isAway = (error: unknown) =>
  error instanceof Unreachable || isStatus(error, 408, 500, 502, 503, 504);

/** A 409 is an offset that another request has moved; a 423 is a request that still runs. */
const isAwayOrTaken = (error: unknown) => isAway(error) || isStatus(error, 409, 423);
