import type { RemoteRelease } from '@carrel/shared/releases';
import type { Page } from '@playwright/test';

/** A screen that must work while another remote does not. */
export interface OtherScreen {
  heading: string;
  go: (page: Page) => Promise<void>;
}

/** A remote under test, and the screens of others that a user can open while it is broken. */
export interface RemoteRow {
  remote: string;
  /** One of its screens, and the heading of it. */
  path: string;
  heading: string | RegExp;
  asGuest?: boolean;
  /** Expects the navigation's link to be marked or not; absent where there is no link. */
  expectMark?: (page: Page, marked: boolean) => Promise<void>;
  others: readonly OtherScreen[];
}

/** Opens a path without a page load, as a link would: guests have no links on a card. */
export const enter = (path: string) => (page: Page) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** The screens of a release that a signed-in user opens without an id. */
const screensOf = ({ routes }: Pick<RemoteRelease, 'routes'>) =>
  routes.filter(
    ({ path, access }) => !path.includes('/:') && (access === 'user' || access === 'organization'),
  );

/**
 * Returns the row of any remote, by its release and those beside it: its first screen for signed-in users, by
 * its declared title, and one of each of the others. Throws where it has none.
 */
export function rowOfAny(
  name: string,
  remotes: Readonly<Record<string, Pick<RemoteRelease, 'routes'>>>,
): RemoteRow {
  const { [name]: own, ...rest } = remotes;
  if (own === undefined) throw new Error(`${name} is not in the registry.`);
  const [screen] = screensOf(own);
  if (screen === undefined) {
    throw new Error(`${name} has no screen for signed-in users that needs no id.`);
  }
  const others = Object.values(rest).flatMap((release) =>
    screensOf(release)
      .filter(({ title }) => title !== undefined)
      .slice(0, 1)
      .map(({ path, title = '' }) => ({ heading: title, go: enter(path) })),
  );
  return { remote: name, path: screen.path, heading: screen.title ?? /./, others };
}
