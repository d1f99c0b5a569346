import { lexer, walkTokens } from 'marked';
import type { MarkedToken } from 'marked';
import { expect, test } from 'vitest';

import { readAnswer } from './read-answer.ts';
import { writeAnswer } from './write-answer.ts';

const HREF = 'https://carrel.example/1';
const write = (text: string) => writeAnswer(readAnswer(text, 1), () => `<${HREF}>`);

test.each([
  ['**Bold**, *it*, ~~del~~ and `a | b`.'],
  ['### Heading'],
  ['- one\n- two\n  - inner\n\n1. first\n2. second'],
  ['> quote\n>\n> more'],
  ['```sh\na [1] <b> `x`\n```'],
  ['| a | b |\n| --- | --: |\n| **c** | d |'],
  ['one\n\n---\n\ntwo'],
  ['first\\\nsecond'],
  ['- \\[x\\] done\n- open'],
])('keeps the formatting of %j', (text) => {
  expect(write(text.replace(/^### /u, '# '))).toBe(text);
});

test.each([
  ['x [1].', `x [\\[1\\]](<${HREF}>).`],
  ['1986\\. was', String.raw`1986\. was`],
  ['a\n\\- b', 'a\n\\- b'],
  ['[site](https://evil.example/a_b)', 'site (`https://evil.example/a_b`)'],
  ['See https://evil.example/a_b.', 'See `https://evil.example/a_b`.'],
  [
    'Ask a@evil.example, or www.evil.example!',
    String.raw`Ask ${'`a@evil.example`'}, or ${'`www.evil.example`'}\!`,
  ],
  ['<b>x</b>', String.raw`\<b\>x\</b\>`],
  ['![cat](http://evil.example)', 'cat'],
])('writes %j safely', (text, written) => {
  expect(write(text)).toBe(written);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>\nalert(1)\n</script>',
  '[x](javascript:alert(1)) [1](http://evil.example) ![1](http://evil.example) [[1]](http://evil.example)',
  '![](http://evil.example/a.png)![1]',
  '[1]: http://evil.example\n\n[a]: http://evil.example\n\n[a] [a][a] ![a]',
  'http://evil.example www.evil.example a@evil.example mailto:a@evil.example ftp://evil.example',
  String.raw`http:\//evil.example \www.evil.example www\.evil.example a\@evil.example`,
  'http&#58;//evil.example http&colon;//evil.example',
  '<http://evil.example> <a@evil.example>',
  '`` ` `` `<b>` ```` ``` ````',
  '````\n```\n<img src=x>\n````',
  String.raw`| a |
|---|
| ${'`x\\|[y](http://evil.example)`'} |
| ${'`x\\\\\\|[y](http://evil.example)`'} |
| x\\\|<b> ![y](http://evil.example) |`,
  '> - 1. <b>\n>   ![x](http://evil.example)',
  '    <b>indented</b>',
  '`a`http://evil.example`` ``` `` <b> [a](http://evil.example)`b`',
  '[a](<http://evil.example> "t") [a](<b`c`d>)',
  `${'>'.repeat(100)} <b> http://evil.example ![x](http://evil.example)`,
  '[`http://a`](http://evil.example)',
])('lets nothing of %j become a link, an image or HTML', (text) => {
  const live: string[] = [];
  void walkTokens(lexer(write(text)), (any) => {
    const token = any as MarkedToken;
    if (token.type === 'image' || token.type === 'html' || token.type === 'def')
      live.push(token.raw);
    if (token.type === 'link' && token.href !== HREF) live.push(token.raw);
  });
  expect(live).toEqual([]);
});
