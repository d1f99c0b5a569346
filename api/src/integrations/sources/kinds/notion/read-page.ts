import * as v from 'valibot';

import type { CloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import { blockHtml, listBorder, type Block } from './block-html.ts';
import { propertiesHtml, titleOf } from './page-properties.ts';
import { escapeHtml } from '../../../../extraction/html/escape-html.ts';

const BLOCKS_MAX = 20_000;
const DEPTH_MAX = 20;

const blocksSchema = v.object({
  results: v.array(
    v.looseObject({
      id: v.string(),
      type: v.string(),
      has_children: v.optional(v.boolean(), false),
    }),
  ),
  has_more: v.optional(v.boolean(), false),
  next_cursor: v.optional(v.nullable(v.string())),
});

const pageSchema = v.object({ properties: v.record(v.string(), v.unknown()) });

/** Pages and databases below a page are documents of their own. */
const OWN = new Set(['child_page', 'child_database', 'unsupported']);

interface Reading {
  api: CloudApi;
  bytesMax: number;
  blocks: number;
  bytes: number;
}

/** Returns a page with its properties and all its blocks, as HTML. @throws {SourceError} `too_large` for more than is read. */
export async function readPage(api: CloudApi, id: string, bytesMax: number): Promise<string> {
  const { properties } = await api.json(pageSchema, `/v1/pages/${encodeURIComponent(id)}`);
  const title = escapeHtml(titleOf(properties));
  const body = await childrenHtml({ api, bytesMax, blocks: 0, bytes: 0 }, id, 0);
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>\n${propertiesHtml(properties)}${body}</body></html>\n`;
}

async function childrenHtml(reading: Reading, id: string, depth: number): Promise<string> {
  if (depth > DEPTH_MAX) throw new SourceError('too_large');
  const html: string[] = [];
  let before: string | undefined;
  for await (const block of childrenOf(reading, id)) {
    const hasOwn = block.has_children && !OWN.has(block.type);
    const below = hasOwn ? await childrenHtml(reading, block.id, depth + 1) : '';
    const own = blockHtml(block, below);
    reading.bytes += own.length - below.length;
    if (reading.bytes > reading.bytesMax) throw new SourceError('too_large');
    html.push(listBorder(before, block.type), own);
    before = block.type;
  }
  html.push(listBorder(before, undefined));
  return html.join('');
}

async function* childrenOf(reading: Reading, id: string): AsyncGenerator<Block> {
  let from: string | undefined;
  do {
    const query = new URLSearchParams({
      page_size: '100',
      ...(from !== undefined && { start_cursor: from }),
    });
    const read = await reading.api.json(
      blocksSchema,
      `/v1/blocks/${encodeURIComponent(id)}/children?${query.toString()}`,
    );
    for (const block of read.results) {
      reading.blocks += 1;
      if (reading.blocks > BLOCKS_MAX) throw new SourceError('too_large');
      const value = block[block.type];
      yield { ...block, value: typeof value === 'object' && value !== null ? { ...value } : {} };
    }
    const next = read.has_more ? (read.next_cursor ?? undefined) : undefined;
    if (next !== undefined && (next === from || read.results.length === 0)) {
      throw new SourceError('invalid_response');
    }
    from = next;
  } while (from !== undefined);
}
