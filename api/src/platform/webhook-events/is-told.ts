/**
 * SQL that is true if the webhook `e` is told of a dataset. One that was made for all is not told of what names people where
 * the organization keeps contents from Owners and Admins, who make webhooks.
 */
export const isTold = (datasetId: string): string => `(${datasetId} = ANY (e.dataset_ids)
  OR (e.dataset_ids IS NULL AND NOT EXISTS (SELECT FROM organizations o
    JOIN datasets k ON k.organization_id = o.id AND k.id = ${datasetId} AND k.access = 'named'
    WHERE o.id = e.organization_id AND o.admins_take_access)))`;
