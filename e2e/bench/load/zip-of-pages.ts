import { buildZip } from '../../support/build-zip.ts';

/** Returns a short page of Markdown, different for each number and edition. */
export function pageOfMarkdown(number: number, edition = ''): string {
  const about = `Topic ${number}${edition}`;
  const paragraph = (part: number) =>
    `${about} has a part ${part}, which says what is to be known of it. It refers to number ${number * part} of the library, and to what was said before.`;
  return `# ${about}\n\n${paragraph(1)}\n\n## Details\n\n${paragraph(2)}\n\n- one\n- two\n\n${paragraph(3)}\n`;
}

/** Returns an archive of `count` pages in fifty folders, below `folder`. */
export function zipOfPages(count: number, { folder = '', edition = '' } = {}): Buffer<ArrayBuffer> {
  return Buffer.from(
    buildZip(
      Array.from({ length: count }, (_, number) => ({
        name: `${folder}folder-${number % 50}/page-${number}.md`,
        content: pageOfMarkdown(number, edition),
      })),
    ),
  );
}
