import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import {
  OPERATIONS_FIELD,
  WRITES_MAX,
  writeOperationsSchema,
  type WriteOperations,
} from '@carrel/shared/contract';

import { validate } from '../../http/bodies/validate.ts';
import { malformed } from '../../http/problems.ts';
import { Problem } from '../../http/problem.ts';
import { zipStream } from '../../pipeline/zip/zip-stream.ts';
import { writablePath } from './writable-path.ts';

const OPERATIONS_BYTES_MAX = 1024 * 1024;

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
  parser.on('file', (_field, stream, name) => {
    stream.on('error', () => undefined);
    files = files.then(() => file(name, stream)).catch(fail);
  });
  parser.on('field', (field, value, _nameCut, isCut) => {
    try {
      if (isCut) throw malformed(`The field ${field} is too long.`);
      if (field === OPERATIONS_FIELD) operations(value);
    } catch (error) {
      fail(error);
    }
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
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
      limits: { files: WRITES_MAX, fields: 8, fieldSize: OPERATIONS_BYTES_MAX },
    });
  } catch {
    throw notAForm();
  }
}

const notAForm = () => malformed('The request is not a whole multipart form.');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`The field ${OPERATIONS_FIELD} is not JSON.`);
  }
}
