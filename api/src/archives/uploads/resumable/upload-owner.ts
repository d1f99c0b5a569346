import type { ApiContext } from '../../../http/api-context.ts';
import { forbidden } from '../../../http/problems.ts';

/** Whose uploads are read and changed: nobody sees those of others. */
export interface UploadOwner {
  organizationId: string;
  accountId: string;
}

/** @throws {Problem} 403 for an API key, which sends a file in one request. */
export function ownerOf(c: ApiContext): UploadOwner {
  if (c.get('key') !== undefined) {
    throw forbidden('Uploads in parts cannot be finished with an API key. Send the file at once.');
  }
  return { organizationId: c.get('organization').id, accountId: c.get('account').id };
}
