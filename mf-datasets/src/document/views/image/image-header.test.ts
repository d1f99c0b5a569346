import { expect, test } from 'vitest';

import { imageSize } from './image-header.ts';

const text = (characters: string) => Array.from(characters, (character) => character.charCodeAt(0));
const zeros = (count: number) => Array.from({ length: count }, () => 0);

const PNG = [0x89, ...text('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...text('IHDR'), 0, 0, 1, 0, 0, 0, 2, 0];
const GIF = [...text('GIF89a'), 0x40, 0x01, 0xc8, 0x00];
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc4, 0, 2].concat([
  0xff, 0xc2, 0, 17, 8, 0, 100, 0, 200,
]);
const riff = (chunk: string) => [
  ...text('RIFF'),
  ...zeros(4),
  ...text(`WEBP${chunk}`),
  ...zeros(4),
];
const LOSSY = [...riff('VP8 '), ...zeros(6), 0x80, 0x02, 0xe0, 0x01];
const LOSSLESS = [...riff('VP8L'), 0x2f, 0x3f, 0x41, 0x06, 0x00];
const EXTENDED = [...riff('VP8X'), ...zeros(4), 0xff, 0x3f, 0x01, 0x0f, 0x27, 0x00];

test.each([
  ['PNG', PNG, { width: 256, height: 512 }],
  ['GIF', GIF, { width: 320, height: 200 }],
  ['JPEG', JPEG, { width: 200, height: 100 }],
  ['lossy WebP', LOSSY, { width: 640, height: 480 }],
  ['lossless WebP', LOSSLESS, { width: 320, height: 26 }],
  ['extended WebP', EXTENDED, { width: 81_920, height: 10_000 }],
  ['bitmap', text('BM'), undefined],
  ['cut PNG', PNG.slice(0, 18), undefined],
  ['cut JPEG', JPEG.slice(0, 14), undefined],
  ['empty file', [], undefined],
])('the size of a %s is that of its header', (_, bytes, size) => {
  expect(imageSize(Uint8Array.from(bytes))).toEqual(size);
});
