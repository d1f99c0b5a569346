import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { conflict } from '../../../platform/http/problems.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { OtherIssuer } from '../oidc/provider-metadata.ts';

/** Returns what to tell an Owner about an issuer that could not be read. */
export function discoveryProblem(error: unknown): Problem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return conflict(cause.message);
    if (cause instanceof OtherIssuer || /issuer does not match/.test(cause.message)) {
      return conflict(
        'There is a provider, but it names itself differently. Enter the issuer as the provider shows it, of your own tenant.',
      );
    }
  }
  return conflict('No OpenID provider was found at this address. Check the issuer.');
}
