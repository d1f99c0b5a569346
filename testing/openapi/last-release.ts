import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import type { OpenApiDocument } from '@carrel/api/src/integrations/openapi/openapi.ts';

/** The OpenAPI document of the last release, which the current one must not break. */
const KEPT = new URL('last-release.json.br', import.meta.url);

export async function readLastRelease(): Promise<OpenApiDocument> {
  const bytes = brotliDecompressSync(await readFile(KEPT));
  return JSON.parse(bytes.toString()) as OpenApiDocument;
}

/** Stores a document as that of the last release. */
export async function keepLastRelease(document: OpenApiDocument): Promise<void> {
  await writeFile(KEPT, brotliCompressSync(JSON.stringify(document)));
}
