import { closeSync, fsyncSync, openSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** The internals of Emscripten's NODEFS that fsync needs. */
interface NodeFilesystem {
  realPath(node: unknown): string;
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
}

/**
 * PGlite's folder on disk with fsync, so that commits survive a power cut. NODEFS as shipped has no
 * fsync. This is an internal interface, hence PGlite's pinned version and the test that counts flushes.
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
            addFsync(module.FS.filesystems.NODEFS);
          },
        ],
      },
    };
  }
}

function addFsync(files: NodeFilesystem): void {
  files.stream_ops.fsync = (stream) => {
    // Emscripten opens no descriptor for a folder, but PostgreSQL flushes folders after a rename.
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
