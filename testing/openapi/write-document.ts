import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readCurrentDocument } from './current-document.ts';
import { keepLastRelease } from './last-release.ts';

// Writes the OpenAPI document that the server serves at /api/v1/openapi.json, or keeps it as that of the last
// release: [file] | --last-release
const [, , target = path.join(import.meta.dirname, '../../dist/openapi.json')] = process.argv;
const document = await readCurrentDocument();
if (target === '--last-release') {
  await keepLastRelease(document);
} else {
  await mkdir(path.dirname(path.resolve(target)), { recursive: true });
  await writeFile(target, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`Wrote ${target}.\n`);
}
