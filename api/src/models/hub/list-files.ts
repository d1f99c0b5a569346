import * as v from 'valibot';

import { readLimited, ResponseTooLarge } from '../../platform/read-limited.ts';
import { HubFailure } from './hub-failure.ts';
import { repeatedly, requestHub, type Hub, type HubResponse } from './hub-request.ts';

/** A file of a model. */
export interface HubFile {
  path: string;
  /** In bytes; undefined where the hub does not say. */
  size: number | undefined;
  /** A SHA-256, or the SHA-1 of a blob of git, in hexadecimal; undefined where the hub does not say. */
  checksum: string | undefined;
}

export interface HubFiles {
  /** The commit that the revision means now. */
  commit: string;
  files: HubFile[];
}

const SHA256 = /^[0-9a-f]{64}$/;
const CHECKSUM = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const COMMIT = /^[0-9a-f]{40}$/;

const size = v.pipe(v.number(), v.integer(), v.minValue(0));
const modelSchema = v.object({
  sha: v.optional(v.pipe(v.string(), v.regex(COMMIT))),
  siblings: v.array(
    v.object({
      rfilename: v.string(),
      size: v.nullish(size),
      blobId: v.nullish(v.pipe(v.string(), v.regex(CHECKSUM))),
      lfs: v.nullish(v.object({ size, sha256: v.pipe(v.string(), v.regex(SHA256)) })),
    }),
  ),
});

/** Returns all files of a model's revision. @throws {HubFailure} */
export async function listFiles(hub: Hub): Promise<HubFiles> {
  const { id, revision } = hub.name;
  const url = `${hub.endpoint}/api/models/${id}/revision/${revision}?blobs=true`;
  const model = await repeatedly(hub, async () => readModel(hub, await requestHub(hub, { url })));
  return {
    commit: model.sha ?? revision,
    files: model.siblings.map((file) => ({
      path: file.rfilename,
      size: file.lfs?.size ?? file.size ?? undefined,
      checksum: file.lfs?.sha256 ?? file.blobId ?? undefined,
    })),
  };
}

async function readModel(
  hub: Hub,
  response: HubResponse,
): Promise<v.InferOutput<typeof modelSchema>> {
  try {
    return v.parse(modelSchema, JSON.parse((await readLimited(response)).toString()));
  } catch (error) {
    const isInvalid =
      error instanceof SyntaxError || v.isValiError(error) || error instanceof ResponseTooLarge;
    if (!isInvalid) throw error;
    const { host } = new URL(hub.endpoint);
    throw new HubFailure('invalid', `The hub ${host} returned an invalid response.`, {
      cause: error,
    });
  }
}

/** Returns where the bytes of a file are. */
export const fileUrl = ({ endpoint, name }: Hub, commit: string, path: string): string =>
  `${endpoint}/${name.id}/resolve/${commit}/${path}`;

/** Returns a file with its size and checksum: of those of the list, or of a mirror whose list has none, of its headers. */
export async function describeFile(hub: Hub, commit: string, file: HubFile): Promise<HubFile> {
  if (file.checksum !== undefined && file.size !== undefined) return file;
  const url = fileUrl(hub, commit, file.path);
  const response = await repeatedly(hub, () => requestHub(hub, { url, method: 'HEAD' }));
  await response.leave();
  const { headers } = response;
  const tag = (headers.get('X-Linked-Etag') ?? headers.get('ETag'))?.replaceAll('"', '');
  const length =
    headers.get('X-Linked-Size') ??
    (headers.has('Location') ? undefined : headers.get('Content-Length'));
  return {
    path: file.path,
    size: file.size ?? (/^\d{1,15}$/.test(length ?? '') ? Number(length) : undefined),
    checksum: file.checksum ?? (tag !== undefined && CHECKSUM.test(tag) ? tag : undefined),
  };
}
