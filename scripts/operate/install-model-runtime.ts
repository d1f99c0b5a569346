import { runScript } from '../publish/run-script.ts';
import { installModelRuntime } from '../run/install-model-runtime.ts';

await runScript(async () => {
  await installModelRuntime((line) => process.stdout.write(`${line}\n`));
  process.stdout.write('ONNX Runtime is installed.\n');
});
