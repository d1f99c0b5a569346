import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { UnusableModel } from '../folder/unusable-model.ts';

/** Of ONNX Runtime, what is used here. */
export interface Runtime {
  InferenceSession: {
    create(path: string, options: Readonly<Record<string, unknown>>): Promise<InferenceSession>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}

export interface InferenceSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

export interface Tensor {
  dims: readonly number[];
  data: unknown;
}

/** It has a folder of its own, as it weighs more than all the rest, and only models in the server need it. */
const FOLDER = fileURLToPath(new URL('../../../../model-runtime/', import.meta.url));

/** Whether ONNX Runtime is installed. */
export const hasRuntime = (): boolean => existsSync(`${FOLDER}node_modules/onnxruntime-node`);

/** @throws {UnusableModel} where it is not installed, or not for this machine. */
export function loadRuntime(): Runtime {
  if (!hasRuntime()) {
    throw new UnusableModel(
      'The program that runs models is not installed. The operator can run "carrel install-model-runtime".',
    );
  }
  try {
    return createRequire(`${FOLDER}package.json`)('onnxruntime-node') as Runtime;
  } catch (error) {
    throw new UnusableModel('The program that runs models does not start on this machine.', {
      cause: error,
    });
  }
}
