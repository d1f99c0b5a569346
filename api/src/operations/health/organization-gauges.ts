import type { Dependencies } from '../../platform/dependencies.ts';
import type { Gauge } from '../../platform/http/metrics/metrics.ts';
import { processedOf } from '../../processing/context/processed-counts.ts';
import { STALLED_SECONDS } from '../../processing/context/stage-watch.ts';

/** Organizations with the most documents in progress that are reported. */
const REPORTED_MAX = 20;

interface Row {
  id: string;
  documents: number;
  archives: number;
  stalled: number;
}

/** Returns what waits by organization, and what this process has finished of each. */
export async function readOrganizations({ database, queue }: Dependencies): Promise<Gauge[]> {
  const rows = await database.query<Row>(
    `SELECT o.id, o.documents, (
         SELECT count(*) FROM archives a
         WHERE a.organization_id = o.id AND a.status IN ('pending', 'processing')
       ) AS archives, (
         SELECT count(*) FROM stalled_documents s
         WHERE s.organization_id = o.id AND s.seen_at > now() - $2 * interval '1 second'
       ) AS stalled
     FROM (
       SELECT organization_id AS id, sum(ingested + partitioned + chunked)::float8 AS documents
       FROM dataset_counts GROUP BY 1 HAVING sum(ingested + partitioned + chunked) > 0
         OR EXISTS (
           SELECT FROM archives a WHERE a.organization_id = dataset_counts.organization_id
             AND a.status = 'pending'
         )
       ORDER BY documents DESC, id LIMIT $1
     ) o ORDER BY o.documents DESC, o.id`,
    [REPORTED_MAX, STALLED_SECONDS],
  );
  const gauge = (name: string, help: string, value: (row: Row) => number): Gauge => ({
    name,
    help,
    values: rows.map((row) => [labelOf(row.id), value(row)]),
  });
  return [
    gauge(
      'carrel_organization_documents_waiting',
      'Documents in progress of the organizations that have the most.',
      ({ documents }) => documents,
    ),
    gauge(
      'carrel_organization_archives_waiting',
      'Archives of these organizations that wait or are processed.',
      ({ archives }) => archives,
    ),
    gauge(
      'carrel_organization_documents_stalled',
      'Documents of these organizations whose stage takes much longer than usual.',
      ({ stalled }) => stalled,
    ),
    {
      name: 'carrel_organization_documents_processed_total',
      help: 'Documents that this process has finished, ready or failed, of the organizations served last.',
      type: 'counter',
      values: [...processedOf(queue)].map(([id, count]) => [labelOf(id), count]),
    },
  ];
}

const labelOf = (id: string) => `organization="${id}"`;
