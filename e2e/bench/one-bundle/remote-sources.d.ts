/** The sources of the remotes, an alias that `build-one-bundle.ts` sets. */
declare module 'remote-sources/*';
