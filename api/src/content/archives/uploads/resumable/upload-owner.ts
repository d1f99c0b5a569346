import { callerId } from '../../../../platform/access/caller.ts';
import type { ApiContext } from '../../../../platform/http/api-context.ts';

/** Whose uploads are read and changed, an account or an API key: nobody sees those of others. */
export interface UploadOwner {
  organizationId: string;
  callerId: string;
  isKey: boolean;
}

export function ownerOf(c: ApiContext): UploadOwner {
  return {
    organizationId: c.get('organization').id,
    callerId: callerId(c),
    isKey: c.get('key') !== undefined,
  };
}
