import { expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { partition, readFile } from '../partition/partition.ts';

const CONTAINER =
  '<container><rootfiles><rootfile full-path="A%20b/book.opf"/></rootfiles></container>';
const PACKAGE = `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>A book</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator><dc:language>en</dc:language></metadata>
<manifest><item id="n" href="nav.xhtml" properties="nav"/><item id="2" href="../text/two.xhtml"/><item id="1" href="caf%C3%A9.xhtml#top"/></manifest>
<spine><itemref idref="n"/><itemref idref="1"/><itemref idref="2"/><itemref idref="gone"/></spine></package>`;

const PARTS = [
  { name: 'META-INF/container.xml', content: CONTAINER },
  { name: 'A b/book.opf', content: PACKAGE },
  { name: 'A b/nav.xhtml', content: '<p>Contents</p>' },
  { name: 'text/two.xhtml', content: '<?xml version="1.0"?><html><title/><p>Second</p></html>' },
  { name: 'A b/café.xhtml', content: '<h1>First</h1>' },
];

test('chapters are read in the order of the spine, without navigation, wherever the type is', async () => {
  const bytes = buildZip([...PARTS, { name: 'mimetype', content: 'application/epub+zip' }]);
  const { blocks, properties } = await readFile(bytes, 'a.zip');
  expect(blocks.map(({ text }) => text)).toEqual(['First', 'Second']);
  expect(properties).toEqual(
    expect.arrayContaining([
      ['title', 'A book'],
      ['author', 'Ann, Bo'],
      ['language', 'en'],
    ]),
  );
});

test('a book whose chapters are encrypted asks for one without a password', async () => {
  const encryption = '<encryption><CipherReference URI="A%20b/caf%C3%A9.xhtml"/></encryption>';
  const bytes = buildZip([...PARTS, { name: 'META-INF/encryption.xml', content: encryption }]);
  await expect(partition(bytes, 'a.epub')).rejects.toThrow(/protected with a password/);
});

test('a book without chapters is damaged', async () => {
  await expect(partition(buildZip([{ name: 'x.opf', content: '<a' }]), 'a.epub')).rejects.toThrow(
    /\.epub file is damaged/,
  );
});
