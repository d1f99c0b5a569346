import { rspack } from '@rspack/core';
import type { Configuration } from '@rspack/core';

import { commonOptions, modeOf, stagingFolder } from './common-options.ts';
import type { Mode } from './common-options.ts';
import { fastRefreshOptions } from './fast-refresh-options.ts';
import { IsolatedReleasePlugin } from './isolated-release-plugin.ts';
import { overrideOptions } from './override-options.ts';
import { chunkNameOf, ReleasePlugin } from './release-plugin.ts';
