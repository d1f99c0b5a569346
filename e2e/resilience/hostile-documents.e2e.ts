import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';

const eve = personNamed('Eve');

const HTML = `<!doctype html><html><head><title>Page</title>
<meta http-equiv="refresh" content="0;url=https://elsewhere.example/refresh">
<base href="https://elsewhere.example/"><link rel="stylesheet" href="https://elsewhere.example/a.css">
<script>window.__ran = 'html'</script></head>
<body onload="window.__ran = 'onload'"><h1>Harmless words</h1>
<img src="https://elsewhere.example/pixel.png" onerror="window.__ran = 'img'">
<form action="https://elsewhere.example/form"><input autofocus onfocus="window.__ran = 'focus'"></form>
<a href="javascript:window.__ran = 'link'">Click here</a>
<iframe src="https://elsewhere.example/frame"></iframe></body></html>`;

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.__ran = 'svg'">
<script>window.__ran = 'svg'</script><image href="https://elsewhere.example/a.png"/>
<text>Harmless words</text></svg>`;

const MARKDOWN = `# Harmless words

<script>window.__ran = 'markdown'</script>

![pixel](https://elsewhere.example/pixel.png) [link](javascript:window.__ran='link')

<img src=x onerror="window.__ran = 'img'">
`;

const MAIL = `From: Eve <eve@example.com>
To: <script>window.__ran = 'mail'</script> <x@example.com>
Subject: Harmless words
Content-Type: text/html

<p>Harmless words</p><script>window.__ran = 'mail'</script><img src="https://elsewhere.example/p.png">
`;

/** Returns a PDF of one page that tries to run a script and to open a page of another origin. */
function hostilePdf(): string {
  const stream = 'BT /F1 24 Tf 72 700 Td (Harmless words) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /Names << /JavaScript << /Names [(a) 6 0 R] >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [7 0 R] /AA << /O 6 0 R >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [0.001 0 0 0.001 0 (0\\); window.__ran = 1; //)] >>',
    "<< /S /JavaScript /JS (app.alert('Hello'); window.__ran = 'pdf';) >>",
    '<< /Type /Annot /Subtype /Link /Rect [60 680 400 740] /A << /S /URI /URI (https://elsewhere.example/link) >> >>',
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}

const RTL_NAME = 'invoice\u202Efdp.md';

/** The smallest image, of characters below U+0080. */
const GIF =
  'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;';

const FILES = [
  { name: 'page.html', content: HTML },
  { name: 'drawing.svg', content: SVG },
  { name: 'notes.md', content: MARKDOWN },
  { name: 'letter.eml', content: MAIL },
  { name: 'paper.pdf', content: hostilePdf() },
  {
    name: 'table.csv',
    content: 'Name,Value\nHarmless words,"=HYPERLINK(""https://elsewhere.example"")"\n',
  },
  { name: RTL_NAME, content: '# Harmless words\n\n\u202Eolleh' },
  { name: '<img src=x onerror=window.__ran=1>.txt', content: 'Harmless words' },
];

// A trace fetches images from blob: URLs itself, which the policy of the page refuses.
test.use({ trace: 'off' });

let server: ServerProcess;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, eve);
  const fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Hostile');
  await fixture.fill(datasetId, [
    ...FILES,
    // These have no text: the image is drawn, the other only named.
    { name: 'dot.gif', content: GIF },
    { name: 'not-an-image.png', content: HTML },
  ]);
  await context.close();
});

test.afterAll(() => server.stop());

/** Returns a list of everything on a page that a document must not cause. */
async function problemsOn(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeBinding('recordViolation', (_, text: string) => problems.push(text));
  await page.addInitScript(() => {
    const { recordViolation } = globalThis as unknown as {
      recordViolation: (text: string) => void;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      recordViolation(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  page.on('dialog', (dialog) => {
    problems.push(`asked ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => problems.push(`failed with ${error.message}`));
  page.on('popup', (popup) => problems.push(`opened ${popup.url()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('blob:')) problems.push(`requested ${url}`);
  });
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
  return problems;
}

const ran = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { __ran?: unknown }).__ran);

test('no document runs a script, asks for anything, or reaches another origin', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  for (const { name } of FILES) {
    await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
    const shown = name.replace('\u202E', '');
    await page
      .getByRole('row')
      .filter({ hasText: name === RTL_NAME ? /invoice/ : shown })
      .getByRole('link')
      .click();
    const view = page.getByRole('region', { name: 'Document' });
    await expect(view.getByText('Harmless words').first()).toBeVisible();
    await page.getByRole('option').first().click();
    await view.getByText('Harmless words').first().click();
    await page.getByRole('tab', { name: 'History' }).click();
    await networkIdle(page);
    expect(await ran(page), name).toBeUndefined();
    expect(problems, name).toEqual([]);
    expect(page.url(), name).toContain(server.url);
  }
  await context.close();
});

test('a name that turns the text around it does not', async ({ browser }) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page
    .getByRole('row')
    .filter({ hasText: /invoice/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\u2068invoice.*\u2069$/);
  await context.close();
});

test('an image is drawn from its bytes; what is none says so', async ({ browser }) => {
  const context = await browserOf(browser, server, eve);
  const page = await context.newPage();
  const problems = await problemsOn(page);
  const open = async (name: string) => {
    await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
    await page.getByRole('row', { name }).getByRole('link').click();
  };
  await open('dot.gif');
  await expect(page.getByRole('img', { name: 'dot.gif' })).toHaveAttribute('src', /^blob:/);
  await expect
    .poll(() =>
      page
        .getByRole('img', { name: 'dot.gif' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  await open('not-an-image.png');
  await expect(page.getByText(/^This image is damaged/)).toBeVisible();
  expect(await ran(page)).toBeUndefined();
  expect(problems).toEqual([]);
  await context.close();
});
