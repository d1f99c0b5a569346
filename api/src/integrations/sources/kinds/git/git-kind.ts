import type { SourceKind } from '../../source-kind.ts';
import { BATCH_FILES_MAX } from './blob-batches.ts';
import { createGitConnection } from './git-connection.ts';
import { createGitServer } from './protocol/git-server.ts';

/** Files of a branch of a Git repository, by https. */
export const gitKind: SourceKind<'git'> = {
  kind: 'git',
  secretGoesTo: ({ url }) => new URL(url).origin,
  concurrency: BATCH_FILES_MAX,
  tokensAreContents: true,
  open: (place, context) =>
    Promise.resolve(
      createGitConnection(place, context, { server: createGitServer(place.url, context) }),
    ),
};
