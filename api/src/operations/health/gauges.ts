import { statfs } from 'node:fs/promises';

import { DOCUMENT_STATUSES } from '@carrel/shared/contract';

import type { Dependencies } from '../../platform/dependencies.ts';
import type { Gauge } from '../../platform/http/metrics/metrics.ts';
import { registryGauges } from '../console/registry-gauges.ts';
import { modelGauges } from './model-gauges.ts';
import { readOrganizations } from './organization-gauges.ts';
import { replicaGauges } from './replica-gauges.ts';
import { VERSION } from '../../platform/version.ts';
import { stepCountsOf } from '../../jobs/steps.ts';
import { refusalsOf } from '../../platform/http/limits/rate-limit.ts';

/** Returns the gauges of `/metrics`: queues, mails, documents, rate limits, disk and database. */
export async function readGauges(dependencies: Dependencies): Promise<Gauge[]> {
  const { database, settings } = dependencies;
  const stored = await readDatabase(dependencies).catch(() => undefined);
  const steps = [...stepCountsOf(database)];
  const free = await statfs(settings.dataDirectory).catch(() => undefined);
  return [
    {
      name: 'carrel_info',
      help: 'The version of this process, as a label; always 1.',
      values: [[`version="${VERSION}"`, 1]],
    },
    {
      name: 'carrel_database_up',
      help: 'Whether the database answers.',
      values: [['', stored === undefined ? 0 : 1]],
    },
    {
      name: 'carrel_rate_limited_total',
      help: 'Requests of this process that a rate limit rejected.',
      type: 'counter',
      values: [...refusalsOf(database)].map(([limit, count]) => [`limit="${limit}"`, count]),
    },
    {
      name: 'carrel_step_runs_total',
      help: 'Runs in this process of what it does from time to time, by step and result.',
      type: 'counter',
      values: steps.flatMap(([step, { done, failed }]) =>
        Object.entries({ done, failed }).map(
          ([result, count]) => [`step="${step}",result="${result}"`, count] as const,
        ),
      ),
    },
    {
      name: 'carrel_step_seconds',
      help: 'Duration of the last run of a step in this process.',
      values: steps.map(([step, { seconds }]) => [`step="${step}"`, seconds]),
    },
    {
      name: 'carrel_data_free_bytes',
      help: 'Space that is left where DATA_DIR is.',
      values: free === undefined ? [] : [['', free.bavail * free.bsize]],
    },
    ...modelGauges(dependencies.models),
    ...replicaGauges(database),
    ...(await registryGauges(settings.console.folder)),
    ...(stored ?? []),
  ];
}

async function readDatabase(dependencies: Dependencies): Promise<Gauge[]> {
  const { database, queue } = dependencies;
  const jobs = Object.entries(await queue.counts());
  const [mail] = await database.query<{ waiting: number; failed: number; oldest: number }>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL AND due_at <= now()) AS waiting,
       count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed,
       coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE failed_at IS NULL AND due_at <= now())), 0)::float8 AS oldest
     FROM outbox WHERE sent_at IS NULL`,
  );
  const [limits] = await database.query<{ open: number }>(
    'SELECT count(*) AS open FROM rate_limits WHERE window_ends_at > now()',
  );
  const [documents] = await database.query<Record<string, number>>(
    `SELECT ${DOCUMENT_STATUSES.map((status) => `coalesce(sum(${status}), 0)::float8 AS ${status}`).join(', ')}
     FROM dataset_counts`,
  );
  return [
    {
      name: 'carrel_jobs',
      help: 'Jobs of a queue, by state.',
      values: jobs.flatMap(([name, { waiting, active, failed }]) =>
        Object.entries({ waiting, active, failed }).map(
          ([state, count]) => [`queue="${name}",state="${state}"`, count] as const,
        ),
      ),
    },
    {
      name: 'carrel_jobs_oldest_seconds',
      help: 'Age of the oldest job that could be worked on and is not.',
      values: jobs.map(([name, { oldestSeconds }]) => [`queue="${name}"`, oldestSeconds]),
    },
    {
      name: 'carrel_mails',
      help: 'Messages of the outbox that have not left: waiting, or permanently failed.',
      values: [
        ['state="waiting"', mail?.waiting ?? 0],
        ['state="failed"', mail?.failed ?? 0],
      ],
    },
    {
      name: 'carrel_mails_oldest_seconds',
      help: 'Age of the oldest message that waits.',
      values: [['', mail?.oldest ?? 0]],
    },
    {
      name: 'carrel_rate_limit_windows',
      help: 'Windows of time in which somebody is counted, of all instances.',
      values: [['', limits?.open ?? 0]],
    },
    {
      name: 'carrel_documents',
      help: 'Documents of all datasets, by status.',
      values: DOCUMENT_STATUSES.map((status) => [`status="${status}"`, documents?.[status] ?? 0]),
    },
    ...(await readOrganizations(dependencies)),
  ];
}
