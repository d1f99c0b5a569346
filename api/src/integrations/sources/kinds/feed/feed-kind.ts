import type { SourceKind } from '../../source-kind.ts';
import { createFeedConnection } from './feed-connection.ts';

/**
 * Entries of a feed of RSS or Atom. A feed shows the newest ones only: those that are no longer in it are kept.
 */
export const feedKind: SourceKind<'feed'> = {
  kind: 'feed',
  secretGoesTo: ({ url }) => new URL(url).origin,
  concurrency: 1,
  tokensAreContents: true,
  open: (place, context) => Promise.resolve(createFeedConnection(place, context)),
};
