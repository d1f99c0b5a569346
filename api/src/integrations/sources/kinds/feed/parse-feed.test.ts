import { describe, expect, test } from 'vitest';

import { entryObjects } from './entry-document.ts';
import { parseFeed } from './parse-feed.ts';

const ADDRESS = 'https://example.com/blog/feed.xml';

const objectsOf = (source: string | Uint8Array) =>
  entryObjects(parseFeed(source, ADDRESS)).map(({ object, bytes }) => ({
    object,
    html: Buffer.from(bytes).toString('utf8'),
  }));

const oneOf = (source: string | Uint8Array) => {
  const [object] = objectsOf(source);
  if (object === undefined) throw new Error('The feed has no entry');
  return { ...object.object, html: object.html };
};

const atom = (entry: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><title>T</title><author><name>Feed author</name></author><entry>${entry}</entry></feed>`;
const rss = (item: string) => `<rss version="2.0"><channel><item>${item}</item></channel></rss>`;

describe('an entry', () => {
  test('of RSS 2.0 has its title, content, author, date and link', () => {
    const object = oneOf(`<?xml version="1.0"?>
      <rss version="2.0" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel><title>News</title><item>
        <title>Fish &amp; chips/2</title><link>/posts/1</link>
        <guid isPermaLink="false">tag:1</guid>
        <description>Short</description>
        <c:encoded><![CDATA[<p>Long <b>text</b></p>]]></c:encoded>
        <dc:creator>Ada</dc:creator><category>Food</category>
        <pubDate>Mon, 06 Sep 2021 16:45:00 +0000</pubDate>
      </item></channel></rss>`);
    expect(object).toMatchObject({
      key: 'tag:1',
      url: 'https://example.com/posts/1',
      modifiedAt: new Date('2021-09-06T16:45:00Z'),
      metadata: {
        title: 'Fish & chips/2',
        author: 'Ada',
        published: '2021-09-06T16:45:00.000Z',
        tags: ['Food'],
      },
    });
    expect(object.path).toMatch(/^Fish & chips 2 \([0-9a-f]{8}\)\.html$/);
    expect(object.html).toContain('<h1>Fish &amp; chips/2</h1>');
    expect(object.html).toContain('<p>Long <b>text</b></p>');
    expect(object.html).not.toContain('Short');
    expect(object.html).toContain('<a href="https://example.com/posts/1">');
  });

  test('of RSS 1.0 is named by its address', () => {
    const object = oneOf(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="https://example.com/"><title>News</title></channel>
      <item rdf:about="https://example.com/a"><title>A</title><link>https://example.com/a</link>
      <description>Text</description><dc:date>2021-01-02T03:04:05Z</dc:date></item></rdf:RDF>`);
    expect(object).toMatchObject({
      key: 'https://example.com/a',
      url: 'https://example.com/a',
      modifiedAt: new Date('2021-01-02T03:04:05Z'),
    });
  });

  test('of Atom may be text, HTML or elements, relative to a base', () => {
    const text = oneOf(
      atom('<id>urn:1</id><title>A</title><link href="a"/><content>1 &lt; 2</content>'),
    );
    expect(text).toMatchObject({ url: 'https://example.com/base/a' });
    expect(text.metadata).toMatchObject({ author: 'Feed author' });
    expect(text.html).toContain('1 &lt; 2');
    const html = oneOf(atom('<title>A</title><summary type="html">&lt;i&gt;x&lt;/i&gt;</summary>'));
    expect(html.html).toContain('<i>x</i>');
    const elements = oneOf(
      atom(
        '<title>A</title><content type="xhtml" xml:base="deep/"><div xmlns="http://www.w3.org/1999/xhtml"><a href="b&amp;c">1 &lt; 2</a><br/></div></content>',
      ),
    );
    expect(elements.html).toContain('<div><a href="b&amp;c">1 &lt; 2</a><br></div>');
    expect(elements.html).toContain('<base href="https://example.com/base/deep/">');
  });

  test('of Atom ignores the feed that it was taken from, and pictures', () => {
    const object = oneOf(
      atom(
        '<id>urn:1</id><title>A</title><source><id>urn:other</id><title>B</title></source><content type="image/png">AAAA</content><summary>Text</summary><link rel="enclosure" href="x.mp3"/>',
      ),
    );
    expect(object).toMatchObject({ key: 'urn:1', url: undefined, metadata: { title: 'A' } });
    expect(object.html).toContain('Text');
  });

  test('without an id is named by its link, or else by its content', () => {
    const link = oneOf(rss('<title>A</title><link>https://example.com/a</link>'));
    expect(link.key).toBe('https://example.com/a');
    expect(oneOf(rss('<title>A</title>')).key).toMatch(/^sha256:/);
    const guid = oneOf(rss('<title>A</title><guid>https://example.com/g</guid>'));
    expect(guid.url).toBe('https://example.com/g');
    const long = oneOf(rss(`<title>A</title><guid>${'x'.repeat(5000)}</guid>`));
    expect(long.key.length).toBeLessThan(100);
  });

  test.each([
    [
      rss('<title>Fish &amp;amp; &amp;lt;b&amp;gt; &lt;i&gt;chips&lt;/i&gt;</title>'),
      'Fish & <b> chips',
    ],
    [rss('<title><![CDATA[R&D &#8211; M&uuml;ller 1 < 2]]></title>'), 'R&D – Müller 1 < 2'],
    [atom('<title type="html">Fish &amp;amp; chips</title>'), 'Fish & chips'],
    [atom('<title>The &amp;amp; entity and &lt;b&gt;</title>'), 'The &amp; entity and <b>'],
  ])('has the title that readers show: %s', (source, title) => {
    expect(oneOf(source).metadata).toMatchObject({ title });
  });

  test('with a hostile title and link has a harmless path and no link', () => {
    const object = oneOf(rss('<title>../../etc/passwd</title><link>javascript:alert(1)</link>'));
    expect(object.path).toMatch(/^etc passwd \(\w{8}\)\.html$/);
    expect(object.url).toBeUndefined();
    const secret = oneOf(rss('<title>A</title><link>https://me:secret@example.com/a</link>'));
    expect(secret.url).toBe('https://example.com/a');
  });

  test('with a wrong date has none, and with nothing is left out', () => {
    expect(oneOf(rss('<title>A</title><pubDate>gestern</pubDate>')).modifiedAt).toBeUndefined();
    expect(objectsOf(rss('<guid>1</guid>'))).toEqual([]);
  });
});

describe('a feed', () => {
  test('says its encoding itself', () => {
    const xml =
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>für</title></item></channel></rss>';
    expect(oneOf(Buffer.from(xml, 'latin1')).metadata).toMatchObject({ title: 'für' });
  });

  test('does not expand entities of its own', () => {
    const xml = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>${rss('<title>T &b; &c;</title>')}`;
    expect(oneOf(xml).metadata).toMatchObject({ title: 'T &b; &c;' });
  });
});
