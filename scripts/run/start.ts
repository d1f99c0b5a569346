import { build } from './build.ts';
import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { runServer } from './run-server.ts';

/** Builds what changed and runs the server, whose exit code becomes this process's. */
async function start(): Promise<void> {
  await build((line) => process.stdout.write(`${line}\n`));
  runServer(process.execPath, root);
}

await runScript(start);
