import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import {
  OPERATIONS_FIELD,
  WRITES_MAX,
  writeOperationsSchema,
  type WriteOperations,
} from '@carrel/shared/contract';

import { parseJson } from '../../../platform/http/bodies/parse-json.ts';
import { decodeText } from '../../../platform/http/bodies/read-body.ts';
import { validate } from '../../../platform/http/bodies/validate.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { zipStream } from '../../../extraction/zip/zip-stream.ts';
import { writablePath } from './writable-path.ts';

const OPERATIONS_BYTES_MAX = 1024 * 1024;
/** Parts of a form that are no files. */
const FIELDS_MAX = 8;

/** What the parts of a batch say; complete once its zip has been read to the end. */
export interface Batch {
  /** What the request calls its files, in its order. */
  names: string[];
  operations: WriteOperations;
}

export const tooMany = () =>
  new Problem(422, `A batch has at most ${WRITES_MAX.toLocaleString('en-US')} documents.`);

export const isTwice = (path: string) => new Problem(422, `The path ${path} is there twice.`);

/**
 * Returns the bytes of a zip with the files of a multipart body, while they arrive, and fills `batch`. A file
 * whose name no document may have is left out.
 * @throws {Problem} in the stream: 400 for a body that is no form, 422 for one that contradicts itself.
 */
export function zipOfBatch(
  contentType: string,
  pieces: AsyncIterable<Uint8Array>,
  batch: Batch,
): AsyncIterable<Uint8Array> {
  return zipStream(async (zip) => {
    const paths = new Set<string>();
    await readParts(contentType, pieces, {
      operations: (text) => {
        batch.operations = validate(writeOperationsSchema, parseJson(text));
      },
      file: async (name, stream) => {
        if (batch.names.length === WRITES_MAX) throw tooMany();
        // Bytes of the header that are not UTF-8 would be another path.
        if (name.includes('\ufffd')) throw malformed('A file has a name that is not UTF-8 text.');
        batch.names.push(name);
        const found = writablePath(name);
        if ('fault' in found) {
          stream.resume();
          return;
        }
        if (paths.has(found.path)) throw isTwice(found.path);
        paths.add(found.path);
        await zip.add(found.path, Readable.toWeb(stream) as ReadableStream<Uint8Array>);
      },
    });
    if (batch.names.length === 0) throw new Problem(422, 'The batch has no documents.');
  });
}

interface PartHandlers {
  operations: (text: string) => void;
  /** Reads one file; the next one follows it. */
  file: (name: string, stream: BusboyFileStream) => Promise<void>;
}

/** Reads a multipart body, one part after the other. */
async function readParts(
  contentType: string,
  pieces: AsyncIterable<Uint8Array>,
  { operations, file }: PartHandlers,
): Promise<void> {
  const parser = openParser(contentType);
  let problem: unknown;
  const fail = (error: unknown) => {
    problem ??= error;
    parser.destroy(error instanceof Error ? error : new Error('The batch was refused'));
  };
  let files = Promise.resolve();
  const part = async (field: string, stream: BusboyFileStream, name: string | undefined) => {
    if (name !== undefined) await file(name, stream);
    else if (field === OPERATIONS_FIELD) operations(await textOf(field, stream));
    else stream.resume();
  };
  parser.on('file', (field, stream, name: string | undefined) => {
    stream.on('error', () => undefined);
    files = files.then(() => part(field, stream, name)).catch(fail);
  });
  parser.on('filesLimit', () => fail(tooMany()));
  let fault: unknown;
  try {
    await pipeline(Readable.from(pieces, { objectMode: false }), parser);
  } catch (error) {
    fault = error;
  }
  if (problem === undefined && fault === undefined) await files;
  if (problem !== undefined) throw problem;
  if (fault !== undefined) throw fault instanceof Problem ? fault : notAForm();
}

function openParser(contentType: string) {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({
      headers,
      preservePath: true,
      // Also the fields: the parser would replace bytes that are not UTF-8.
      isPartAFile: () => true,
      limits: { files: WRITES_MAX + FIELDS_MAX },
    });
  } catch {
    throw notAForm();
  }
}

const notAForm = () => malformed('The request is not a whole multipart form.');

/** Returns the text of a field. @throws {Problem} 400 */
async function textOf(field: string, stream: BusboyFileStream): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > OPERATIONS_BYTES_MAX) throw malformed(`The field ${field} is too long.`);
    pieces.push(piece);
  }
  return decodeText(Buffer.concat(pieces));
}
