/** A space of a wiki. */
export interface WikiSpace {
  id: string;
  key: string;
  name: string;
}

export interface WikiPage {
  id: string;
  title: string;
  /** The page or folder that it is below. */
  parent?: string | undefined;
  version: number;
  /** When that version was made. */
  at?: string | undefined;
  author?: string | undefined;
  url?: string | undefined;
  /** Who may read it, where it is limited itself and the API tells. */
  readers?: { groups: string[]; people: string[] } | undefined;
}

export interface WikiAttachment {
  id: string;
  title: string;
  version: number;
  at?: string | undefined;
  size?: number | undefined;
  url?: string | undefined;
}

/** A part of a list. `next` is where it goes on. */
export interface WikiPart<Item> {
  items: Item[];
  next?: string | undefined;
}

/** What both APIs of Confluence tell. Its calls throw {SourceError}. */
export interface Wiki {
  /** Spaces with these keys; all that the account sees where there are none. */
  spaces(keys: readonly string[], from: string | undefined): Promise<WikiPart<WikiSpace>>;
  pages(space: WikiSpace, from: string | undefined): Promise<WikiPart<WikiPage>>;
  /** A page or folder that others are below; undefined for one that the account does not see. */
  parent(id: string): Promise<WikiPage | undefined>;
  attachments(page: string, from: string | undefined): Promise<WikiPart<WikiAttachment>>;
  /** A page as HTML, without what is around it. */
  html(page: string): Promise<{ title: string; html: string }>;
  download(page: string, attachment: string): Promise<AsyncIterable<Uint8Array>>;
}

export const PAGES_AT_ONCE = 25;
export const ATTACHMENTS_AT_ONCE = 100;
