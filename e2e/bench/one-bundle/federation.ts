import * as auth from 'remote-sources/mf-auth/src/routes.tsx';

/*
 * Replaces `shell/src/remotes/federation.ts` in the one-bundle build, the benchmarks' baseline of the
 * federated one. The screens of guests are part of the bundle; every other remote is a chunk, as in
 * any application that is split by routes.
 */
const modules: Record<string, () => Promise<unknown>> = {
  'mf-auth/routes': () => Promise.resolve(auth),
  'mf-account/routes': () =>
    import(/* webpackChunkName: "mf-account" */ 'remote-sources/mf-account/src/routes.tsx'),
  'mf-organizations/routes': () =>
    import(
      /* webpackChunkName: "mf-organizations" */ 'remote-sources/mf-organizations/src/routes.tsx'
    ),
  'mf-organizations/create-organization-dialog': () =>
    import(
      /* webpackChunkName: "create-organization" */ 'remote-sources/mf-organizations/src/organizations/create-organization-dialog.tsx'
    ),
  'mf-datasets/routes': () =>
    import(/* webpackChunkName: "mf-datasets" */ 'remote-sources/mf-datasets/src/routes.tsx'),
  'mf-workspaces/routes': () =>
    import(/* webpackChunkName: "mf-workspaces" */ 'remote-sources/mf-workspaces/src/routes.tsx'),
};

export const DEADLINE_MS = 8000;

/** Every remote is in the bundle already, under its own name. */
export const registerRelease = (remote: string): string => remote;

/** Returns the exports of a remote's module. Rejects where there is none. */
export async function importModule(remote: string, module: string): Promise<unknown> {
  const load = modules[module.replace(/^\./, remote)];
  if (load === undefined) throw new Error(`${remote} has no module ${module}.`);
  return load();
}
