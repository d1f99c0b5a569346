import type { Directives } from './directives.ts';

/** The bytes of a page as a site sent them. */
export interface WebPageInput {
  bytes: Uint8Array;
  /** Where it came from. */
  url: string;
  /** The encoding that its header names. */
  charset: string | undefined;
  /** Whether its header says that it is a page; else it has to begin as one. */
  isNamedPage: boolean;
}

/** What is read of a page. */
export interface WebPage {
  title: string;
  language: string | undefined;
  author: string | undefined;
  description: string | undefined;
  publishedAt: string | undefined;
  canonical: string | undefined;
  directives: Directives;
  /** Addresses of feeds that it names. */
  feeds: string[];
  /** Addresses of links that may be followed, against the address of the page. */
  links: string[];
  /** The text as HTML, and its length without tags. */
  markup: string;
  textLength: number;
}
