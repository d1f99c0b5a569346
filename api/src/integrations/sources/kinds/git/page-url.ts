type PageOf = (repository: string, branch: string, path: string) => string;

/** How addresses of pages of files are made, by the host or how it begins. */
const PAGES: readonly { hosts: RegExp; page: PageOf }[] = [
  {
    hosts: /^github\.com$/,
    page: (repository, branch, path) => `${repository}/blob/${branch}/${path}`,
  },
  {
    hosts: /^gitlab\./,
    page: (repository, branch, path) => `${repository}/-/blob/${branch}/${path}`,
  },
  {
    hosts: /^(?:codeberg\.org$|gitea\.|forgejo\.|codeberg\.)/,
    page: (repository, branch, path) => `${repository}/src/branch/${branch}/${path}`,
  },
  {
    hosts: /^bitbucket\.org$/,
    page: (repository, branch, path) => `${repository}/src/${branch}/${path}`,
  },
];

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Where people read files of a branch, at providers whose pages are known. */
export function pageUrls(
  address: string,
  branch: string | undefined,
): ((path: string) => string) | undefined {
  const url = new URL(address);
  const page = PAGES.find(({ hosts }) => hosts.test(url.hostname))?.page;
  if (page === undefined || branch === undefined) return undefined;
  const repository = `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')}`;
  return (path) => page(repository, encoded(branch), encoded(path.toWellFormed()));
}
