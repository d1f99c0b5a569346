import { client } from '@carrel/shared/api';
import { pendingLinkSchema, redirectSchema } from '@carrel/shared/contract/sign-in';
import { apiPaths } from '@carrel/shared/paths';

export const startSso = (input: { email_address: string; return_path: string }) =>
  client.post(apiPaths.sso(), { json: input }).json(redirectSchema);

export const getPendingLink = () => client.get(apiPaths.ssoLink()).json(pendingLinkSchema);

export const linkAccount = () => client.post(apiPaths.ssoLink()).done();
