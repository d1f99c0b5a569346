// What screens for guests use. The sign-in page loads the rest of the client after itself.
export { isApiError, messageOf } from '../api-error.ts';
export { client } from '../client/client.ts';
export { describeFailure } from '../describe-failure.ts';
export { useInvitation } from '../use-invitation.ts';
export { useSubmit } from '../use-submit.ts';
