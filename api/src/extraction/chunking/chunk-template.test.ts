import { describe, expect, test } from 'vitest';

import { chunkDocument } from './chunk-document.ts';
import { parseTemplate } from './chunk-template.ts';

const split = (template: string, metadata: Record<string, unknown> = {}) =>
  chunkDocument({
    blocks: [{ kind: 'paragraph', text: 'Some text' }],
    settings: { size: 1200, overlap: 150 },
    template,
    metadata,
    document: { name: 'a.txt', path: 'folder/a.txt' },
  });

describe('a chunk template', () => {
  test('sees the chunk, the document and the metadata', () => {
    const template =
      '{{ metadata.team | upcase }}/{{ document.path }}/{{ document.name }}#{{ chunk.index }}: {{ chunk.text }}';
    expect(split(template, { team: 'legal' })).toEqual([
      {
        text: 'Some text',
        rendered: 'LEGAL/folder/a.txt/a.txt#0: Some text',
        start: 0,
        end: 9,
        headings: [],
      },
    ]);
  });

  test.each([
    '{{ chunk.text',
    '{% if chunk.text %}',
    '{{ chunk.text | no_such_filter }}',
    '{% include "/etc/passwd" %}',
    '{% render "/etc/passwd" %}',
    '{% layout "/etc/passwd" %}',
  ])('that is not one does not parse: %s', (template) => {
    expect(() => parseTemplate(template)).toThrow(/^The chunk template does not parse: /);
  });

  test('has access to nothing else', () => {
    const template = '[{{ chunk.constructor.name }}{{ metadata.__proto__ }}{{ process.env.PATH }}]';
    expect(split(template)[0]?.rendered).toBe('[]');
  });

  test.each([
    [
      'takes too long',
      '{% for i in (1..100000000) %}{% for j in (1..10000) %}x{% endfor %}{% endfor %}',
    ],
    ['grows too large', '{% for i in (1..300000) %}x{% endfor %}'],
    ['leaves nothing', '{{ metadata.missing }}'],
  ])('that %s is an error with a reason', (_, template) => {
    expect(() => split(template)).toThrow(/^The chunk template /);
  });
});
