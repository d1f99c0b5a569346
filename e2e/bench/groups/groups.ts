import { accessGroup } from './server/access-group.ts';
import { apiGroup } from './server/api-group.ts';
import type { BenchGroup } from '../report/bench-row.ts';
import { backgroundGroup } from './server/background-group.ts';
import { citusGroup } from './server/citus-group.ts';
import { controlsGroup } from './controls-group.ts';
import { documentGroup } from './document-group.ts';
import { fairnessGroup } from './server/fairness-group.ts';
import { filesGroup } from './files-group.ts';
import { folderGroup } from './folder-group.ts';
import { growthGroup } from './server/growth-group.ts';
import { heapGroup } from './heap-group.ts';
import { ingestionGroup } from './server/ingestion-group.ts';
import { livingGroup } from './living-group.ts';
import { libraryGroup } from './server/library-group.ts';
import { poolerGroup } from './server/pooler-group.ts';
import { retrievalGroup, retrievalOnPostgresGroup } from './server/retrieval-group.ts';
import { screensGroup } from './screens-group.ts';
import { signInGroup } from './sign-in-group.ts';
import { signedInGroup } from './signed-in-group.ts';
import { sizeGroup } from './server/size-group.ts';
import { sourcesGroup } from './server/sources-group.ts';
import { startGroup } from './server/start-group.ts';
import { typingGroup } from './typing-group.ts';
import { uploadGroup } from './server/upload-group.ts';

/** Everything that `pnpm bench` measures, in the order of the report. A new group is added here. */
export const GROUPS: Record<string, BenchGroup> = {
  'sign-in': signInGroup,
  'signed-in': signedInGroup,
  screens: screensGroup,
  heap: heapGroup,
  controls: controlsGroup,
  folder: folderGroup,
  document: documentGroup,
  start: startGroup,
  upload: uploadGroup,
  files: filesGroup,
  ingestion: ingestionGroup,
  living: livingGroup,
  fairness: fairnessGroup,
  sources: sourcesGroup,
  background: backgroundGroup,
  api: apiGroup,
  access: accessGroup,
  retrieval: retrievalGroup,
  'retrieval-postgres': retrievalOnPostgresGroup,
  library: libraryGroup,
  size: sizeGroup,
  pooler: poolerGroup,
  citus: citusGroup,
  growth: growthGroup,
  typing: typingGroup,
};
