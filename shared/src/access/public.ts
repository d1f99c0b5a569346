/**
 * Who may see a dataset or workspace. Remotes bundle this room: it is no module that the host provides, and it
 * imports the other rooms by their names.
 */
export { LazyAccessPanel } from './lazy-access-panel.tsx';
export { LazyKeptScreen } from './kept/lazy-kept-screen.tsx';
export { KnownOrMissing } from './requests/known-or-missing.tsx';
export { useIsKnown } from './requests/use-is-known.ts';
