import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createApp } from '@carrel/api/src/app.ts';
import { createDocument } from '@carrel/api/src/integrations/openapi/create-document.ts';
import type { OpenApiDocument } from '@carrel/api/src/integrations/openapi/openapi.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { readSettings } from '@carrel/api/src/platform/settings/settings.ts';
import { startServices } from '@carrel/api/src/services.ts';

/** Returns the OpenAPI document of this server, which is started on a temporary database. */
export async function readCurrentDocument(): Promise<OpenApiDocument> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'carrel-openapi-'));
  try {
    const settings = readSettings({ DATA_DIR: dataDirectory });
    const log = createLog(() => undefined);
    const services = await startServices(settings, log);
    const document = createDocument(createApp(services.dependencies).routes);
    await services.stop();
    return document;
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
