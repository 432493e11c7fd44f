import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** What is used of the library: it comes without types that fit how it is loaded. */
type Handle = { code?: unknown };
type Libheif = {
  heif_error_code: { heif_error_Ok: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown };
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: unknown };
  heif_js_context_get_primary_image_handle(context: object): Handle;
  heif_image_handle_get_width(handle: Handle): number;
  heif_image_handle_get_height(handle: Handle): number;
  heif_js_decode_image2(
    handle: Handle,
    colours: unknown,
    chroma: unknown,
  ): { code?: unknown; channels: { width: number; height: number; stride: number; data: Uint8Array }[] };
};

export type HeicTask = { bytes: Uint8Array; maxPixels: number; maxMemoryBytes: number };
/** Pixels as red, green and blue, the right way up; only the size of what has too many; null for what can't be read. */
export type HeicOutcome = { width: number; height: number; data: Uint8Array | null } | null;

const PIXEL_BYTES = 3;

/** The file may claim one size and hold another: whatever it makes the decoder ask for, this is all it gets. */
function boundMemory(maxBytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
}

function load(): Libheif {
  const require = createRequire(import.meta.url);
  const file = require.resolve('libheif-js/libheif-wasm/libheif.js');
  const create = require(file) as (options: object) => Libheif;
  return create({ wasmBinary: readFileSync(file.replace(/js$/u, 'wasm')), perceptualHash() {}, printErr() {} });
}

/** Rows without what the decoder puts at their ends. */
function packRows({ width, height, stride, data }: { width: number; height: number; stride: number; data: Uint8Array }): Uint8Array {
  const compressed = new Uint8Array(width * height * PIXEL_BYTES);
  for (let row = 0; row < height; row += 1) compressed.set(data.subarray(row * stride, row * stride + width * PIXEL_BYTES), row * width * PIXEL_BYTES);
  return compressed;
}

function decode(lib: Libheif, { bytes, maxPixels }: HeicTask): HeicOutcome {
  const context = lib.heif_context_alloc();
  if (lib.heif_context_read_from_memory(context, bytes).code !== lib.heif_error_code.heif_error_Ok) return null;
  const handle = lib.heif_js_context_get_primary_image_handle(context);
  if (handle.code !== undefined) return null;
  const [width, height] = [lib.heif_image_handle_get_width(handle), lib.heif_image_handle_get_height(handle)];
  if (width * height > maxPixels) return { width, height, data: null };
  const image = lib.heif_js_decode_image2(handle, lib.heif_colorspace.heif_colorspace_RGB, lib.heif_chroma.heif_chroma_interleaved_RGB);
  const [channel] = image.code === undefined ? image.channels : [];
  if (!channel || channel.width !== width || channel.height !== height) return null;
  return { width, height, data: packRows(channel) };
}

function attempt(task: HeicTask): HeicOutcome {
  boundMemory(task.maxMemoryBytes);
  // Outside of what is caught: a library that is not there is no photo's fault.
  const lib = load();
  try {
    return decode(lib, task);
  } catch {
    // The library aborts where it runs out of memory, or out of sense.
    return null;
  }
}

const outcome = attempt(workerData as HeicTask);
parentPort?.postMessage(outcome, outcome?.data ? [outcome.data.buffer as ArrayBuffer] : []);
