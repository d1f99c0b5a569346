import type { CurrentUser, Organization } from '../contract/public.ts';

/** One step of the way to the current screen; without `to` it is the screen itself. */
export interface Breadcrumb {
  name: string;
  to?: string;
}

/** What a screen tells the shell about itself, for the page title and the header. */
export interface PageInfo {
  /** The screen's name, such as "Datasets"; the product's name is put before it. */
  title: string;
  breadcrumbs?: readonly Breadcrumb[];
}

/** Something that goes on while a person looks at other screens, such as an upload. */
export interface Task {
  /** What is worked on, such as the name of a file. */
  label: string;
  /** Percent, 0 to 100. */
  value: number;
  /** How far it is, such as "45%, about 3 min left". */
  detail: string;
  /** The screen that tells more. */
  to: string;
  /** Called when the person signs out. */
  cancel: () => void;
}

/** What the shell gives to its remotes. It alone owns the session and the selected organization. */
export interface ShellApi {
  /** The signed-in person; null when nobody is. */
  user: CurrentUser | null;
  /** Id of the selected organization; null without one. */
  organizationId: string | null;
  /** The person's organizations with their roles; undefined until they are loaded. */
  organizations: readonly Organization[] | undefined;
  /** Selects an organization and drops the data of the one before. */
  selectOrganization: (organizationId: string) => void;
  /** Selects an organization as soon as it appears among the person's own. */
  selectOrganizationWhenListed: (organizationId: string) => void;
  /** Fetches the current user and the organizations again, after sign-in or a change to either. */
  reloadUser: () => Promise<CurrentUser | null>;
  /** Ends the session, drops everything known of the person, and goes to the sign-in page. */
  signOut: () => Promise<void>;
  setPage: (page: PageInfo) => void;
  /** Shows a task in the sidebar, under an id of its own, until it is null. Absent in shells that have no place for it. */
  setTask?: (id: string, task: Task | null) => void;
}
