import type { CurrentUser, Organization } from '../contract/public.ts';

/** One breadcrumb; without `to` it is the current screen. */
export interface Breadcrumb {
  name: string;
  to?: string;
}

/** A screen's title and breadcrumbs, for the page title and the header. */
export interface PageInfo {
  /** The screen's name, such as "Datasets"; the product's name precedes it. */
  title: string;
  breadcrumbs?: readonly Breadcrumb[];
}

/** Something that continues while the user is on other screens, such as an upload. */
export interface Task {
  /** Its subject, such as the names of a dataset and a file. */
  label: string;
  /** Percent, 0 to 100. */
  value: number;
  /** Its progress, such as "45%, about 3 min left". */
  detail: string;
  /** The screen with more about it. */
  to: string;
  /** Called when the user cancels it in the sidebar, or signs out. */
  cancel: () => void;
  /** Called in place of `cancel` when the user signs out, for what can go on later. */
  suspend?: () => void;
}

/** What the shell provides to its remotes. It alone owns the session and the selected organization. */
export interface ShellApi {
  /** The signed-in user; null without one. */
  user: CurrentUser | null;
  /** Id of the selected organization; null without one. */
  organizationId: string | null;
  /** The user's organizations with their roles; undefined until they are loaded. */
  organizations: readonly Organization[] | undefined;
  /** Selects an organization and deletes the cached data of the one before. */
  selectOrganization: (organizationId: string) => void;
  /** Selects an organization as soon as it is among the user's own. */
  selectOrganizationWhenListed: (organizationId: string) => void;
  /** Fetches the current user and the organizations again, after sign-in or a change to either. */
  reloadUser: () => Promise<CurrentUser | null>;
  /** Ends the session, deletes the user's data from the page, and navigates to the sign-in page. */
  signOut: () => Promise<void>;
  setPage: (page: PageInfo) => void;
  /** Shows a task in the sidebar, by id, until it is null. Absent in shells without a place for it. */
  setTask?: (id: string, task: Task | null) => void;
}
