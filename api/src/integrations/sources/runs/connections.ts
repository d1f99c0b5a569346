import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { SourceContext } from '../source-kind.ts';
import { createAddressPolicy } from '../../../platform/outgoing/address-policy.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import { guardedConnect } from '../../../platform/outgoing/guarded-connect.ts';
import { sourceErrorOf } from '../http/failures.ts';
import { createSourceHttp } from '../http/source-http.ts';
import { loadKind } from '../kinds-table.ts';
import { isFolderExcluded } from '../objects/filter.ts';
import { foldersOf } from '../offered-kinds.ts';
import { createPageReader, type PageWorkers } from './page-reader.ts';
import { withSourceErrors } from './source-errors.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { OpenConnection } from './send-objects.ts';

/** Time after which a connection that no step uses is closed. */
const IDLE_MILLISECONDS = 30_000;
const CONNECT_MILLISECONDS = 20_000;
/** Bytes of an archive besides those of its files. */
const ARCHIVE_HEAD_BYTES = 64 * 1024;

/** What of a run, or of a source that is tried, a connection needs. */
export type Connected = Pick<ClaimedRun, 'organizationId' | 'sourceId' | 'runId'> & {
  source: Pick<ClaimedRun['source'], 'kind' | 'place' | 'filter'>;
};

/** What signs in for a source. */
export interface Credentials {
  secret: SourceContext['secret'];
  accessToken: SourceContext['accessToken'];
}

/** Connections of the runs that this process works on, kept between their steps. */
export interface Connections {
  /** @throws {SourceError} */
  open(run: Connected): Promise<OpenConnection>;
  /** Ends the connection of a run, and deletes its folder. */
  close(runId: string): Promise<void>;
  closeAll(): Promise<void>;
}

interface Kept extends OpenConnection {
  end(): Promise<void>;
  idle: NodeJS.Timeout;
}

export function createConnections(
  { settings, log }: Pick<Dependencies, 'settings' | 'log'>,
  workers: PageWorkers['workers'],
  folder: string,
  credentialsOf: (run: Connected, http: SourceContext['http']) => Promise<Credentials>,
  load = loadKind,
): Connections {
  const policy = createAddressPolicy({ privateNetworks: settings.sourceNetworks });
  const kept = new Map<string, Kept>();
  const close = async (runId: string) => {
    const found = kept.get(runId);
    kept.delete(runId);
    clearTimeout(found?.idle);
    await found?.end();
  };
  const connect = async (run: Connected): Promise<Kept> => {
    const { kind: name, place, filter } = run.source;
    const kind = await load(name);
    const ending = new AbortController();
    const { signal } = ending;
    const http = createSourceHttp({ policy, signal });
    const workFolder = join(folder, run.runId);
    await mkdir(workFolder, { recursive: true });
    const objectBytesMax = Math.min(
      filter.sizeMax ?? Number.POSITIVE_INFINITY,
      settings.maxUploadBytes - ARCHIVE_HEAD_BYTES,
    );
    const end = async () => {
      ending.abort();
      http.close();
      await rm(workFolder, { recursive: true, force: true });
    };
    try {
      const connection = await kind.open(place, {
        ...(await credentialsOf(run, http)),
        http,
        connect: (target) =>
          guardedConnect(policy, target, {
            timeoutMilliseconds: CONNECT_MILLISECONDS,
            signal,
          }).catch((error: unknown) => {
            throw sourceErrorOf(error, { isCancelled: signal.aborted, isSlow: false });
          }),
        readWebPage: createPageReader(
          { workers, allowance: settings.documentAllowance },
          run,
          signal,
        ),
        workFolder,
        objectBytesMax,
        signal,
        allowedFolders: foldersOf(settings, run.organizationId),
        isLeftOut: (path) => isFolderExcluded(filter, path),
        log,
        now: () => new Date(),
      });
      return {
        connection: withSourceErrors(connection, log),
        concurrency: kind.concurrency,
        tokensAreContents: kind.tokensAreContents,
        isListSorted: kind.isListSorted === true,
        objectBytesMax,
        end: async () => {
          try {
            await connection.close?.();
          } catch (error) {
            log.warn('a source was not closed', {
              reason: error instanceof Error ? error.message : '',
            });
          }
          await end();
        },
        idle: setTimeout(() => undefined, 0),
      };
    } catch (error) {
      await end();
      throw error;
    }
  };
  return {
    open: async (run) => {
      const found = kept.get(run.runId) ?? (await connect(run));
      clearTimeout(found.idle);
      found.idle = setTimeout(() => {
        close(run.runId).catch((error: unknown) => log.error('a source was not closed', error));
      }, IDLE_MILLISECONDS).unref();
      kept.set(run.runId, found);
      return found;
    },
    close,
    closeAll: async () => {
      await Promise.all([...kept.keys()].map(close));
    },
  };
}
