import type { Database } from '@carrel/api/src/platform/database/database.ts';

const REDIRECT_URI = 'http://127.0.0.1/callback';

/** A program that `registerProgram` registers. */
const CLIENT_ID = '00000000-0000-4000-8000-00000000c11e';

/** What a program asks for, for a workspace. */
export const authorizationRequest = (workspaceId: string) => ({
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  resource: `http://localhost:3000/mcp/${workspaceId}`,
});

/** Registers it, once for a database. */
export async function registerProgram(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO oauth_clients (id, name, redirect_uris) VALUES ($1, 'Assistant', $2)
     ON CONFLICT DO NOTHING`,
    [CLIENT_ID, [REDIRECT_URI]],
  );
}
