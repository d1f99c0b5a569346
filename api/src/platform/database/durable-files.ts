import { closeSync, fsyncSync, openSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];

/** The internals of Emscripten's NODEFS that fsync needs. */
interface NodeFilesystem {
  realPath(node: unknown): string;
  node_ops: { setattr: SetAttributes };
  stream_ops: {
    setattr: SetAttributes;
    fsync?: (stream: { nfd?: number; node: unknown }) => number;
  };
}

type SetAttributes = (target: unknown, attributes: { mode?: number | null }) => void;

/** The permission bits of everyone but the owner. */
const OTHERS = 0o077;

/**
 * PGlite's folder on disk with fsync, so that commits survive a power cut, and readable by its owner
 * only. NODEFS as shipped has no fsync, and makes each new file readable and writable by every user. This
 * is an internal interface, hence PGlite's pinned version and the tests that count flushes and check
 * permissions.
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
            keepPrivate(module.FS.filesystems.NODEFS);
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

/** Emscripten ignores the umask of the process: it sets the mode of a file after creating it. */
function keepPrivate(files: NodeFilesystem): void {
  for (const operations of [files.node_ops, files.stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      setattr(
        target,
        typeof mode === 'number' ? { ...attributes, mode: mode & ~OTHERS } : attributes,
      );
    };
  }
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
