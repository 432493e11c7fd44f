import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** The parts of the library in use; its own types don't fit how it is loaded. */
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
/** RGB pixels, the right way up; without data when there are too many; null when the photo can't be read. */
export type HeicOutcome = { width: number; height: number; data: Uint8Array | null } | null;

const PIXEL_BYTES = 3;

/** A file may claim one size and contain another, so the decoder's memory is limited to this. */
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
  return create({ wasmBinary: readFileSync(file.replace(/js$/u, 'wasm')), print() {}, printErr() {} });
}

/** Removes the padding that the decoder puts at the end of rows. */
function packRows({ width, height, stride, data }: { width: number; height: number; stride: number; data: Uint8Array }): Uint8Array {
  const pixels = new Uint8Array(width * height * PIXEL_BYTES);
  for (let row = 0; row < height; row += 1) pixels.set(data.subarray(row * stride, row * stride + width * PIXEL_BYTES), row * width * PIXEL_BYTES);
  return pixels;
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
  // Outside the try: a missing library is not the photo's fault.
  const lib = load();
  try {
    return decode(lib, task);
  } catch {
    // The library aborts when it runs out of memory or can't make sense of the file.
    return null;
  }
}

const outcome = attempt(workerData as HeicTask);
parentPort?.postMessage(outcome, outcome?.data ? [outcome.data.buffer as ArrayBuffer] : []);
