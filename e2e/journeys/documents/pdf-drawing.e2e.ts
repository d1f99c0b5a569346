import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';

import { buildPdf, pdfStream } from '../../support/build-pdf.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { browserOf, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const reader = personNamed('Reader');

/** A light red square of eight pixels a side in JPEG 2000. */
const RED =
  'ff4fff51002f0000000000080000000800000000000000000000000800000008000000000000000000030f01010f01010f0101ff52000c00000001010304040001ff5c000d4080888890888890888890ff640025000143726561746564206279204f70656e4a5045472076657273696f6e20322e352e30ff90000a00000000001f0001ff938080dff85010013f808080808080808080ffd9';
/** A black square of 32 pixels a side, as fax machines encode it. */
const BLACK = '26a0d5fffffffffffff8008008';

const page = (contents: string, resources: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R /Resources << ${resources} >> >>`,
  pdfStream(contents),
];

/** Chinese text and text in Helvetica: neither font is in the document. */
const FONTS = buildPdf([
  ...page(
    'BT /F1 40 Tf 40 300 Td <4E2D6587> Tj ET BT /F2 40 Tf 40 200 Td (Helvetica) Tj ET',
    '/Font << /F1 5 0 R /F2 7 0 R >>',
  ),
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 8 0 R /DW 1000 >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
]);

/** A red square on the left, a black one on the right. */
const IMAGES = buildPdf([
  ...page(
    'q 100 0 0 100 50 150 cm /Red Do Q q 100 0 0 100 250 150 cm /Black Do Q',
    '/XObject << /Red 5 0 R /Black 6 0 R >>',
  ),
  pdfStream(
    `${RED}>`,
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/ASCIIHexDecode /JPXDecode]',
  ),
  pdfStream(
    `${BLACK}>`,
    '/Type /XObject /Subtype /Image /Width 32 /Height 32 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter [/ASCIIHexDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 32 /Rows 32 >>]',
  ),
]);

let server: ServerProcess;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, reader);
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Papers');
  await fixture.fill(datasetId, [
    { name: 'fonts.pdf', content: FONTS },
    { name: 'images.pdf', content: IMAGES },
  ]);
  await context.close();
});

test.afterAll(() => server.stop());

const view = (page: Page) => page.getByRole('region', { name: 'Document' });

/** Opens a document; `files` are those that its drawing needed besides it. */
async function open(
  browser: Browser,
  name: string,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<{ page: Page; files: string[] }> {
  const context = await browserOf(browser, server, reader);
  await prepare?.(context);
  const page = await context.newPage();
  const files: string[] = [];
  context.on('response', (response) => {
    const file = /\/remotes\/mf-datasets\/[0-9a-f]{16}\/pdf\/(.+)$/.exec(response.url())?.[1];
    if (file !== undefined && response.ok()) files.push(file);
  });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page.getByRole('row', { name }).getByRole('link').click();
  await expect(view(page).locator('canvas')).toBeVisible();
  return { page, files };
}

/** Returns the colour in the middle of each square. */
const coloursOf = (page: Page) =>
  view(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d');
      const at = (x: number) => [
        ...(context?.getImageData(canvas.width * x, canvas.height / 2, 1, 1).data ?? []),
      ];
      return [at(0.25), at(0.75)];
    });

const RED_AND_BLACK = [
  [255, 64, 64, 255],
  [0, 0, 0, 255],
];

test('a PDF is drawn with the character maps and fonts that the console serves', async ({
  browser,
}) => {
  const { page, files } = await open(browser, 'fonts.pdf');
  await expect(view(page).getByText('中文')).toBeVisible();
  await expect(view(page).getByText('Helvetica')).toBeVisible();
  await expect
    .poll(() => files.filter((file) => file.startsWith('cmaps/')).length)
    .toBeGreaterThan(0);
  await page.context().close();
});

test('images in JPEG 2000 and of fax machines are drawn', async ({ browser }) => {
  const { page, files } = await open(browser, 'images.pdf');
  await expect.poll(() => coloursOf(page)).toEqual(RED_AND_BLACK);
  expect(files.toSorted()).toEqual(['decoders/jbig2.wasm', 'decoders/openjpeg.wasm']);
  await page.context().close();
});

test('where a policy refuses WebAssembly, scripts draw them', async ({ browser }) => {
  const { page, files } = await open(browser, 'images.pdf', (context) =>
    context.route(/pdf\.worker\.[^/]+\.js$/, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" };
      await route.fulfill({ response, headers });
    }),
  );
  await expect.poll(() => coloursOf(page)).toEqual(RED_AND_BLACK);
  expect(files).toContain('decoders/openjpeg_nowasm_fallback.js');
  await page.context().close();
});
