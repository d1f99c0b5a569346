import { databaseLine, longStatements } from './long-statements.ts';
import type { Sample } from './parse-metrics.ts';
import type { Starting } from './starting-file.ts';

/** The state of a server, for an operator. Ages in seconds, sizes in bytes. */
export interface Status {
  address: string;
  state: 'ready' | 'starting' | 'not ready' | 'down';
  /** What it waits for, if it starts on this machine. */
  starting: Starting | undefined;
  /** Of the release that runs; undefined while it starts. */
  version: string | undefined;
  upSeconds: number;
  memoryBytes: number;
  freeBytes: number | undefined;
  databaseUp: boolean;
  /** See `longStatements`. */
  longStatements: number | undefined;
  /** The first problem of the console's registry, and the first thing that is left out of a valid one. */
  registry: { problem?: string; leftOut?: string };
  /** The models that the settings name. */
  models: { use: string; model: string; state: string; reason: string }[];
  requests: { total: number; failed: number; rateLimited: Record<string, number> };
  queues: Record<
    string,
    { waiting: number; active: number; failed: number; oldestSeconds: number }
  >;
  mails: { waiting: number; failed: number; oldestSeconds: number };
  documents: Record<string, number>;
  /** Those with the most documents in progress, the most first. */
  organizations: { id: string; waiting: number; processed: number; stalled: number }[];
}

const sum = (list: readonly Sample[]) => list.reduce((total, { value }) => total + value, 0);

/** Returns the status of a server from its health checks and metrics. */
export function readStatus(
  address: string,
  { isUp, isReady }: { isUp: boolean; isReady: boolean },
  samples: readonly Sample[],
  starting?: Starting,
): Status {
  const all = (name: string) => samples.filter((sample) => sample.name === name);
  const one = (name: string, label?: string) =>
    all(name).find(({ labels }) => label === undefined || labels['state'] === label)?.value;
  const by = (name: string, label: string) =>
    Object.fromEntries(all(name).map(({ labels, value }) => [labels[label] ?? '', value]));
  const requests = all('carrel_http_requests_total');
  const first = (name: string) => all(name)[0]?.labels['problem'];

  const queues: Status['queues'] = {};
  for (const [queue, oldestSeconds] of Object.entries(by('carrel_jobs_oldest_seconds', 'queue'))) {
    const jobs = all('carrel_jobs').filter(({ labels }) => labels['queue'] === queue);
    const count = (state: string) =>
      jobs.find(({ labels }) => labels['state'] === state)?.value ?? 0;
    queues[queue] = {
      waiting: count('waiting'),
      active: count('active'),
      failed: count('failed'),
      oldestSeconds,
    };
  }
  return {
    address,
    state: isReady ? 'ready' : starting ? 'starting' : isUp ? 'not ready' : 'down',
    starting: isReady ? undefined : starting,
    version: all('carrel_info')[0]?.labels['version'],
    upSeconds: one('process_uptime_seconds') ?? 0,
    memoryBytes: one('process_resident_memory_bytes') ?? 0,
    freeBytes: one('carrel_data_free_bytes'),
    databaseUp: one('carrel_database_up') === 1,
    longStatements: longStatements(samples),
    registry: {
      ...labelled('problem', first('carrel_console_registry_problems')),
      ...labelled('leftOut', first('carrel_console_registry_conflicts')),
    },
    models: all('carrel_model_ready').map(({ labels }) => {
      const { use = '', model = '', state = '', reason = '' } = labels;
      return { use, model, state, reason };
    }),
    requests: {
      total: sum(requests),
      failed: sum(requests.filter(({ labels }) => Number(labels['status']) >= 500)),
      rateLimited: by('carrel_rate_limited_total', 'limit'),
    },
    queues,
    mails: {
      waiting: one('carrel_mails', 'waiting') ?? 0,
      failed: one('carrel_mails', 'failed') ?? 0,
      oldestSeconds: one('carrel_mails_oldest_seconds') ?? 0,
    },
    documents: by('carrel_documents', 'status'),
    organizations: all('carrel_organization_documents_waiting').map(({ labels, value }) => {
      const id = labels['organization'] ?? '';
      const of = (name: string) => by(`carrel_organization_documents_${name}`, 'organization')[id];
      return {
        id,
        waiting: value,
        processed: of('processed_total') ?? 0,
        stalled: of('stalled') ?? 0,
      };
    }),
  };
}

