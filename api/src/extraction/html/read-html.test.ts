import { describe, expect, test } from 'vitest';

import { readHtml, readHtmlPage } from './read-html.ts';

const textOf = (html: string) => readHtml(html).map(({ text }) => text);

test('empty cells keep the columns of a table', () => {
  expect(
    textOf(
      '<table><tr><th>A<th>B<th>C<tr><td>1<td><td>3<tr><td colspan=2>wide<td>z<tr><td><td>x</table>',
    ),
  ).toEqual(['A | B | C\n1 |  | 3\nwide |  | z\n | x']);
});

test('an empty column is kept, unless its cells only space others', () => {
  expect(textOf('<table><tr><td>a<td><td>c<tr><td>d<td><td>f</table>')).toEqual([
    'a |  | c\nd |  | f',
  ]);
  expect(
    textOf('<table><tr><td>a<td width=5>&nbsp;<td>c<tr><td>d<td width=5><td>f</table>'),
  ).toEqual(['a | c\nd | f']);
});

test('the label of a merged cell is in each row that it spans', () => {
  expect(textOf('<table><tr><th rowspan=3>G<th>H<tr><td>1<tr><td>2</table>')).toEqual([
    'G | H\nG | 1\nG | 2',
  ]);
});

test('tables and lists in cells stay words of one line', () => {
  expect(
    textOf(
      '<table><tr><th>A<th>B<tr><td>t<table><tr><td>x<td>y</table><td><ul><li>i<li>j</ul></table>',
    ),
  ).toEqual(['A | B\nt x, y | i; j']);
});

test('a table that only arranges the page is read as its paragraphs', () => {
  expect(textOf('<table><tr><td>Menu<td><h2>Title</h2><p>One.<p>Two.</table>')).toEqual([
    'Menu',
    'Title',
    'One.',
    'Two.',
  ]);
});

test('numbers of lists are those that a browser shows', () => {
  expect(
    textOf(
      '<ol start=3><li>c<li>d<ol type=a><li>x<p>more</ol>after</ol><p>and<ol reversed type=I><li>p<li value=9>q</ol>',
    ),
  ).toEqual(['3. c\n4. d\n  a. x more\n  after', 'and', 'II. p\nIX. q']);
});

test('what a person does not see is left out and counted', () => {
  const page = readHtmlPage(
    '<p>Shown</p><div hidden>a</div><p style="color:red;display: none">b</p><script>c</script><style>d</style><template>e</template><noscript>f</noscript><p>un<i aria-hidden="true">home</i>told <ruby>漢<rp>(</rp><rt>かん</rt></ruby>字',
  );
  expect(page.blocks.map(({ text }) => text)).toEqual(['Shown', 'untold 漢字']);
  expect(page.omitted).toEqual([{ what: 'hidden_part', count: 3 }]);
});

test('a page that is hidden until its script runs is read', () => {
  expect(textOf('<div style="display:none"><p>Words</p></div>')).toEqual(['Words']);
});

test('words are neither split nor glued', () => {
  expect(
    textOf('<p>Inter<b>nation</b>al Ge&shy;samt<br>two<div>three</div>four<img alt="five">six'),
  ).toEqual(['International Gesamt\ntwo', 'three', 'four five six']);
});

test('forms, terms, figures, code and formulas are read', () => {
  expect(
    textOf(
      '<label>Name <input value="Ann"></label> <select><option>a<option selected>b</select><input type=checkbox checked>yes<textarea>long</textarea>' +
        '<dl><dt>Term<dd>Meaning</dl><figure><img alt="A cat" src=x><figcaption>Figure 1</figcaption></figure>' +
        '<pre>a\n  b</pre><math><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>',
    ),
  ).toEqual(['Name Ann b [x] yes long', 'Term\nMeaning', 'A cat', 'Figure 1', 'a\n  b', 'a/(b+1)']);
});

test('the title is a heading unless one says the same', () => {
  expect(readHtmlPage('<title>T &amp; U</title><p>x').blocks[0]?.text).toBe('T & U');
  expect(readHtmlPage('<title>T</title><h1>T</h1>').blocks).toHaveLength(1);
  expect(readHtmlPage('<html lang=de><title>T</title><meta name=author content=A>').properties)
    .toEqual(expect.arrayContaining([['title', 'T'], ['author', 'A'], ['language', 'de']])); // prettier-ignore
});

test('XHTML with empty elements and CDATA is read to its end', () => {
  expect(
    textOf(
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><a id="x"/><p>a<br/>b</p><p><![CDATA[c < d]]></p></body></html>',
    ),
  ).toEqual(['a\nb', 'c < d']);
});

test('the page of a frameset is what browsers without frames show', () => {
  expect(textOf('<frameset><frame src=a><noframes><p>Words</noframes></frameset>')).toEqual([
    'Words',
  ]);
});

describe('a hostile page is read in a linear time', () => {
  const N = 50_000;
  test.each<[string, string]>([
    ['elements in elements', '<div>'.repeat(N)],
    ['paragraphs in formatting', '<div><p>a<b>'.repeat(N)],
    [
      'formatting that is not closed',
      Array.from({ length: 20_000 }, (_, at) => `<p><font a=${at}>x`).join(''),
    ],
    ['lists in lists', '<ul><li>a'.repeat(N)],
    ['tables in tables', '<table><tr><td>a'.repeat(10_000)],
    ['text in a table', `<table>${'a<p>'.repeat(N)}`],
    ['spans of cells', `<table><tr>${`<td rowspan=60000>${'y'.repeat(1000)}`.repeat(500)}<tr>`],
    ['wide cells', `<table>${'<tr><td colspan=1000>x<td colspan=1000>y'.repeat(5000)}`],
    ['open tags', `<?xml version="1.0"?><html>${'<a '.repeat(N)}`],
    ['open sections', `<?xml version="1.0"?><html>${'<![CDATA['.repeat(N)}`],
  ])('%s', { timeout: 20_000 }, (_, html) => {
    const blocks = readHtml(`<p>first</p>${html}last`);
    expect(blocks[0]?.text).toBe('first');
    expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(20_000_000);
  });
});

test('the rows of a foot are below the others, wherever they are written', () => {
  expect(
    textOf(
      '<table><thead><tr><th>A<th>B</thead><tfoot><tr><td>Sum<td>3</tfoot><tbody><tr><td>x<td>1</table>',
    ),
  ).toEqual(['A | B\nx | 1\nSum | 3']);
});

test('styles say how items are numbered', () => {
  expect(
    textOf(
      '<ol style="list-style-type: lower-alpha"><li>a<li style="list-style:upper-roman inside">b</ol><ol style="list-style: none"><li>c</ol>',
    ),
  ).toEqual(['a. a\nII. b\n- c']);
});

test('what is shown by other means, or only when it is opened, is not text of the page', () => {
  expect(
    textOf(
      '<p>a<video>no video</video><button>b</button>c<progress>30 %</progress></p><dialog>Sure?</dialog><dialog open>Hello</dialog><svg><desc>d</desc><text>t</text></svg>',
    ),
  ).toEqual(['a b c', 'Hello', 't']);
});

test('a picture without an alternative text has its title, and a drawing its label', () => {
  expect(
    textOf(
      '<p><img src=a title="Pump"> <img alt="" title="line"> <svg role="img" aria-label="Sales by year"><path/></svg></p>',
    ),
  ).toEqual(['Pump Sales by year']);
});
