import * as v from 'valibot';

import { folders, networks } from './formats.ts';
import { setting } from './setting.ts';

const clientText = v.pipe(
  v.string(),
  v.regex(/^[!-~]+$/, 'must be ASCII characters without spaces'),
);

/** What sources may reach, and how people connect them. */
export const SOURCE_SETTINGS = {
  SOURCE_PRIVATE_NETWORKS: setting(
    'Sources',
    v.optional(networks),
    'Private addresses and networks that sources may reach, also by http: [sources.md](sources.md#what-may-be-reached).',
  ),
  SOURCE_FOLDERS: setting(
    'Sources',
    v.optional(folders),
    'Folders of the server that sources may follow, with commas between them. `id:/folder` is for the organization with the id alone: [sources.md](sources.md#folders-of-the-server).',
  ),
  SOURCE_GOOGLE_CLIENT_ID: setting(
    'Sources',
    v.optional(clientText),
    'The id of the client that is registered for Google Drive: [sources.md](sources.md#signing-in-at-a-provider).',
  ),
  SOURCE_GOOGLE_CLIENT_SECRET: setting(
    'Secrets',
    v.optional(clientText),
    'The secret of the client for Google Drive.',
  ),
  SOURCE_MICROSOFT_CLIENT_ID: setting(
    'Sources',
    v.optional(clientText),
    'The id of the client that is registered for OneDrive and SharePoint: [sources.md](sources.md#signing-in-at-a-provider).',
  ),
  SOURCE_MICROSOFT_CLIENT_SECRET: setting(
    'Secrets',
    v.optional(clientText),
    'The secret of the client for OneDrive and SharePoint.',
  ),
  SOURCE_ATLASSIAN_CLIENT_ID: setting(
    'Sources',
    v.optional(clientText),
    'The id of the client that is registered for Confluence: [sources.md](sources.md#signing-in-at-a-provider).',
  ),
  SOURCE_ATLASSIAN_CLIENT_SECRET: setting(
    'Secrets',
    v.optional(clientText),
    'The secret of the client for Confluence.',
  ),
  SOURCE_NOTION_CLIENT_ID: setting(
    'Sources',
    v.optional(clientText),
    'The id of the client that is registered for Notion: [sources.md](sources.md#signing-in-at-a-provider).',
  ),
  SOURCE_NOTION_CLIENT_SECRET: setting(
    'Secrets',
    v.optional(clientText),
    'The secret of the client for Notion.',
  ),
};
