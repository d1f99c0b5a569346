/**
 * The version of the readers, which is stored with each document that they read. Raise it with a change by
 * which files of people have other text: one that was lost, or stood in another place. Then every document
 * of before says that it was read by an older reader, and people process those again that they need; so one
 * release raises it once, and no change does that only makes a reader faster or refuses more.
 *
 * 0: the version was not stored.
 * 1: readers of its own for Word, Excel, PowerPoint, OpenDocument, EPUB, HTML and Markdown; layout of PDFs.
 */
export const READER_VERSION = 1;
