import type { Carrel } from '@carrel/client';

import type { HashCache } from './files/hash-files.ts';
import type { Terminal } from './terminal.ts';

/** A dataset that commands read and write. */
export interface DatasetPlace {
  id: string;
  name: string;
}

/** What a command that writes into a dataset works with. */
export interface CommandContext {
  /** Works in the organization of the dataset. */
  client: Carrel;
  terminal: Terminal;
  place: DatasetPlace;
  hashes: HashCache;
  signal: AbortSignal;
}

/** What a person asked for. */
export interface SyncOptions {
  /** The folder of the dataset; empty for its root. */
  path: string;
  isRemoving: boolean;
  isDryRun: boolean;
  /** Does not ask. */
  isAgreed: boolean;
  isVerbose: boolean;
  /** The result is JSON. */
  isJson: boolean;
  /** Waits until the documents are processed. */
  isWaiting: boolean;
}
