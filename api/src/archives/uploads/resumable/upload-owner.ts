import type { ApiContext } from '../../../http/api-context.ts';

/** Whose uploads are read and changed: nobody sees those of others. */
export interface UploadOwner {
  organizationId: string;
  accountId: string;
}

export const ownerOf = (c: ApiContext): UploadOwner => ({
  organizationId: c.get('organization').id,
  accountId: c.get('account').id,
});
