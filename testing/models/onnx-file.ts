/** Writes small models as files of ONNX, which are Protocol Buffers. Source: onnx.proto of ONNX 1.17, IR version 8. */

type Field = readonly [number: number, value: number | string | Uint8Array];

const VARINT = 0;
const BYTES = 2;
const TYPES = { float: 1, int64: 7 } as const;
const IR_VERSION = 8;
const OPERATORS = 13;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** A message of numbers, texts and messages, each with the number of its field. */
function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') {
        return Uint8Array.from([...varint(number * 8 + VARINT), ...varint(value)]);
      }
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return Buffer.concat([
        Uint8Array.from([...varint(number * 8 + BYTES), ...varint(bytes.length)]),
        bytes,
      ]);
    }),
  );
}

/** Weights: rows of the same length. */
export function weights(name: string, rows: readonly (readonly number[])[]): Uint8Array {
  const data = Float32Array.from(rows.flat());
  return message(
    [1, rows.length],
    [1, rows[0]?.length ?? 0],
    [2, TYPES.float],
    [8, name],
    [9, new Uint8Array(data.buffer)],
  );
}

/** A list of whole numbers, as some operators take their axes. */
export function axes(name: string, values: readonly number[]): Uint8Array {
  const data = BigInt64Array.from(values.map(BigInt));
  return message([1, values.length], [2, TYPES.int64], [8, name], [9, new Uint8Array(data.buffer)]);
}

/** An operator, and whole numbers that it is given by name. */
export function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Uint8Array {
  const INTEGER = 2;
  return message(
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, operator],
    ...Object.entries(attributes).map(([name, value]): Field => [
      5,
      message([1, name], [3, value], [20, INTEGER]),
    ]),
  );
}

/** A value by the names of its dimensions. */
function value(name: string, type: keyof typeof TYPES, dimensions: readonly string[]): Uint8Array {
  const shape = message(...dimensions.map((each): Field => [1, message([2, each])]));
  return message([1, name], [2, message([1, message([1, TYPES[type]], [2, shape])])]);
}

interface OnnxModel {
  inputs: readonly string[];
  output: { name: string; dimensions: readonly string[] };
  nodes: readonly Uint8Array[];
  initializers: readonly Uint8Array[];
}

/** A model whose inputs are batch x tokens of whole numbers, and whose output is numbers. */
export function onnxFile({ inputs, output, nodes, initializers }: OnnxModel): Uint8Array {
  const graph = message(
    ...nodes.map((each): Field => [1, each]),
    [2, 'graph'],
    ...initializers.map((each): Field => [5, each]),
    ...inputs.map((name): Field => [11, value(name, 'int64', ['batch', 'tokens'])]),
    [12, value(output.name, 'float', output.dimensions)],
  );
  return message([1, IR_VERSION], [7, graph], [8, message([1, ''], [2, OPERATORS])]);
}
