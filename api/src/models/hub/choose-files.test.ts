import { expect, test } from 'vitest';

import { chooseFiles } from './choose-files.ts';

const modelOf = (paths: string[], architecture = 'x64') => chooseFiles(paths, architecture)?.model;

test('one model is chosen, of 8 bits where there is one', () => {
  const all = ['model.onnx', 'onnx/model.onnx', 'onnx/model_int8.onnx', 'onnx/model_fp16.onnx'];
  expect(modelOf([...all, 'onnx/model_quantized.onnx'])).toBe('onnx/model_quantized.onnx');
  expect(modelOf(all)).toBe('onnx/model_int8.onnx');
  expect(modelOf(['model.onnx', 'onnx/model.onnx'])).toBe('onnx/model.onnx');
  expect(modelOf(['model.onnx'])).toBe('model.onnx');
});

test('a model of 8 bits for this kind of processor comes before one of 32', () => {
  const all = [
    'onnx/model.onnx',
    'onnx/model_qint8_arm64.onnx',
    'onnx/model_qint8_avx512_vnni.onnx',
    'onnx/model_quint8_avx2.onnx',
  ];
  expect(modelOf(all, 'arm64')).toBe('onnx/model_qint8_arm64.onnx');
  expect(modelOf(all, 'x64')).toBe('onnx/model_quint8_avx2.onnx');
  expect(modelOf(all, 'riscv64')).toBe('onnx/model.onnx');
});

test('the weights beside a model and what describes it are chosen, and nothing else', () => {
  const chosen = chooseFiles([
    'README.md',
    'config.json',
    'onnx/config.json',
    'onnx/model.onnx',
    'onnx/model.onnx_data',
    'onnx/model.onnx_data_1',
    'onnx/model_fp16.onnx_data',
    'onnx/model.onnx_data/../../x',
    'pytorch_model.bin',
    '../tokenizer.json',
    'tokenizer.json',
  ]);
  expect(chosen).toEqual({
    model: 'onnx/model.onnx',
    weights: ['onnx/model.onnx_data', 'onnx/model.onnx_data_1'],
    descriptions: ['config.json', 'tokenizer.json'],
  });
});

test('without an ONNX file, none are chosen', () => {
  expect(chooseFiles(['config.json', 'model.safetensors', 'onnx/other.onnx'])).toBeUndefined();
});
