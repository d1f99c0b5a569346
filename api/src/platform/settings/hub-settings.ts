import * as v from 'valibot';

import { hubUrl } from './formats.ts';
import { setting, type Setting } from './setting.ts';

/** Where models come from that this server runs and that are named as on the hub. */
export const HUB_SETTINGS = {
  HF_ENDPOINT: setting(
    'Search and models',
    v.optional(hubUrl, 'https://huggingface.co'),
    'The Hugging Face hub, or a mirror of it, from which models are loaded that this server runs: [models.md](models.md#loading-a-model-from-the-hub).',
  ),
  HF_TOKEN: setting(
    'Search and models',
    v.optional(v.string()),
    'The token of private models, which is sent to `HF_ENDPOINT` only.',
  ),
} satisfies Record<string, Setting>;
