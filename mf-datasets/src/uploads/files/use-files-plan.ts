import { MOVED_HERE } from '@carrel/shared/contract/archive-rules';
import { compareFiles, filesToCompare, planUpload, prepareFiles } from '@carrel/shared/packing';
import type {
  Hashes,
  PathOutcome,
  PreparedFile,
  PreparedFiles,
  UploadPlan,
} from '@carrel/shared/packing';
import { useOrganizationId } from '@carrel/shared/shell';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useMemo } from 'react';

import { manifestQuery } from '../plan/use-upload-plan.ts';
import { composeFiles } from './compose-files.ts';
import type { FilePack } from './compose-files.ts';
import type { FileSource } from './file-source.ts';
import { filesReadAtom } from './files-read.atoms.ts';
import { readSource } from './found-files.ts';
import type { FoundFile } from './found-files.ts';
import { hashFiles } from './pack/hash-files.ts';

/** The files stay as they were when they were chosen, and no network is used. */
const OF_FILES = {
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
  networkMode: 'always',
  structuralSharing: false,
} as const;

/** The state of the plan for chosen files. */
export type FilesPlan =
  | { state: 'none' | 'collecting' | 'comparing' }
  | {
      state: 'ready';
      /** Undefined where the documents of the dataset are not known: the server decides. */
      plan: UploadPlan | undefined;
      /** What is sent, and the files that it is made of; undefined until all are read. */
      sending: { zip: File; parts: readonly Blob[] } | undefined;
      count: number;
      mayRemove: boolean;
    };

interface FilesTarget {
  datasetId: string;
  folder: string;
  /** Whether documents of the folder that are not among the files are removed. */
  isRemoving: boolean;
  /** Changes when the files are to be read once more. */
  attempt: number;
}

/**
 * Reads chosen files, and returns what uploading them into a folder will do, without sending anything. Those
 * that may be unchanged are read first, for the plan; the others while a person looks at it.
 */
export function useFilesPlan(
  sources: readonly FileSource[],
  { datasetId, folder, isRemoving, attempt }: FilesTarget,
): FilesPlan {
  const organizationId = useOrganizationId();
  const hasSources = sources.length > 0;
  const manifest = useQuery({ ...manifestQuery(organizationId, datasetId), enabled: hasSources });
  const present = manifest.data ?? (manifest.isError ? NOTHING_KNOWN : undefined);
  const key = [datasetId, folder, ...sources.map(({ id }) => id), attempt];
  const { data: prepared } = useQuery({
    queryKey: ['chosen-files', ...key],
    queryFn: hasSources ? async () => prepareFiles(await readAll(sources), folder) : skipToken,
    ...OF_FILES,
  });
  const setDone = useSetAtom(filesReadAtom);
  const known = [...key, manifest.dataUpdatedAt, manifest.isError];
  const isPlannable = prepared !== undefined && present !== undefined;
  const { data: planned } = useQuery({
    queryKey: ['planned-files', ...known],
    queryFn: isPlannable
      ? async ({ signal }) => {
          const compared = filesToCompare(prepared, present);
          const { hashes } = await hashPrepared(compared, { setDone, signal });
          return { hashes, compared: await compareFiles(prepared, hashes, present) };
        }
      : skipToken,
    ...OF_FILES,
  });
  const { data: complete } = useQuery({
    queryKey: ['composed-files', ...known],
    queryFn:
      isPlannable && planned !== undefined
        ? async ({ signal }) => {
            const others = prepared.files.filter(({ path }) => !planned.hashes.has(path));
            // Without a document they are sent in any case.
            const progress = { setDone, signal, before: planned.hashes, isPacking: true };
            const { hashes, packs } = await hashPrepared(others, progress);
            const compared = await compareFiles(prepared, hashes, present);
            const name = archiveNameOf(prepared, folder);
            const zip = await composeFiles(compared, { hashes, packs, name });
            const packed = new Set(packs.flatMap(({ files }) => files));
            const parts = [...compared.sent].filter((each) => !packed.has(each));
            return { compared, zip, parts: parts.map(({ file }) => file) };
          }
        : skipToken,
    ...OF_FILES,
  });
  const comparison = (complete ?? planned)?.compared.comparison;
  const mayRemove =
    manifest.data?.isPartialKnown === true && comparison?.entries.every(isRead) === true;
  const plan = useMemo(
    () => comparison && planUpload(comparison, isRemoving && mayRemove, folder),
    [comparison, isRemoving, mayRemove, folder],
  );

  if (!hasSources) return { state: 'none' };
  if (prepared === undefined) return { state: 'collecting' };
  if (comparison === undefined) return { state: 'comparing' };
  const count = prepared.files.length;
  return {
    state: 'ready',
    plan: manifest.data === undefined ? undefined : plan,
    sending: complete,
    count,
    mayRemove,
  };
}

interface HashOptions {
  setDone: (done: number) => void;
  signal: AbortSignal;
  /** Files that were hashed earlier. */
  before?: Hashes;
  /** Whether small files are packed for sending. */
  isPacking?: boolean;
}

/** Returns these hashes and those from before, and packs of small files. */
async function hashPrepared(
  files: readonly PreparedFile<File>[],
  { setDone, signal, before = new Map(), isPacking = false }: HashOptions,
): Promise<{ hashes: Hashes; packs: FilePack[] }> {
  setDone(before.size);
  const { hashes, packs } = await hashFiles(
    files.map(({ path, file }) => (isPacking ? { file, packAs: path } : { file })),
    (done) => setDone(before.size + done),
    signal,
  );
  return {
    hashes: new Map([...before, ...files.map(({ path }, at) => [path, hashes[at]] as const)]),
    packs: packs.map(({ blob, places }) => ({
      blob,
      files: places.flatMap((place) => files[place] ?? []),
    })),
  };
}

const NOTHING_KNOWN = { documents: [] };

/** Whether it is known that the file is there: one at whose path another document is counts as well. */
const isRead = ({ outcome, reason }: PathOutcome) => outcome !== 'refused' || reason === MOVED_HERE;

/** A file that is chosen again takes the place of the earlier one. */
async function readAll(sources: readonly FileSource[]): Promise<FoundFile[]> {
  const found = (await Promise.all(sources.map(readSource))).flat();
  return [...new Map(found.map((each) => [each.path, each])).values()];
}

/** Names the archive in the history: as the only file, the only folder, or the number of files. */
function archiveNameOf({ files }: PreparedFiles<File>, folder: string): string {
  const within = folder === '' ? 0 : folder.length + 1;
  const names = new Set(files.map(({ path }) => path.slice(within).split('/')[0]));
  const [name] = names;
  return names.size === 1 && name !== undefined ? `${name}.zip` : `${files.length} files.zip`;
}
