import { FAILED_RUNS_TOLD } from '@carrel/shared/contract/sources';

import { accessRequestsOf } from '../../content/access/access-requests.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';

/** Tells that the last runs of a source have failed. `reference` is the source. */
export const sourceFailedMail: Mail = {
  kind: 'source-failed',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [source] = await tx.query<{
      name: string;
      dataset: string;
      dataset_id: string;
      organization: string;
      error: string | null;
    }>(
      `SELECT s.name, d.name AS dataset, d.id AS dataset_id, o.name AS organization,
         (SELECT r.error FROM source_runs r WHERE r.organization_id = s.organization_id AND r.source_id = s.id
          ORDER BY r.number DESC LIMIT 1) AS error
       FROM sources s
       JOIN datasets d ON d.organization_id = s.organization_id AND d.id = s.dataset_id AND d.removed_at IS NULL
       JOIN organizations o ON o.id = s.organization_id AND o.deleted_at IS NULL
       WHERE s.id = $1 AND s.deleted_at IS NULL AND s.failed_runs >= ${FAILED_RUNS_TOLD}`,
      [reference],
    );
    if (source === undefined) return undefined;
    const { name, dataset, dataset_id: id, organization, error } = source;
    return writeMessage({
      to: address,
      subject: `The source ${name} could not be read`,
      before: [
        'Hello,',
        `The last ${FAILED_RUNS_TOLD} runs of the source ${name} of the dataset ${dataset} of the organization ${organization} have failed. Its documents stay as they were.`,
      ],
      facts: error === null ? [] : [`Reason: ${error}`],
      link: { label: 'View the source', url: `${publicUrl}/datasets/${id}/sources` },
      after: [
        'Runs go on as they are scheduled. You are told again only after one that did not fail.',
        'You receive this because you can change the dataset.',
      ],
    });
  },
};

/** Returns the addresses of those who are told of a source: who decides about access to its dataset. */
export const recipientsOf = (
  tx: Queryable,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
): Promise<string[]> =>
  accessRequestsOf(tx, organizationId, { kind: 'dataset', id: datasetId }).deciders();
