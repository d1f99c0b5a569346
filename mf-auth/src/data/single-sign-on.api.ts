import { client } from '@carrel/shared/api/guest';
import { pendingLinkSchema, redirectSchema } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const startSso = (input: { email_address: string; return_path: string }) =>
  client.post(signInPaths.sso(), { json: input }).json(redirectSchema);

export const getPendingLink = () => client.get(signInPaths.ssoLink()).json(pendingLinkSchema);

export const linkAccount = () => client.post(signInPaths.ssoLink()).done();
