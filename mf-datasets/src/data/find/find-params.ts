import {
  DOCUMENT_KIND_NAMES,
  FIND_SORTS,
  FOLDER_SORTS,
  METADATA_CONDITIONS_MAX,
  METADATA_PARAMETER,
} from '@carrel/shared/contract';
import type {
  DocumentKind,
  FindDocumentsQuery,
  FindSort,
  FindStatus,
  MetadataCondition,
} from '@carrel/shared/contract';
import { dayOf } from '@carrel/shared/search';
import type { ParamsCodec } from '@carrel/shared/search';

import type { FolderOrder } from '../documents.queries.ts';
import { STATUS_NAMES } from './status-names.ts';

/** Which documents are listed, as the query of the URL holds it. */
export interface FindParams {
  q: string;
  /** The folder that is looked in; empty for the whole dataset. It is no filter by itself. */
  path: string;
  status: FindStatus | null;
  kind: readonly DocumentKind[];
  /** The first and the last day of a change, as "2026-11-01". Empty for no limit. */
  from: string;
  to: string;
  /** In bytes. */
  min: number | null;
  max: number | null;
  metadata: readonly MetadataCondition[];
  /** Only documents that have text by OCR. */
  ocr: boolean;
  /** Only documents that an older reader has read. */
  older_reader: boolean;
  /** Null for the order of paths. */
  sort: FindSort | null;
  order: 'asc' | 'desc';
}

/** A longer encoded text is looked for, but not kept: servers refuse URLs of 16 kB. */
const URL_TEXT_MAX = 4000;
const Q_MAX = 1000;

const oneOf = <Value extends string>(text: string | null, values: readonly Value[]) =>
  values.find((value) => value === text) ?? null;

function bytesOf(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `metadata.author=Ann` asks for documents by Ann. */
function conditionsOf(query: URLSearchParams): MetadataCondition[] {
  const found = [...query].flatMap(([name, value]) => {
    const key = name.startsWith(METADATA_PARAMETER) ? name.slice(METADATA_PARAMETER.length) : '';
    return key === '' || value === '' ? [] : [{ key, value }];
  });
  return found.slice(0, METADATA_CONDITIONS_MAX);
}

/** Returns what the query of a URL asks for; what it cannot mean is left out. */
export function readFindParams(query: URLSearchParams): FindParams {
  const kinds = (query.get('kind') ?? '').split(',');
  return {
    q: query.get('q') ?? '',
    path: query.get('path') ?? '',
    status: oneOf(query.get('status'), STATUS_NAMES),
    kind: DOCUMENT_KIND_NAMES.filter((kind) => kinds.includes(kind)),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
    min: bytesOf(query.get('min')),
    max: bytesOf(query.get('max')),
    metadata: conditionsOf(query),
    ocr: query.get('ocr') === 'true',
    older_reader: query.get('older_reader') === 'true',
    sort: oneOf(query.get('sort'), FIND_SORTS),
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/** Returns the query of a URL that asks for this. What is of other screens stays. */
function writeFindParams(before: URLSearchParams, params: FindParams): URLSearchParams {
  const texts: Record<Exclude<keyof FindParams, 'metadata'>, string> = {
    q: encodeURIComponent(params.q.toWellFormed()).length > URL_TEXT_MAX ? '' : params.q,
    path: params.path,
    status: params.status ?? '',
    kind: params.kind.join(','),
    from: params.from,
    to: params.to,
    min: params.min === null ? '' : String(params.min),
    max: params.max === null ? '' : String(params.max),
    ocr: params.ocr ? 'true' : '',
    older_reader: params.older_reader ? 'true' : '',
    sort: params.sort ?? '',
    order: params.order === 'asc' ? '' : params.order,
  };
  const query = new URLSearchParams(before);
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') query.delete(name);
    else query.set(name, text);
  }
  for (const { key } of conditionsOf(before)) query.delete(METADATA_PARAMETER + key);
  for (const { key, value } of params.metadata) query.append(METADATA_PARAMETER + key, value);
  return query;
}

/** How the screen's search is kept in the URL. Before the first text, it shows the folder. */
export const FIND_CODEC: ParamsCodec<FindParams> = {
  read: readFindParams,
  write: writeFindParams,
  onText: (params) => params,
  showsWithoutText: true,
};

/** What clears everything but the folder. */
export const NOTHING_ASKED: Omit<FindParams, 'path'> = {
  q: '',
  status: null,
  kind: [],
  from: '',
  to: '',
  min: null,
  max: null,
  metadata: [],
  ocr: false,
  older_reader: false,
  sort: null,
  order: 'asc',
};

/** Whether a list of found documents takes the place of the folder. A folder is ordered, too. */
export const isFinding = (params: FindParams) =>
  params.q.trim() !== '' ||
  filterCount(params) > 0 ||
  params.sort === 'path' ||
  params.sort === 'changed';

/** Returns how many filters apply: the text, the folder and the order are none. */
export const filterCount = ({
  status,
  kind,
  from,
  to,
  min,
  max,
  metadata,
  ocr,
  older_reader,
}: FindParams) =>
  Number(ocr) +
  Number(older_reader) +
  kind.length +
  metadata.length +
  [status, min, max].filter((value) => value !== null).length +
  [from, to].filter((day) => day !== '').length;

/** Returns the order of a folder that the URL asks for. */
export const folderOrderOf = ({
  sort,
  order,
}: Pick<FindParams, 'sort' | 'order'>): FolderOrder => ({
  sort: FOLDER_SORTS.find((one) => one === sort) ?? 'name',
  order,
});

/** Returns the start of a day of the person's time zone, or of one after it. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** Returns the request for what is asked. */
export function findQueryOf(params: FindParams): FindDocumentsQuery {
  const { q, path, status, kind, from, to, min, max, metadata, sort, order } = params;
  const { ocr, older_reader } = params;
  return {
    q: q.trim().slice(0, Q_MAX),
    folder: path,
    ...(status === null ? {} : { status }),
    kind,
    ...(metadata.length === 0 ? {} : { metadata }),
    ...(ocr ? { ocr } : {}),
    ...(older_reader ? { older_reader } : {}),
    ...(from === '' ? {} : { changed_from: startOf(from) }),
    ...(to === '' ? {} : { changed_to: startOf(to, 1) }),
    ...(min === null ? {} : { size_min: min }),
    ...(max === null ? {} : { size_max: max }),
    ...(sort === null ? {} : { sort }),
    ...(order === 'asc' ? {} : { order }),
  };
}
