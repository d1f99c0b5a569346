import { closeSync, fsyncSync, openSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** The few internals of Emscripten's NODEFS that a flush to disk needs. */
interface NodeFilesystem {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
}

/**
 * PGlite's folder on disk, made safe against power loss. As shipped, no write of PGlite is ever
 * flushed: NODEFS has no fsync of its own. An internal interface, hence the pinned version and the
 * test that counts flushes.
 */
export class DurableFiles extends NodeFS {
  override async init(database: PGlite, options: EmscriptenOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (module) => {
            flushForReal(module.FS.filesystems.NODEFS);
          },
        ],
      },
    };
  }
}

function flushForReal(files: NodeFilesystem): void {
  files.stream_ops.fsync = (stream) => {
    // Emscripten opens no descriptor for a folder, yet PostgreSQL flushes folders after a rename.
    if (stream.nfd === undefined) flush(files.realPath(stream.node));
    else fsyncSync(stream.nfd);
    return 0;
  };
}

/** Flushes one file or folder to disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
