#!/usr/bin/env node
import { apiPaths } from '@carrel/shared/paths';
import { registrySchema } from '@carrel/shared/releases';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { parseArgs } from 'node:util';
import { parse } from 'valibot';

import { BROWSER_FLAGS, findBrowser } from '../support/browser.ts';
import { filesOfRemotes } from './broken-remote.ts';
import { checkFault } from './check-fault.ts';
import { inParallel } from './in-parallel.ts';
import type { Visit } from './in-parallel.ts';
import { REMOTE_FAULTS } from './remote-faults.ts';
import { rowOfAny } from './remote-row.ts';

const USAGE = `Usage: carrel-conformance <remote> --url <console>

Breaks a released remote in every way that a network and a build can, in pages of a browser alone, and
expects the console to go on and to recover. Signs in as CARREL_EMAIL with CARREL_PASSWORD, who needs an
organization.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function signIn(browser: Browser, origin: string): Promise<Visit> {
  const { CARREL_EMAIL: email, CARREL_PASSWORD: password } = process.env;
  if (email === undefined || password === undefined) {
    throw new Error('Set CARREL_EMAIL and CARREL_PASSWORD to those of an account.');
  }
  const context = await browser.newContext();
  const response = await context.request.post(`${origin}/${apiPaths.login()}`, {
    data: { email_address: email, password },
  });
  if (!response.ok()) throw new Error(`${email} could not sign in at ${origin}.`);
  const visitor = { storageState: await context.storageState() };
  await context.close();
  return { browser, visitor };
}

/** Checks one remote of a running console. Rejects with the first fault that it does not survive. */
async function checkConsole(remote: string, origin: string): Promise<void> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const visit = await signIn(browser, origin);
    const { request } = await browser.newContext();
    const files = await filesOfRemotes(request, origin);
    const registry: unknown = await (await request.get(`${origin}/registry.json`)).json();
    const row = rowOfAny(remote, parse(registrySchema, registry).remotes);
    await inParallel(visit, REMOTE_FAULTS, async (page, fault) => {
      await checkFault(page, { origin, files }, fault, row);
      say(`ok  ${fault.name}`);
    });
  } finally {
    await browser.close();
  }
  say(`${remote} conforms.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
const [remote] = positionals;
if (values.help === true || remote === undefined || values.url === undefined) {
  process.stdout.write(USAGE);
  process.exitCode = values.help === true ? 0 : 1;
} else {
  try {
    await checkConsole(remote, new URL(values.url).origin);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
