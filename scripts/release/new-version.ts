import { runScript } from '../publish/run-script.ts';
import { releaseVersion, writeVersion } from './versions.ts';

await runScript(async () => {
  const [, , version] = process.argv;
  if (version === undefined) {
    throw new Error(`Name the version, later than ${await releaseVersion()}: new-version 1.2.0`);
  }
  await writeVersion(version);
  process.stdout.write(
    `All packages have version ${version}. Write what changes into CHANGELOG.md, and tag the commit v${version}.\n`,
  );
});
