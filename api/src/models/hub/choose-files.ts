/** What a tokenizer and the pooling are described by. A model has some of them. */
const DESCRIPTIONS = new Set([
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'config.json',
  'sentence_bert_config.json',
  'modules.json',
  '1_Pooling/config.json',
  'config_sentence_transformers.json',
]);

/** Weights of 8 bits that are made for one kind of processor, by `process.arch`. */
const OF_PROCESSOR: Partial<Record<string, readonly string[]>> = {
  arm64: ['onnx/model_qint8_arm64.onnx'],
  // Those for AVX-512 lose precision on processors without VNNI, which cannot be asked for.
  x64: ['onnx/model_quint8_avx2.onnx'],
};

export interface ChosenFiles {
  /** The ONNX file. */
  model: string;
  /** Those with its weights, where it is too large to hold them itself. */
  weights: string[];
  descriptions: string[];
}

/**
 * Returns which files of a model are used: one of its ONNX files, of 8 bits where there is one, which is several
 * times faster on a processor. Undefined if there is none.
 */
export function chooseFiles(
  paths: readonly string[],
  architecture: string = process.arch,
): ChosenFiles | undefined {
  const model = [
    'onnx/model_quantized.onnx',
    'onnx/model_int8.onnx',
    ...(OF_PROCESSOR[architecture] ?? []),
    'onnx/model.onnx',
    'model_quantized.onnx',
    'model.onnx',
  ].find((path) => paths.includes(path));
  if (model === undefined) return undefined;
  return {
    model,
    weights: paths.filter((path) => isWeightsOf(model, path)),
    descriptions: paths.filter((path) => DESCRIPTIONS.has(path)),
  };
}

const isWeightsOf = (model: string, path: string): boolean =>
  path.startsWith(model) && /^[._]data(?:_\d{1,3})?$/.test(path.slice(model.length));
