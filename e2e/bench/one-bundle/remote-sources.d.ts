/** The sources of the remotes, by their folders; `build-one-bundle.ts` says where they are. */
declare module 'remote-sources/*';