const labelled = (key: 'problem' | 'leftOut', text: string | undefined) =>
  text === undefined ? {} : { [key]: text };

/** Returns a status as lines for a terminal; those that need attention start with an exclamation mark. */
export function describeStatus(status: Status): string {
  const { address, state, requests, queues, mails, documents, freeBytes } = status;
  if (status.starting !== undefined) {
    const { doing, seconds } = status.starting;
    return `! ${address} is starting: ${doing}, for ${ageOf(seconds)}.`;
  }
  if (state === 'down') return `! ${address} is not responding: the server is not running there.`;
  const limited = Object.entries(requests.rateLimited);
  const lines: [isTrouble: boolean, what: string, text: string][] = [
    [state !== 'ready', 'Server', `${state} at ${address}, up ${ageOf(status.upSeconds)}`],
    [false, 'Version', status.version ?? 'unknown'],
    databaseLine(status.databaseUp, status.longStatements),
    ...registryLines(status.registry),
    ...modelLines(status.models),
    [false, 'Memory', sizeOf(status.memoryBytes)],
    [
      freeBytes !== undefined && freeBytes < LITTLE_SPACE,
      'Disk',
      freeBytes === undefined ? 'unknown' : `${sizeOf(freeBytes)} free`,
    ],
    [
      requests.failed > 0,
      'Requests',
      `${countOf(requests.total)} since the start, ${countOf(requests.failed)} failed on our side`,
    ],
    [
      limited.length > 0,
      'Rate limits',
      limited.length === 0
        ? 'no requests rejected'
        : `rejected: ${limited.map(([limit, count]) => `${limit} ${countOf(count)}`).join(', ')}`,
    ],
    [
      mails.failed > 0,
      'Mail',
      `${countOf(mails.waiting)} waiting${oldest(mails.oldestSeconds)}, ${countOf(mails.failed)} permanently failed`,
    ],
    ...Object.entries(queues).map(([name, jobs]): (typeof lines)[number] => [
      jobs.failed > 0 || jobs.oldestSeconds > OLD_JOB_SECONDS,
      `Queue ${name}`,
      `${countOf(jobs.waiting)} waiting${oldest(jobs.oldestSeconds)}, ${countOf(jobs.active)} active, ${countOf(jobs.failed)} failed`,
    ]),
    [
      false,
      'Documents',
      Object.entries(documents)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => `${countOf(count)} ${name.replaceAll('_', ' ')}`)
        .join(', ') || 'none',
    ],
    ...status.organizations
      .slice(0, ORGANIZATIONS_MAX)
      .map(({ id, waiting, processed, stalled }): (typeof lines)[number] => [
        stalled > 0,
        `Organization ${id}`,
        `${countOf(waiting)} documents waiting, ${countOf(processed)} processed since the start, ${countOf(stalled)} stalled`,
      ]),
  ];
  const width = Math.max(...lines.map(([, what]) => what.length));
  return lines
    .map(([isTrouble, what, text]) => `${isTrouble ? '!' : ' '} ${what.padEnd(width)}  ${text}`)
    .join('\n');
}

/** Only said where something is wrong. */
function registryLines({ problem, leftOut }: Status['registry']): [true, string, string][] {
  if (problem !== undefined) {
    return [[true, 'Registry', `not valid, the last valid one is in use: ${problem}`]];
  }
  return leftOut === undefined ? [] : [[true, 'Registry', leftOut]];
}

const MODEL_USES: Readonly<Record<string, string>> = {
  embeddings: 'Embedding model',
  rerank: 'Reranking model',
  chat: 'Chat model',
};

const modelLines = (models: Status['models']): [boolean, string, string][] =>
  models.map(({ use, model, state, reason }) => [
    state === 'unavailable',
    MODEL_USES[use] ?? use,
    `${model}, ${state}${reason === '' ? '' : `: ${reason}`}`,
  ]);

/** A queue whose oldest job waits longer than this is stuck. */
const OLD_JOB_SECONDS = 300;
/** Organizations that are shown. */
const ORGANIZATIONS_MAX = 10;
const LITTLE_SPACE = 1024 ** 3;

const countOf = (count: number) => count.toLocaleString('en');

const oldest = (seconds: number) => (seconds < 1 ? '' : ` (the oldest for ${ageOf(seconds)})`);

function ageOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const sizeOf = (bytes: number) =>
  bytes < 1024 ** 3
    ? `${Math.round(bytes / 1024 ** 2)} MiB`
    : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
